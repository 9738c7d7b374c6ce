import { TEST_CONFIG } from "../../helpers/project.ts";
import { longVersionOf } from "../compilers.ts";
import type { RealProject } from "../project.ts";

/** That of Hardhat 3, which has the plugin. */
export const HARDHAT_CONFIG = TEST_CONFIG;
export const HARDHAT2_CONFIG = "hardhat2.config.cjs";

export function hardhatConfig(
  { builder, sources, compiler, settings }: RealProject,
  soljson: string,
): string {
  const solidity = { version: compiler, path: soljson, settings };
  const own =
    builder === "hardhat3" || builder === "packaged"
      ? { paths: { sources: sources ?? "contracts" }, solidity }
      : {};
  return `import hardhatVerifyContract from "hardhat-verify-contract";

export default {
  ...${JSON.stringify(own)},
  plugins: [hardhatVerifyContract],
  networks: { localhost: { type: "http", url: process.env.RPC_URL ?? "http://127.0.0.1:8545" } },
  verifyContract: JSON.parse(process.env.TEST_VERIFY_CONTRACT ?? "{}"),
};
`;
}

export function hardhat2Config({ sources, compiler, settings }: RealProject, soljson: string): string {
  const longVersion = longVersionOf(compiler);
  const build = { version: compiler, longVersion, compilerPath: soljson, isSolcJs: true };
  return `const { subtask } = require("hardhat/config");
const { TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD } = require("hardhat/builtin-tasks/task-names");

// The compiler of the solc package, so that none has to be downloaded.
subtask(TASK_COMPILE_SOLIDITY_GET_SOLC_BUILD, async () => (${JSON.stringify(build)}));

module.exports = {
  solidity: ${JSON.stringify({ version: compiler, settings })},
  paths: { sources: ${JSON.stringify(sources ?? "contracts")} },
};
`;
}
