import type {
  ConfigVariable,
  NetworkUserConfig,
  UserConfig,
} from "./internal/commands/config/user-config.ts";

export type {
  ChainUserConfig,
  ConfigVariable,
  ExplorerUserConfig,
  NetworkUserConfig,
  PaceUserConfig,
  RetryUserConfig,
  ServiceUserConfig,
  VerificationServiceUserConfig,
} from "./internal/commands/config/user-config.ts";

/** The type of the default export of `verify-contract.config.ts`. Every key is optional. */
export interface VerifyContractConfig extends UserConfig {
  /**
   * Nodes by name, for `--rpc-url <name>` and `--all-networks`, in addition to `rpc_endpoints` in foundry.toml.
   * @default none
   */
  readonly networks?: Readonly<Record<string, NetworkUserConfig>>;
}

/**
 * Returns the configuration unchanged, with its type. Use it in `verify-contract.config.ts`, which the standalone
 * command line reads.
 *
 * @example
 * import { configVariable, defineConfig } from "hardhat-verify-contract/config";
 *
 * const headers = { authorization: configVariable("VERIFY_TOKEN") };
 * export default defineConfig({
 *   chains: { 424242: { verification: { url: "https://verify.example.org", headers } } },
 * });
 */
export function defineConfig(config: VerifyContractConfig): VerifyContractConfig {
  return config;
}

/** A header value read from an environment variable, or from `.env`. Fails with VC113 if neither defines it. */
export function configVariable(name: string): ConfigVariable {
  return { _type: "ConfigurationVariable", name };
}
