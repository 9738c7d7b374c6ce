import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { advice, chooseNetwork } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { type Located, readOneOfMany } from "./locate.ts";
import type { Deployment } from "./model.ts";
import { manifest as manifestReader } from "./readers/index.ts";
import { type ManifestNode, type ManifestPart, readManifest } from "./readers/manifest.ts";
import { unusableRecord } from "./record-file.ts";
import { nothingDeployed, resolveName } from "./resolve-name.ts";

/** Reads each deployment that the user names once. If the chain is undefined, reads the deployments on all chains. */
export async function readNamed(
  names: readonly string[],
  chainId: number | undefined,
  project: ProjectPaths,
  cwd: string,
): Promise<readonly Deployment[]> {
  const found: Deployment[] = [];
  for (const name of names) {
    const located = await resolveName(name, project, cwd);
    const [first] = located;
    const read =
      first?.reader === manifestReader
        ? await readByManifest(first.location)
        : await readLocated(name, located, chainId);
    if (chainId === undefined) requireChains(read);
    found.push(...read);
  }
  return found.filter((each, index) => found.findIndex((other) => isDeepStrictEqual(each, other)) === index);

  /** @param wanted The requested chain, or the manifest's chain. */
  async function readLocated(
    name: string,
    located: readonly Located[],
    wanted: number | undefined,
  ): Promise<readonly Deployment[]> {
    const [only, another] = located;
    const isOne = only !== undefined && another === undefined;
    const read = isOne
      ? await only.reader.read(only.location, project)
      : (await Array.fromAsync(located, (each) => readOneOfMany(each, wanted, project))).flat();
    const ofChain = read.filter((each) => wanted === undefined || (each.chainId ?? wanted) === wanted);
    if (ofChain.length === 0 && wanted !== undefined)
      throw notOnChain(isOne ? formatPath(only.location, project.root) : name, read, wanted);
    if (ofChain.every(({ contracts }) => contracts.length === 0))
      throw nothingDeployed(
        ofChain[0]?.location ?? project.root,
        ofChain.flatMap(({ passedOver }) => passedOver),
      );
    return ofChain;
  }

  async function readByManifest(file: string): Promise<readonly Deployment[]> {
    const parts = await readManifest(file, project);
    const ofWanted = parts.filter(({ own }) => chainId === undefined || (own.chainId ?? chainId) === chainId);
    if (ofWanted.length === 0 && chainId !== undefined) {
      const all = parts.map(({ own }) => own);
      throw notOnChain(formatPath(file, project.root), all, chainId);
    }
    return (await Array.fromAsync(ofWanted, (part) => readPart(part, file))).flat();
  }

  async function readPart({ own, named }: ManifestPart, file: string): Promise<readonly Deployment[]> {
    const wanted = chainId ?? own.chainId;
    const read: Deployment[] = own.contracts.length === 0 ? [] : [own];
    for (const [index, { name, buildInfo }] of named.entries()) {
      const located = await resolveName(name, project, path.dirname(file), file);
      if (located.some(({ reader }) => reader === manifestReader)) {
        throw new VerifyContractError("VC705", {
          values: { file: formatPath(file, process.cwd()) },
          facts: [
            [`deployments.${index}`, `${name} is a manifest, but manifests can't refer to other manifests`],
          ],
          next: advice("pass both manifests on the command line"),
        });
      }
      const deployments = await readLocated(name, located, wanted);
      read.push(...(buildInfo === undefined ? deployments : deployments.map(withBuild(buildInfo))));
    }
    // A record without a chain ID belongs to the manifest's chain.
    return wanted === undefined ? read : read.map((each) => ({ ...each, chainId: each.chainId ?? wanted }));
  }
}

function requireChains(deployments: readonly Deployment[]): void {
  const chainless = deployments.find((each) => each.chainId === undefined && each.contracts.length > 0);
  if (chainless === undefined) return;
  const reason = "it doesn't specify its chain, so no network can be chosen for it";
  throw unusableRecord(chainless.location, reason);
}

function withBuild(buildInfo: string): (deployment: Deployment) => Deployment {
  const buildSource = { kind: "build-files", locations: [buildInfo], isNamed: true } as const;
  return (deployment) => ({
    ...deployment,
    contracts: deployment.contracts.map((contract) => ({ ...contract, buildSource })),
  });
}

function notOnChain(deployment: string, read: readonly Deployment[], chainId: number): VerifyContractError {
  const chains = new Set(read.flatMap((each) => each.chainId ?? []));
  const recordedChainId = [...chains].sort((a, b) => a - b).join(" and ");
  return new VerifyContractError("VC702", {
    values: { deployment, recordedChainId, chainId },
    next: chooseNetwork("choose the deployment's network with"),
  });
}

export interface ChosenByManifest extends ManifestNode {
  readonly file: string;
}

export type ManifestNodes = ReadonlyMap<number, ChosenByManifest>;

/** Returns the networks that multi-chain manifests select, keyed by chain ID. */
export async function nodesOfManifests(
  names: readonly string[],
  project: ProjectPaths,
  cwd: string,
): Promise<ManifestNodes> {
  const nodes = new Map<number, ChosenByManifest>();
  for (const name of names) {
    const [first] = await resolveName(name, project, cwd);
    if (first?.reader !== manifestReader) continue;
    for (const { own, node } of await readManifest(first.location, project))
      if (own.chainId !== undefined && node !== undefined && !nodes.has(own.chainId))
        nodes.set(own.chainId, { ...node, file: first.location });
  }
  return nodes;
}
