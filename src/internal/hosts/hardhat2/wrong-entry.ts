import { type InstalledHardhat, installedHardhat } from "./hardhat-module.ts";

type PluginError = new (plugin: string, message: string) => Error;

const PLUGIN = "hardhat-verify-contract";
const ENTRY = "hardhat-verify-contract/hardhat2";

/** The plugin of Hardhat 3 was loaded by the configuration of Hardhat 2. */
export function wrongEntry(): Error {
  return pluginError(
    `${PLUGIN} is the plugin of Hardhat 3, and this is Hardhat 2: write require("${ENTRY}"), or in an ES module import "${ENTRY}", in the configuration, without "plugins".`,
    installedHardhat("2"),
  );
}

/** The entry of Hardhat 2 was loaded in a project of another Hardhat. */
export function wrongHardhat(hardhat: InstalledHardhat): Error {
  return pluginError(
    `${ENTRY} is for Hardhat 2, and this is Hardhat ${hardhat.version}: write import hardhatVerifyContract from ${JSON.stringify(PLUGIN)}, and plugins: [hardhatVerifyContract] in the configuration.`,
    hardhat,
  );
}

/** Hardhat shows its own kind of error as a sentence, and any other with a stack. */
function pluginError(message: string, hardhat: InstalledHardhat | undefined): Error {
  if (hardhat === undefined) return new Error(message);
  const { HardhatPluginError } = hardhat.require("hardhat/plugins") as {
    readonly HardhatPluginError: PluginError;
  };
  return new HardhatPluginError(PLUGIN, message);
}
