import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { packagedBuilds } from "../builds/packaged-builds.ts";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { NodeInstance } from "../chain/chain-port.ts";
import { listFolder } from "./list-folder.ts";
import type { Located } from "./locate.ts";
import { chainIdOfUpgrades, DEVELOPMENT_FOLDER, developmentManifest } from "./readers/openzeppelin-files.ts";
import { unusableRecord } from "./unusable-record.ts";

/** Says which run of a development node a chain is; undefined for any other node. */
export type DevelopmentNode = () => Promise<NodeInstance | undefined>;

/**
 * Locates the manifest that OpenZeppelin Upgrades keeps of a development node, in the system's temporary folder. Its name
 * has the run of the node, so that one of an earlier run is not taken for it. Only a project that has the plugin reads it.
 *
 * @throws VC704 where the project has a manifest of the same chain too.
 */
export async function manifestOfNode(
  chainId: number,
  { openzeppelin, root }: Pick<ProjectPaths, "openzeppelin" | "root">,
  node: DevelopmentNode | undefined,
): Promise<readonly Located[]> {
  // The folder is everybody's: a project without OpenZeppelin Upgrades has written nothing there.
  if (node === undefined || packagedBuilds(root).length === 0 || !(await hasManifests(chainId))) return [];
  const instance = await node();
  if (instance?.chainId !== chainId) return [];
  const location = developmentManifest(tmpdir(), instance);
  if (!existsSync(location)) return [];
  const second = path.join(openzeppelin, `unknown-${chainId}.json`);
  if (chainId === HARDHAT && existsSync(second))
    throw unusableRecord(
      second,
      `${location} is of the same node, and OpenZeppelin Upgrades works with one of them only: keep the latest`,
    );
  return [{ tool: "openzeppelin", location }];
}

/** Upgrades takes the project's file for that of a node only on this chain. */
const HARDHAT = 31337;

/** So that no node is asked where there is nothing to find. */
async function hasManifests(chainId: number): Promise<boolean> {
  const listed = await listFolder(path.join(tmpdir(), DEVELOPMENT_FOLDER)).catch(() => undefined);
  return listed?.files.some((file) => chainIdOfUpgrades(file) === chainId) ?? false;
}
