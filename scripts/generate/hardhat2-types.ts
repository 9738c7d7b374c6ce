const CONNECTION = `import type { Network } from "hardhat/types";

/** The used parts of a network. */
type NetworkConnection = Pick<Network, "provider"> & Partial<Pick<Network, "name" | "config">>;
`;
const CONFIGURATION = `
import type { UserConfig } from "./internal/commands/config/user-config.cjs";

export type { UserConfig as VerifyContractUserConfig };
export type { Report } from "./internal/report/model.cjs";
export type { PreflightReport } from "./internal/report/preflight/model.cjs";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Verification of deployed contracts: services, what is good enough, time limits. */
    verifyContract?: UserConfig;
  }
}
`;

/** Generates the API for Hardhat 2 projects: the same as for Hardhat 3, with Hardhat 2's runtime and networks. */
export function hardhat2Types(verify: string): string {
  const calls = verify
    .replace('"hardhat/types/hre"', '"hardhat/types"')
    .replace(/import type \{ NetworkConnection \} .*/, CONNECTION)
    .replaceAll(/(npx hardhat verify-contract) (?=[a-z]+`)/g, "$1:")
    .replaceAll(/import (\w+|\{ \w+ \}) from "(hardhat[\w-]*)(?:\/verify)?";/g, (_, names, from) =>
      from === "hardhat"
        ? `const ${names} = require("hardhat");`
        : `const ${names} = require("${from}/hardhat2");`,
    );
  return `${inCommonJs(calls)}${CONFIGURATION}`;
}

/** Adapts types so that CommonJS can import them. */
export function inCommonJs(text: string): string {
  return text.replaceAll(/((?:from|import) "|import\(")(\.[^"]+)\.[jt]s"/g, '$1$2.cjs"');
}
