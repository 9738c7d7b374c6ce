import type { UserConfig } from "./internal/commands/config/user-config.ts";

export type {
  ChainUserConfig,
  ExplorerUserConfig,
  PaceUserConfig,
  RetryUserConfig,
  ServiceUserConfig,
  VerificationServiceUserConfig,
} from "./internal/commands/config/user-config.ts";

/** A variable of the environment, whose value is read when a request needs it. */
export interface ConfigVariable {
  readonly _type: "ConfigurationVariable";
  readonly name: string;
}

/** What `verify-contract.config.ts` exports. Every key is optional. */
export interface VerifyContractConfig extends UserConfig<string | ConfigVariable> {
  /** Nodes by name, for `--rpc-url <name>` and `--all-networks`, beside `rpc_endpoints` of foundry.toml. @default none */
  networks?: Record<string, NetworkUserConfig>;
}

/** A node of `verify-contract.config.ts`. */
export interface NetworkUserConfig {
  /** Of http or https; `${VARIABLE}` is filled from the environment and `.env`. */
  url: string;
  /** The chain that the node has to be of. @default the node is asked */
  chainId?: number;
}

/**
 * The configuration itself, with its types: for `verify-contract.config.ts`, which the plain command line reads.
 *
 * @example
 * import { configVariable, defineConfig } from "hardhat-verify-contract/config";
 *
 * export default defineConfig({
 *   chains: {
 *     424242: {
 *       verification: {
 *         url: "https://verify.example.org",
 *         headers: { authorization: configVariable("VERIFY_TOKEN") },
 *       },
 *     },
 *   },
 * });
 */
export function defineConfig(config: VerifyContractConfig): VerifyContractConfig {
  return config;
}

/** A header's value that is a variable of the environment, or of `.env`. VC113 where neither has it. */
export function configVariable(name: string): ConfigVariable {
  return { _type: "ConfigurationVariable", name };
}
