import path from "node:path";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { findByManifest, markSuperseded, requireUnbroken } from "./find-deployments.ts";
import { locateInProject, readOneOfMany } from "./locate.ts";
import type { Deployment } from "./model.ts";
import { manifest } from "./readers/index.ts";
import type { ManifestNode } from "./readers/manifest.ts";
import { nothingDeployed, resolveName } from "./resolve-name.ts";
import { unusableRecord } from "./unusable-record.ts";

/** What was deployed to one chain. */
export interface ChainDeployments {
  readonly chainId: number;
  readonly deployments: readonly Deployment[];
}

/** What a manifest says of the network of a chain. */
export interface ChosenByManifest extends ManifestNode {
  /** Absolute path of the manifest. */
  readonly file: string;
}

/** The networks that manifests of several chains choose, by chain id. */
export type ManifestNodes = ReadonlyMap<number, ChosenByManifest>;

/** What was deployed to all chains. */
export interface Fleet {
  /** Those with a contract, by chain id. */
  readonly chains: readonly ChainDeployments[];
  /** Records that name no contract of a chain, for what they skipped. */
  readonly others: readonly Deployment[];
}

/**
 * Finds the deployments to all chains: the named ones, or all of the project.
 *
 * @param names Ids of deployments, and paths.
 * @param cwd Absolute path of the folder that paths are relative to.
 * @throws VC703 for an unknown name, VC704 for an unusable record and a named one that does not state its chain, VC705 for
 *   an invalid manifest.
 */
export async function findFleet(
  names: readonly string[],
  project: ProjectPaths,
  cwd: string,
): Promise<Fleet> {
  const read = names.length === 0 ? await readProject(project) : await readNamed(names, project, cwd);
  const found = markSuperseded(requireUnbroken(read, project));
  const byChain = Map.groupBy(found, ({ chainId, contracts }) =>
    contracts.length === 0 ? undefined : chainId,
  );
  const chains = [...byChain].flatMap(([chainId, deployments]) =>
    chainId === undefined ? [] : [{ chainId, deployments }],
  );
  return {
    chains: chains.sort((one, other) => one.chainId - other.chainId),
    others: byChain.get(undefined) ?? [],
  };
}

/** The networks that manifests of several chains choose, by chain id; empty where no name is one. VC703 to VC705 */
export async function nodesOfManifests(
  names: readonly string[],
  project: ProjectPaths,
  cwd: string,
): Promise<ManifestNodes> {
  const nodes = new Map<number, ChosenByManifest>();
  for (const name of names) {
    const [first] = await resolveName(name, project, cwd);
    if (first?.reader !== manifest) continue;
    const { readManifest } = await import("./readers/manifest.ts");
    for (const { own, node } of await readManifest(first.location, project))
      if (own.chainId !== undefined && node !== undefined && !nodes.has(own.chainId))
        nodes.set(own.chainId, { ...node, file: first.location });
  }
  return nodes;
}

async function readProject(project: ProjectPaths): Promise<readonly Deployment[]> {
  const all: Deployment[] = [];
  for (const located of await locateInProject(project))
    all.push(...(await readOneOfMany(located, undefined, project)));
  return all.map(withoutChainless);
}

/** Only the user knows the chain of a record that does not state it. */
function withoutChainless(deployment: Deployment): Deployment {
  const { chainId, location, contracts, passedOver } = deployment;
  if (chainId !== undefined || contracts.length === 0) return deployment;
  const reason = "it does not say its chain; name it on its network to have it looked at";
  const whole = { name: path.basename(location), file: location, reason };
  return { ...deployment, contracts: [], passedOver: [whole, ...passedOver] };
}

async function readNamed(
  names: readonly string[],
  project: ProjectPaths,
  cwd: string,
): Promise<readonly Deployment[]> {
  const all: Deployment[] = [];
  for (const name of names) {
    const located = await resolveName(name, project, cwd);
    const [first] = located;
    const read =
      first?.reader === manifest
        ? await findByManifest(first.location, undefined, project)
        : (
            await Promise.all(
              located.map((each) =>
                located.length === 1
                  ? each.reader.read(each.location, project)
                  : readOneOfMany(each, undefined, project),
              ),
            )
          ).flat();
    const chainless = read.find(({ chainId, contracts }) => chainId === undefined && contracts.length > 0);
    if (chainless !== undefined)
      throw unusableRecord(
        chainless.location,
        "it does not say its chain, so that no network can be chosen for it",
      );
    if (read.every(({ contracts }) => contracts.length === 0))
      throw nothingDeployed(
        read[0]?.location ?? project.root,
        read.flatMap(({ passedOver }) => passedOver),
      );
    all.push(...read);
  }
  return all;
}
