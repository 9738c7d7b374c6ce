import { createRequire } from "node:module";
import type { HardhatPlugin } from "hardhat/types/plugins";

export type * from "./internal/hosts/hardhat3/type-extensions.ts";

// A Hardhat 2 configuration that is an ES module may import this file by mistake. The Hardhat 3 imports would then
// fail.
if (Reflect.get(globalThis, "__hardhatContext") !== undefined) {
  const { wrongEntry } = createRequire(import.meta.url)("./hardhat2.js") as { wrongEntry: () => Error };
  throw wrongEntry();
}

/** The Hardhat 3 plugin. Its tasks and hooks are in a module that only Hardhat 3 loads. */
const hardhatPlugin: HardhatPlugin = {
  id: "hardhat-verify-contract",
  npmPackage: "hardhat-verify-contract",
  dependencies: () => [import("./internal/hosts/hardhat3/plugin.ts")],
};

export default hardhatPlugin;
