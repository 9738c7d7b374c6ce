import { TEST_CONFIG } from "../../helpers/project.ts";
import { longVersionOf } from "../compilers.ts";
import type { PlacedCompiler, RealProject } from "../project.ts";

/** That of Hardhat 3, which has the plugin. */
export const HARDHAT_CONFIG = TEST_CONFIG;
export const HARDHAT2_CONFIG = "hardhat2.config.cjs";

export function hardhatConfig({ builder, sources }: RealProject, placed: readonly PlacedCompiler[]): string {
  const compilers = placed.map(({ version, soljson, settings }) => ({ version, path: soljson, settings }));
  const solidity = { compilers };
  const own =
    builder === "hardhat2" || builder === "forge"
      ? {}
      : { paths: { sources: sources ?? "contracts" }, solidity };
  return `import hardhatVerifyContract from "hardhat-verify-contract";

export default {
  ...${JSON.stringify(own)},
  plugins: [hardhatVerifyContract],
  networks: { localhost: { type: "http", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
`;
}

export function hardhat2Config({ sources }: RealProject, placed: readonly PlacedCompiler[]): string {
  const builds = placed.map(({ version, soljson }) => [
    version,
    { version, longVersion: longVersionOf(version), compilerPath: soljson, isSolcJs: true },
  ]);
  const compilers = placed.map(({ version, settings }) => ({ version, settings }));
  return `const { subtask } = require("hardhat/config");
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");

// The compilers of the solc packages, so that none has to be downloaded.
const builds = ${JSON.stringify(Object.fromEntries(builds))};
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async ({ solcVersion }) => builds[solcVersion]);

module.exports = {
  solidity: ${JSON.stringify({ compilers })},
  paths: { sources: ${JSON.stringify(sources ?? "contracts")} },
};
`;
}
