import type { ConfigHooks } from "hardhat/types/hooks";

import "../type-extensions.ts";

/**
 * Keeps the configuration as it was written. It is checked when a task of this plugin starts, with our own codes and
 * exit code 2, so that a mistake in it is not in the way of `hardhat build` and costs other tasks nothing.
 */
export default async (): Promise<Partial<ConfigHooks>> => ({
  resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => ({
    ...(await next(userConfig, resolveConfigurationVariable)),
    verifyContract: { userConfig: userConfig.verifyContract ?? {}, resolveConfigurationVariable },
  }),
});
