import type { UserConfig } from "./internal/commands/config/user-config.ts";

export type {
  ChainUserConfig,
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
export type VerifyContractConfig = UserConfig<string | ConfigVariable>;

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
