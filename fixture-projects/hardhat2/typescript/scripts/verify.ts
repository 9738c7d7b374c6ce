import hre from "hardhat";
import { verifyContract } from "hardhat-verify-contract/hardhat2";

/** Prints what became of the contract at ADDRESS. */
async function main(): Promise<void> {
  const { contracts } = await verifyContract({ address: process.env.ADDRESS ?? "" }, hre);
  console.log(contracts[0]?.outcome);
}

main().catch((error) => {
  console.error(error);
  process.exitCode = 1;
});
