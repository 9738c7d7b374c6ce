import { type DeploymentReader, MANIFEST } from "../model.ts";
import { foundry } from "./foundry.ts";
import { hardhatDeploy } from "./hardhat-deploy.ts";
import { ignition } from "./ignition.ts";
import { openzeppelin } from "./openzeppelin.ts";

/** This plugin's own format. Only files that the user names are read as manifests. */
export const manifest: DeploymentReader = {
  tool: MANIFEST,
  locate: () => [],
  // Requires an array, because a project's own file may contain an object named `contracts`.
  recognise: (json) =>
    Object.hasOwn(json, "schema") || Array.isArray(json.contracts) || Array.isArray(json.deployments)
      ? "record"
      : undefined,
  read: async (location, project) => {
    // Imported on demand, because it loads the YAML parser, which only manifests need.
    const { readManifest } = await import("./manifest.ts");
    return (await readManifest(location, project)).map(({ own }) => own);
  },
};

/** All readers, in the order in which a project's records are read. */
export const READERS: readonly DeploymentReader[] = [
  ignition,
  hardhatDeploy,
  foundry,
  openzeppelin,
  manifest,
];
