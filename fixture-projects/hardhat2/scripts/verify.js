const hre = require("hardhat");

/** Verifies the contract at ADDRESS, as people do it after a deployment of their own. */
async function main() {
  await hre.run("verify-contract", { target: process.env.ADDRESS });
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
