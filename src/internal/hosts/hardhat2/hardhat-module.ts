import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

export interface InstalledHardhat {
  readonly version: string;
  readonly require: (id: string) => unknown;
}

/** Hardhat 2's own state in this process, created before its configuration is loaded. */
export function getHardhat2Context(): object | undefined {
  return Reflect.get(globalThis, "__hardhatContext") ?? undefined;
}

/** A package linked into a project can't resolve the project's Hardhat from its own location. */
export function findInstalledHardhat(major?: string): InstalledHardhat | undefined {
  const [, script] = process.argv;
  const places = [
    import.meta.url,
    script === undefined ? [] : toRealPath(script),
    path.resolve("package.json"),
  ];
  for (const place of places.flat()) {
    try {
      const require = createRequire(place);
      const { version }: { readonly version: string } = require("hardhat/package.json");
      if (major === undefined || version.startsWith(`${major}.`)) return { version, require };
    } catch {
      // Hardhat can't be resolved from this location.
    }
  }
  return undefined;
}

/** `npx hardhat` starts a symlink in node_modules/.bin. */
function toRealPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}

const PLUGIN = "hardhat-verify-contract";
const ENTRY = "hardhat-verify-contract/hardhat2";

export function wrongEntry(): Error {
  return createPluginError(
    `${PLUGIN} is the Hardhat 3 plugin, but this is Hardhat 2: in the configuration, write require("${ENTRY}"), or import "${ENTRY}" in an ES module, without "plugins".`,
    findInstalledHardhat("2"),
  );
}

export function wrongHardhat(hardhat: InstalledHardhat): Error {
  return createPluginError(
    `${ENTRY} is for Hardhat 2, but this is Hardhat ${hardhat.version}: in the configuration, write import hardhatVerifyContract from ${JSON.stringify(PLUGIN)}, and plugins: [hardhatVerifyContract].`,
    hardhat,
  );
}

/** Hardhat prints a stack trace for every error that isn't one of its own. */
function createPluginError(message: string, hardhat: InstalledHardhat | undefined): Error {
  if (hardhat === undefined) return new Error(message);
  const { HardhatPluginError } = hardhat.require("hardhat/plugins") as {
    readonly HardhatPluginError: new (plugin: string, message: string) => Error;
  };
  return new HardhatPluginError(PLUGIN, message);
}
