const { ethers, upgrades } = require("hardhat");

/** Prints the address of the proxy. */
async function main() {
  const box = await upgrades.deployProxy(await ethers.getContractFactory("Box"), [42], {
    kind: "transparent",
  });
  await box.waitForDeployment();
  console.log(await box.getAddress());
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
