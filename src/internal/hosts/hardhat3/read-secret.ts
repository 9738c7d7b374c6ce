import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import "./type-extensions.ts";

import type { ReadSecret } from "../../commands/config/resolve-service.ts";

/** Reads configuration variables as Hardhat does: from the environment, or a keystore. */
export function secretReader({ config }: Pick<HardhatRuntimeEnvironment, "config">): ReadSecret {
  const { resolveConfigurationVariable } = config.verifyContract;
  return (value) =>
    resolveConfigurationVariable(value as Parameters<typeof resolveConfigurationVariable>[0]).get();
}
