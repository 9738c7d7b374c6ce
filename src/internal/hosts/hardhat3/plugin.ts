import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { TASKS } from "./declare-tasks.ts";
import configHooks from "./hook-handlers/config.ts";

/** What the plugin declares. Nothing else is loaded until one of its tasks runs. */
const declaration: HardhatPlugin = definePlugin({
  id: "hardhat-verify-contract/tasks",
  npmPackage: "hardhat-verify-contract",
  hookHandlers: {
    // Every task runs it, and as a module of its own it would cost each of them the loading of a file.
    config: async () => ({ default: configHooks }),
  },
  tasks: [...TASKS],
});

export default declaration;
