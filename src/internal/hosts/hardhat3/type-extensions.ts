import type { ConfigurationVariableResolver, SensitiveString } from "hardhat/types/config";
import type {
  ChainUserConfig,
  ExplorerUserConfig as ExplorerConfig,
  PaceUserConfig as PaceConfig,
  RetryUserConfig as RetryConfig,
  ServiceUserConfig as ServiceConfig,
  UserConfig,
  VerificationServiceUserConfig as VerificationServiceConfig,
} from "../../commands/config/user-config.ts";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Verification of deployed contracts: services, what is good enough, time limits. */
    verifyContract?: VerifyContractUserConfig;
  }

  interface HardhatConfig {
    verifyContract: VerifyContractConfig;
  }

  interface VerifyContractUserConfig extends UserConfig<SensitiveString> {}
  interface VerifyContractChainUserConfig extends ChainUserConfig<SensitiveString> {}
  interface ServiceUserConfig extends ServiceConfig<SensitiveString> {}
  interface VerificationServiceUserConfig extends VerificationServiceConfig<SensitiveString> {}
  interface RetryUserConfig extends RetryConfig {}
  interface PaceUserConfig extends PaceConfig {}
  interface ExplorerUserConfig extends ExplorerConfig {}

  /** As resolved: still as written, because it is validated when one of the plugin's tasks starts. */
  interface VerifyContractConfig {
    readonly userConfig: VerifyContractUserConfig;
    readonly resolveConfigurationVariable: ConfigurationVariableResolver;
  }
}
