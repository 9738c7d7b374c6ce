const { ethers } = require("hardhat");

/** Deploys the four contracts and prints their addresses as JSON. */
async function main() {
  const [deployer] = await ethers.getSigners();
  const token = await ethers.deployContract("Token", ["Demo Token", "DEMO", deployer.address]);
  await token.waitForDeployment();
  const vault = await ethers.deployContract("Vault", [await token.getAddress(), 1_900_000_000n]);
  const shares = await ethers.deployContract("Shares");
  await Promise.all([vault.waitForDeployment(), shares.waitForDeployment()]);
  const payroll = await ethers.deployContract("Payroll", [], {
    libraries: { Shares: await shares.getAddress() },
  });
  await payroll.waitForDeployment();
  const all = { Token: token, Vault: vault, Shares: shares, Payroll: payroll };
  const addresses = Object.entries(all).map(async ([name, contract]) => [name, await contract.getAddress()]);
  process.stdout.write(`${JSON.stringify(Object.fromEntries(await Promise.all(addresses)))}\n`);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
