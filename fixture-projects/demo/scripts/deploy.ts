import hre from "hardhat";

/** Deploys the four contracts and prints where they are, as JSON. */
const { ethers } = await hre.network.getOrCreate();
const [deployer] = await ethers.getSigners();
if (deployer === undefined) throw new Error("the network has no account to deploy with");

const token = await ethers.deployContract("Token", ["Demo Token", "DEMO", deployer.address]);
await token.waitForDeployment();
const vault = await ethers.deployContract("Vault", [await token.getAddress(), 1_900_000_000n]);
const shares = await ethers.deployContract("Shares");
await Promise.all([vault.waitForDeployment(), shares.waitForDeployment()]);
const payroll = await ethers.deployContract("Payroll", [], {
  libraries: { Shares: await shares.getAddress() },
});
await payroll.waitForDeployment();

process.stdout.write(
  `${JSON.stringify({
    Token: await token.getAddress(),
    Vault: await vault.getAddress(),
    Shares: await shares.getAddress(),
    Payroll: await payroll.getAddress(),
  })}\n`,
);
