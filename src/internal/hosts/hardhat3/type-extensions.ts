import type { ConfigurationVariableResolver } from "hardhat/types/config";
import type { UserConfig } from "../../commands/config/user-config.ts";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Settings for verifying deployed contracts: services, required match, time limits. */
    verifyContract?: VerifyContractUserConfig;
  }

  interface HardhatConfig {
    verifyContract: VerifyContractConfig;
  }

  interface VerifyContractUserConfig extends UserConfig {}

  /** Not validated until one of the plugin's tasks starts. */
  interface VerifyContractConfig {
    readonly userConfig: VerifyContractUserConfig;
    readonly resolveConfigurationVariable: ConfigurationVariableResolver;
  }
}
