import { setupDeployScripts } from "rocketh";
import { extensions } from "./config.js";

export * as artifacts from "../generated/artifacts/index.js";
export const { deployScript } = setupDeployScripts(extensions);
