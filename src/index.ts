import { createRequire } from "node:module";
import type { HardhatPlugin } from "hardhat/types/plugins";

export type * from "./internal/hosts/hardhat3/type-extensions.ts";

// A configuration of Hardhat 2 may be an ES module, too. What this file imports of Hardhat 3 would not be there.
if (Reflect.get(globalThis, "__hardhatContext") !== undefined) {
  const { wrongEntry } = createRequire(import.meta.url)("./hardhat2.js") as { wrongEntry: () => Error };
  throw wrongEntry();
}

/** The Hardhat 3 plugin. What it declares is a part that only Hardhat 3 loads. */
const hardhatPlugin: HardhatPlugin = {
  id: "hardhat-verify-contract",
  npmPackage: "hardhat-verify-contract",
  dependencies: () => [import("./internal/hosts/hardhat3/plugin.ts")],
};

export default hardhatPlugin;
