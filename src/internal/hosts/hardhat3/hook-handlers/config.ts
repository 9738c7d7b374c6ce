import type { ConfigHooks } from "hardhat/types/hooks";

import "../type-extensions.ts";

/**
 * Keeps the configuration as written. It is validated when a task of this plugin starts, with our own error codes and
 * exit code 2. A mistake in it doesn't affect `hardhat build`, and the validation doesn't slow down other tasks.
 */
export default async (): Promise<Partial<ConfigHooks>> => ({
  resolveUserConfig: async (userConfig, resolveConfigurationVariable, next) => ({
    ...(await next(userConfig, resolveConfigurationVariable)),
    verifyContract: { userConfig: userConfig.verifyContract ?? {}, resolveConfigurationVariable },
  }),
});
