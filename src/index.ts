import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import configHooks from "./internal/hosts/hardhat3/hook-handlers/config.ts";
import { checkTask } from "./internal/hosts/hardhat3/tasks/check/index.ts";
import { deploymentsTask } from "./internal/hosts/hardhat3/tasks/deployments/index.ts";
import { lockTask } from "./internal/hosts/hardhat3/tasks/lock/index.ts";
import { mergeTask } from "./internal/hosts/hardhat3/tasks/merge/index.ts";
import { preflightTask } from "./internal/hosts/hardhat3/tasks/preflight/index.ts";
import { replayTask } from "./internal/hosts/hardhat3/tasks/replay/index.ts";
import { serveTask } from "./internal/hosts/hardhat3/tasks/serve/index.ts";
import { statusTask } from "./internal/hosts/hardhat3/tasks/status/index.ts";
import { verifyContractTask } from "./internal/hosts/hardhat3/tasks/verify-contract/index.ts";

export type * from "./internal/hosts/hardhat3/type-extensions.ts";

/** The Hardhat 3 plugin: a declaration. Nothing else is loaded until one of its tasks runs. */
const hardhatPlugin: HardhatPlugin = definePlugin({
  id: "hardhat-verify-contract",
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

export default hardhatPlugin;
