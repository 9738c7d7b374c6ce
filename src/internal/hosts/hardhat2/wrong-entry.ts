/** What to write into the configuration of Hardhat 3, where the entry of Hardhat 2 was loaded. */
export function wrongEntry(version: string): string {
  return `hardhat-verify-contract/hardhat2 is for Hardhat 2, and this is Hardhat ${version}: write import hardhatVerifyContract from "hardhat-verify-contract", and plugins: [hardhatVerifyContract] in the configuration.`;
}
