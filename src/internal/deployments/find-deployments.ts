import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { displayPath } from "../builds/read-candidates.ts";
import { advice, chooseNetwork } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { type Located, locateInProject, locateOfNode, placesOf, readOneOfMany } from "./locate.ts";
import type { Deployment, DevelopmentNode, PassedOver } from "./model.ts";
import { manifest as manifestReader } from "./readers/index.ts";
import { type ManifestPart, readManifest } from "./readers/manifest.ts";
import { nothingDeployed, resolveName } from "./resolve-name.ts";

/**
 * Finds the deployments to a chain: the named ones, or all of the project.
 *
 * @param names Ids of deployments, and paths.
 * @param cwd Absolute path of the folder that paths are relative to.
 * @param node Asked only if a tool has records of a development node of the chain.
 * @param forgotten The likely cause where the user chose no network.
 * @returns At least one contract.
 * @throws VC701 where the project has no deployment to the chain, VC702 for a deployment to another chain, VC703 for an
 *   unknown name, VC704 for an unusable record, VC705 for an invalid manifest.
 */
export async function findDeployments(
  names: readonly string[],
  chainId: number,
  project: ProjectPaths,
  cwd: string,
  node?: DevelopmentNode,
  forgotten?: string,
): Promise<readonly Deployment[]> {
  const found =
    names.length === 0
      ? await findInProject(chainId, project, node, forgotten)
      : await findNamed(names, chainId, project, cwd);
  return markSuperseded(requireUnbroken(found, project));
}

/**
 * The error of a run in which no contract remains: with exit code 0 it would verify nothing.
 *
 * @param passedOver All skipped entries.
 */
export function nothingRemains(
  names: readonly string[],
  chainId: number,
  [first]: readonly Deployment[],
  passedOver: readonly PassedOver[],
  project: ProjectPaths,
): VerifyContractError {
  return names.length > 0 && first !== undefined
    ? nothingDeployed(first.location, passedOver)
    : noDeployments(chainId, [], passedOver, project);
}

/**
 * A broken record may hide a contract, so skipping it could report an incomplete run as complete.
 *
 * @throws VC704
 */
export function requireUnbroken(found: readonly Deployment[], { root }: ProjectPaths): readonly Deployment[] {
  const [first, ...others] = found.flatMap(({ passedOver }) => passedOver.filter(({ isBroken }) => isBroken));
  if (first === undefined) return found;
  throw new VerifyContractError("VC704", {
    facts: [
      ["File", displayPath(first.file, root)],
      ["Record", first.name],
      ["Reason", first.reason],
      ["And", others.length === 0 ? undefined : `${others.length} more`],
    ],
    likely: "the file was truncated or edited: a contract may be missing from it",
    next: advice("repair or remove the file, or name the deployments to verify"),
  });
}

async function findNamed(
  names: readonly string[],
  chainId: number,
  project: ProjectPaths,
  cwd: string,
): Promise<readonly Deployment[]> {
  const found: Deployment[] = [];
  for (const name of names) {
    const located = await resolveName(name, project, cwd);
    const [manifest] = located;
    found.push(
      ...(manifest?.reader === manifestReader
        ? await findByManifest(manifest.location, chainId, project)
        : await readNamed(name, located, chainId, project)),
    );
  }
  return found.filter((each, index) => found.findIndex((other) => isSame(each, other)) === index);
}

async function findInProject(
  chainId: number,
  project: ProjectPaths,
  node: DevelopmentNode | undefined,
  forgotten: string | undefined,
): Promise<readonly Deployment[]> {
  const all: Deployment[] = [];
  const ofNode = node === undefined ? [] : await locateOfNode(chainId, project, node);
  for (const located of [...(await locateInProject(project)), ...ofNode])
    all.push(...(await readOneOfMany(located, chainId, project)));
  const found = all.flatMap((each) => ofChainOrSkipped(each, chainId));
  if (found.some(({ contracts }) => contracts.length > 0)) return found;
  const others = all.flatMap((each) => (each.chainId === chainId ? [] : (each.chainId ?? [])));
  const unused = requireUnbroken(found, project).flatMap(({ passedOver }) => passedOver);
  throw noDeployments(chainId, others, unused, project, forgotten);
}

function noDeployments(
  chainId: number,
  otherChains: readonly number[],
  unused: readonly PassedOver[],
  project: ProjectPaths,
  forgotten?: string,
): VerifyContractError {
  const show = (location: string): string => displayPath(location, project.root);
  const others = new Set(otherChains);
  return new VerifyContractError("VC701", {
    values: { chainId },
    facts: [
      ["Looked in", placesOf(project).map(show).join(", ")],
      ["Of chains", others.size === 0 ? undefined : [...others].sort((a, b) => a - b).join(", ")],
      ...unused
        .slice(0, 5)
        .map(({ name, file, reason }) => ["Passed over", `${name} of ${show(file)}: ${reason}`] as const),
    ],
    likely: forgotten ?? whyNone(others.size > 0, unused.length > 0),
    next:
      others.size === 0 && forgotten === undefined
        ? advice("name a deployment or a manifest by its path")
        : chooseNetwork("choose the network of the deployment with"),
  });
}

function whyNone(isOnOthers: boolean, isSkipped: boolean): string | undefined {
  if (isOnOthers) return "the network is another one";
  return isSkipped ? undefined : "nothing was deployed yet, or by another tool";
}

