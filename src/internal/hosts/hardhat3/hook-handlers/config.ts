import type { ConfigHooks } from "hardhat/types/hooks";
import "../type-extensions.ts";

/** Validated when one of this plugin's tasks starts, so a mistake in it doesn't affect other tasks. */
export default async (): Promise<Partial<ConfigHooks>> => ({
  resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => ({
    ...(await next(userConfig, resolveConfigurationVariable)),
    verifyContract: { userConfig: userConfig.verifyContract ?? {}, resolveConfigurationVariable },
  }),
});
