import { type DeploymentReader, MANIFEST } from "../model.ts";
import { foundry } from "./foundry.ts";
import { hardhatDeploy } from "./hardhat-deploy.ts";
import { ignition } from "./ignition.ts";
import { openzeppelin } from "./openzeppelin.ts";

/** This plugin's own format; only a file that the user names is one. */
export const manifest: DeploymentReader = {
  tool: MANIFEST,
  locate: () => [],
  // A project's own list may have an object of contracts.
  recognise: (json) =>
    Object.hasOwn(json, "schema") || Array.isArray(json.contracts) || Array.isArray(json.deployments)
      ? "record"
      : undefined,
  read: async (location, project) => {
    // With the parser of YAML, which only manifests need.
    const { readManifest } = await import("./manifest.ts");
    return (await readManifest(location, project)).map(({ own }) => own);
  },
};

/** In the order in which a project's records are read. */
export const READERS: readonly DeploymentReader[] = [
  ignition,
  hardhatDeploy,
  foundry,
  openzeppelin,
  manifest,
];