/** Only the user knows the chain of a record that does not state it. */
function ofChainOrSkipped(deployment: Deployment, chainId: number): readonly Deployment[] {
  if (deployment.chainId === chainId) return [deployment];
  if (deployment.chainId !== undefined) return [];
  const { location, contracts, passedOver } = deployment;
  if (contracts.length === 0) return [deployment];
  const reason = "it does not say its chain; name it to have it verified";
  const whole = { name: path.basename(location), file: location, reason };
  return [{ ...deployment, contracts: [], passedOver: [whole, ...passedOver] }];
}

/** @param chainId Undefined for all chains. */
async function readNamed(
  name: string,
  located: readonly Located[],
  chainId: number | undefined,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  const read: Deployment[] = [];
  for (const each of located)
    read.push(
      ...(located.length === 1
        ? await each.reader.read(each.location, project)
        : await readOneOfMany(each, chainId, project)),
    );
  const ofChain = read.filter(
    (each) => chainId === undefined || each.chainId === chainId || each.chainId === undefined,
  );
  if (ofChain.length === 0 && chainId !== undefined) {
    const [only, another] = located;
    const shown =
      only === undefined || another !== undefined ? name : displayPath(only.location, project.root);
    const chains = read.flatMap((each) => each.chainId ?? []);
    throw ofAnotherChain(shown, chains, chainId);
  }
  if (ofChain.every(({ contracts }) => contracts.length === 0))
    throw nothingDeployed(
      ofChain[0]?.location ?? project.root,
      ofChain.flatMap(({ passedOver }) => passedOver),
    );
  return ofChain;
}

/**
 * What a manifest names.
 *
 * @param wanted The chain that is asked for; undefined for that of the manifest, or else of each deployment.
 * @throws VC702 to VC705
 */
export async function findByManifest(
  file: string,
  wanted: number | undefined,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  const parts = await readManifest(file, project);
  const ofWanted = parts.filter(({ own }) => wanted === undefined || (own.chainId ?? wanted) === wanted);
  if (ofWanted.length === 0 && wanted !== undefined) {
    const chains = parts.flatMap(({ own }) => own.chainId ?? []);
    throw ofAnotherChain(displayPath(file, project.root), chains, wanted);
  }
  const found: Deployment[] = [];
  for (const part of ofWanted) found.push(...(await findByPart(part, file, wanted, project)));
  return found;
}

async function findByPart(
  { own, named }: ManifestPart,
  file: string,
  wanted: number | undefined,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  const chainId = wanted ?? own.chainId;
  const found: Deployment[] = own.contracts.length === 0 ? [] : [own];
  for (const [index, { name, buildInfo }] of named.entries()) {
    const located = await resolveName(name, project, path.dirname(file), file);
    if (located.some(({ reader }) => reader === manifestReader)) {
      throw new VerifyContractError("VC705", {
        values: { file },
        facts: [[`deployments.${index}`, `${name} is a manifest, and a manifest can't name another one`]],
        next: advice("name both manifests on the command line"),
      });
    }
    const deployments = await readNamed(name, located, chainId, project);
    found.push(...(buildInfo === undefined ? deployments : deployments.map(builtIn(buildInfo))));
  }
  // What does not state its chain is of the manifest's.
  return chainId === undefined ? found : found.map((each) => ({ ...each, chainId: each.chainId ?? chainId }));
}

function builtIn(buildInfo: string): (deployment: Deployment) => Deployment {
  const buildSource = { kind: "build-files", locations: [buildInfo], isNamed: true } as const;
  return (deployment) => ({
    ...deployment,
    contracts: deployment.contracts.map((contract) => ({ ...contract, buildSource })),
  });
}

function ofAnotherChain(deployment: string, chains: readonly number[], chainId: number): VerifyContractError {
  const recordedChainId = [...new Set(chains)].sort((a, b) => a - b).join(" and ");
  return new VerifyContractError("VC702", {
    values: { deployment, recordedChainId, chainId },
    next: chooseNetwork("choose the network of the deployment with"),
  });
}

/**
 * Whether two names led to the same record. A manifest's record with another build differs; so do two parts of a
 * broadcast to one chain over two nodes.
 */
function isSame(a: Deployment, b: Deployment): boolean {
  return a.location === b.location && a.chainId === b.chainId && isDeepStrictEqual(a.contracts, b.contracts);
}

/**
 * Marks the broadcasts that are older than the newest of their script and chain. Their contracts are still verified,
 * because each function of a script has its own file; but an address without code probably belongs to a chain that was
 * restarted since.
 */
export function markSuperseded(deployments: readonly Deployment[]): readonly Deployment[] {
  const newest = new Map<string, number>();
  for (const each of deployments) {
    const { timestampMs } = each.broadcast ?? {};
    if (timestampMs === undefined || each.contracts.every(({ mayHaveFailed }) => mayHaveFailed)) continue;
    newest.set(keyOf(each), Math.max(timestampMs, newest.get(keyOf(each)) ?? 0));
  }
  return deployments.map((each) => {
    const { timestampMs } = each.broadcast ?? {};
    const isOlder = timestampMs !== undefined && timestampMs < (newest.get(keyOf(each)) ?? 0);
    return isOlder ? { ...each, isSuperseded: true } : each;
  });
}

function keyOf({ broadcast, chainId }: Deployment): string {
  return JSON.stringify([broadcast?.script, chainId]);
}
