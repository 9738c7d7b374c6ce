import { realpathSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";

/** An installed Hardhat. */
export interface InstalledHardhat {
  /** `2.29.1` */
  readonly version: string;
  /** Loads one of its modules. */
  readonly require: (id: string) => unknown;
}

/** Whether Hardhat 2 runs in this process, and may be loading its configuration now. */
export function isHardhat2Running(): boolean {
  return Reflect.get(globalThis, "__hardhatContext") !== undefined;
}

/**
 * The Hardhat that this package, the program of this process or the working directory has, in this order: a package that is
 * linked into a project does not find the project's own.
 *
 * @param isWanted Which one to take, by its version. @default any
 */
export function installedHardhat(
  isWanted: (version: string) => boolean = () => true,
): InstalledHardhat | undefined {
  for (const place of places()) {
    try {
      const require = createRequire(place);
      const { version }: { readonly version: string } = require("hardhat/package.json");
      if (isWanted(version)) return { version, require };
    } catch {
      // None there.
    }
  }
  return undefined;
}

/** `2` of `2.29.1` */
export function majorOf(version: string): string {
  return version.split(".")[0] ?? "";
}

function places(): readonly string[] {
  const [, script] = process.argv;
  return [import.meta.url, ...(script === undefined ? [] : [realPath(script)]), path.resolve("package.json")];
}

/** `npx hardhat` starts a link in node_modules/.bin. */
function realPath(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return path.resolve(file);
  }
}
