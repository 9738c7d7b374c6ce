import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import configHooks from "./hook-handlers/config.ts";
import { checkTask } from "./tasks/check/index.ts";
import { deploymentsTask } from "./tasks/deployments/index.ts";
import { lockTask } from "./tasks/lock/index.ts";
import { mergeTask } from "./tasks/merge/index.ts";
import { preflightTask } from "./tasks/preflight/index.ts";
import { replayTask } from "./tasks/replay/index.ts";
import { serveTask } from "./tasks/serve/index.ts";
import { statusTask } from "./tasks/status/index.ts";
import { verifyContractTask } from "./tasks/verify-contract/index.ts";

/** What the plugin declares. Nothing else is loaded until one of its tasks runs. */
const declaration: HardhatPlugin = definePlugin({
  id: "hardhat-verify-contract/tasks",
  npmPackage: "hardhat-verify-contract",
  hookHandlers: {
    // Every task runs it, and as a module of its own it would cost each of them the loading of a file.
    config: async () => ({ default: configHooks }),
  },
  tasks: [
    verifyContractTask,
    checkTask,
    deploymentsTask,
    preflightTask,
    lockTask,
    mergeTask,
    replayTask,
    statusTask,
    serveTask,
  ],
});

export default declaration;
