import { definePlugin } from "hardhat/plugins";
import type { HardhatPlugin } from "hardhat/types/plugins";

import { checkTask } from "./internal/hardhat/tasks/check/index.ts";
import { deploymentsTask } from "./internal/hardhat/tasks/deployments/index.ts";
import { mergeTask } from "./internal/hardhat/tasks/merge/index.ts";
import { serveTask } from "./internal/hardhat/tasks/serve/index.ts";
import { statusTask } from "./internal/hardhat/tasks/status/index.ts";
import { verifyContractTask } from "./internal/hardhat/tasks/verify-contract/index.ts";

export type * from "./type-extensions.ts";

/** The Hardhat 3 plugin: a declaration. Nothing else is loaded until one of its tasks runs. */
const hardhatPlugin: HardhatPlugin = definePlugin({
  id: "hardhat-verify-contract",
  npmPackage: "hardhat-verify-contract",
  hookHandlers: {
    config: () => import("./internal/hardhat/hook-handlers/config.ts"),
  },
  tasks: [verifyContractTask, checkTask, deploymentsTask, mergeTask, statusTask, serveTask],
});

export default hardhatPlugin;
