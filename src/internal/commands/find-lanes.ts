import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { findDeployments } from "../deployments/find-deployments.ts";
import { findFleet, type ManifestNodes, nodesOfManifests } from "../deployments/find-fleet.ts";
import type { Lock } from "../deployments/lock/lock-model.ts";
import type { Deployment, DevelopmentNode } from "../deployments/model.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import { configure } from "../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../errors/problem.ts";
import type { Report } from "../report/model.ts";
import { listWords } from "../text/amounts.ts";
import { batchLine } from "./batch-line.ts";
import type { ValidUserConfig } from "./config/user-config-schema.ts";
import { forgottenNetwork } from "./forgotten-network.ts";
import type { Host } from "./host.ts";
import { chainsOf } from "./locked-lane.ts";
import { type Caller, type OpenOptions, openChain, withRepeat } from "./open-chain.ts";
import { noNetwork, openFleet } from "./open-fleet.ts";
import type { FoundLane } from "./plan-lanes.ts";
import type { ValidBatch } from "./validate-batch-request.ts";

/** Where the chains of a run, and what was deployed to them, are found. */
export interface Finding {
  readonly request: Caller;
  readonly host: Host;
  readonly project: ProjectPaths;
  readonly userConfig: ValidUserConfig;
  readonly valid: ValidBatch;
  readonly options: OpenOptions;
  /** Empty where it is not used. */
  readonly lock: Lock;
}

/** The chains of a run, and what was deployed to them. */
export interface Found {
  readonly lanes: readonly FoundLane[];
  /** Records of no chain, for what they skipped. */
  readonly others: readonly Deployment[];
  /** Networks that were left out; undefined for a run on one chosen network. */
  readonly networks?: NonNullable<Report["networks"]>;
  /** Why not all of it can be looked at. */
  readonly problem?: Problem | undefined;
  readonly services?: Report["services"];
}

/**
 * Finds the chains of a run, opens a node of each, and reads what was deployed there: on the chosen network, or on those
 * that records, manifests and the lock file name.
 *
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function findLanes(finding: Finding): Promise<Found> {
  const { valid, project } = finding;
  const nodes: ManifestNodes = valid.isNetworkNamed
    ? new Map()
    : await nodesOfManifests(valid.deployments, project, process.cwd());
  return valid.allNetworks || isOfSeveralChains(valid, nodes) || isOfWholeLock(finding)
    ? findOnAll(finding, nodes)
    : findOnOne(finding);
}

/** A comparison with the lock file is of all its chains, unless the user narrows it. */
function isOfWholeLock({ valid, lock }: Finding): boolean {
  return (
    valid.lock === "compare" &&
    !valid.isNetworkNamed &&
    valid.names.length === 0 &&
    chainsOf(lock).some((chainId) => !isDevelopmentChain(chainId))
  );
}

async function findOnOne(finding: Finding): Promise<Found> {
  const { request, host, project, userConfig, valid, options, lock } = finding;
  const node = await openChain(host, userConfig, request, options);
  if (node.kind === "unknown") {
    const { problem, services, networkName } = node;
    const repeated = withRepeat(problem, batchLine(valid, networkName, host), host);
    return { lanes: [], others: [], services, problem: repeated };
  }
  const { chainId, chain } = node;
  const deployments = await findOfChain(valid, chainId, project, {
    isLocked: chainsOf(lock).includes(chainId),
    instance: () => chain.instance(request.signal ?? NEVER),
    forgotten: forgottenNetwork(host, chain.networkName, node.nodeUrl),
  });
  const others = valid.lock === "compare" ? chainsOf(lock).filter((each) => each !== chainId) : [];
  return {
    lanes: [{ networkName: chain.networkName, chainId, node, deployments }],
    others: [],
    ...(others.length === 0
      ? {}
      : {
          networks: others.map((other) => ({
            name: null,
            chainId: other,
            skipped: `the run is narrowed to ${chain.networkName}`,
          })),
        }),
  };
}

/** Where the user chose no network, a manifest of several chains chooses them. */
function isOfSeveralChains({ contracts }: ValidBatch, nodes: ManifestNodes): boolean {
  if (nodes.size > 0 && contracts.length > 0)
    throw new VerifyContractError("VC112", {
      values: { options: "a manifest of several chains and an address" },
    });
  return nodes.size > 0;
}

async function findOnAll(finding: Finding, nodes: ManifestNodes): Promise<Found> {
  const { request, host, project, userConfig, valid, options, lock } = finding;
  const { chains, others } = await findFleet(valid.deployments, project, process.cwd());
  const known = new Set(chains.map(({ chainId }) => chainId));
  const ofLock = chainsOf(lock).flatMap((chainId) =>
    known.has(chainId) ? [] : [{ chainId, deployments: [] }],
  );
  const all = [...chains, ...ofLock];
  const opened = await openFleet({ chains: all, nodes }, host, userConfig, request, options);
  const { lanes, skipped } = opened;
  const problem =
    (opened.problem && withRepeat(opened.problem, batchLine(valid, undefined, host), host)) ??
    unservedChains(finding, lanes, skipped);
  if (lanes.length === 0 && problem === undefined) throw noNetwork(all, skipped);
  return { lanes, others, networks: skipped, problem };
}

/** VC717 if the lock file names chains that no network was opened for. */
function unservedChains(
  { valid, lock, host }: Finding,
  lanes: readonly FoundLane[],
  skipped: NonNullable<Found["networks"]>,
): Problem | undefined {
  if (valid.lock !== "compare") return undefined;
  const served = new Set(lanes.map(({ chainId }) => chainId));
  const unserved = chainsOf(lock).filter((chainId) => !served.has(chainId) && !isDevelopmentChain(chainId));
  if (unserved.length === 0) return undefined;
  return problem(
    "VC717",
    {
      values: { chains: listWords(unserved.map((chainId) => `chain ${chainId}`)) },
      facts: skipped.flatMap(({ name, chainId, skipped: reason }) =>
        name === null || reason === undefined || !unserved.includes(chainId ?? 0)
          ? []
          : [[name, reason] as const],
      ),
      next: configure("configure a network of each of these chains, with its chain id,"),
    },
    { words: host.words },
  );
}

/** Of a request that has no signal of its own. */
const NEVER = new AbortController().signal;
const ARGUMENTS = "constructor arguments are not needed; each word after an address is one more target";

interface OfChain {
  readonly isLocked: boolean;
  readonly instance: DevelopmentNode;
  /** The likely cause where the user chose no network. */
  readonly forgotten: string | undefined;
}

/** Contracts alone need no deployments; without any target all of the project count. */
async function findOfChain(
  { names, deployments, contracts }: ValidBatch,
  chainId: number,
  project: ProjectPaths,
  { isLocked, instance, forgotten }: OfChain,
): Promise<readonly Deployment[]> {
  if (names.length > 0 && deployments.length === 0) return [];
  try {
    return await findDeployments(deployments, chainId, project, process.cwd(), instance, forgotten);
  } catch (error) {
    // The lock file names contracts of the chain.
    if (isLocked && error instanceof VerifyContractError && error.code === "VC701") return [];
    const mayBeArgument =
      error instanceof VerifyContractError && error.code === "VC703" && contracts.length > 0;
    throw mayBeArgument ? error.withFacts([["Arguments", ARGUMENTS]]) : error;
  }
}
