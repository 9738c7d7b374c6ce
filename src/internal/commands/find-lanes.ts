import type { ChainDeployments } from "../deployments/find-deployments.ts";
import type { Deployment, DevelopmentNode } from "../deployments/model.ts";
import type { ManifestNodes } from "../deployments/read-named.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import { configure } from "../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../errors/problem.ts";
import { NO_SERVICES } from "../pipeline/make-report.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { HostBreakers } from "../services/http/host-breaker.ts";
import { listWords } from "../text/amounts.ts";
import { candidateNetworks } from "./candidate-networks.ts";
import { runLine } from "./command-line.ts";
import type { ConfiguredNetwork } from "./host.ts";
import { reportRetries } from "./http-options.ts";
import type { Lane, Lost, Open, RunParts } from "./lane.ts";
import { chainsOf } from "./locked-lane.ts";
import { forgottenNetwork, type OpenChain, type OpenOptions, openChain, withRepeat } from "./open-chain.ts";

/** The chains of a run, and what was deployed to them. */
export interface Found {
  readonly lanes: readonly Lane[];
  /** Records of no chain, for what they skipped. */
  readonly others: readonly Deployment[];
  /** Networks, and chains of records, that were left out; undefined for a run on one chosen network. */
  readonly networks?: NonNullable<Report["networks"]>;
  /** Why not all of it can be looked at. */
  readonly problem?: Problem | undefined;
  /** How the problem ends each contract of the one network. */
  readonly outcome?: ContractReport["outcome"];
  readonly services?: Report["services"];
}

/**
 * Finds the chains of a run, opens a node of each, and reads what was deployed there: on the chosen network, or on those
 * that records, manifests and the lock file name.
 *
 * @throws VerifyContractError for wrong use and broken environments.
 */
export async function findLanes(parts: RunParts): Promise<Found> {
  const { valid, project } = parts;
  // A run over one contract reads no records.
  if (valid.scope === "one") return findOnOne(parts);
  const { nodesOfManifests } = await import("../deployments/read-named.ts");
  const nodes: ManifestNodes = valid.isNetworkNamed
    ? new Map()
    : await nodesOfManifests(valid.deployments, project, process.cwd());
  return valid.allNetworks || isOfSeveralChains(valid, nodes) || isOfWholeLock(parts)
    ? findOnAll(parts, nodes)
    : findOnOne(parts);
}

/** A comparison with the lock file is of all its chains, unless the user narrows it. */
function isOfWholeLock({ valid, lock }: RunParts): boolean {
  return (
    valid.lock === "compare" &&
    !valid.isNetworkNamed &&
    valid.names.length === 0 &&
    chainsOf(lock).some((chainId) => !isDevelopmentChain(chainId))
  );
}

function open(
  { host, userConfig, caller, valid: { common, scope }, onEvent }: RunParts,
  options: Pick<OpenOptions, "network" | "breakers"> = {},
): Promise<OpenChain> {
  return openChain(host, userConfig, caller, {
    timeoutMs: common.timeoutMs,
    needsVerification: !common.dryRun,
    listener: {
      onSlowDown: ({ host, waitMs }) => onEvent({ type: "slowed-down", host, waitMs }),
      ...(scope === "one"
        ? { onRetry: reportRetries((event) => onEvent({ type: "progress", index: 0, event })) }
        : {}),
    },
    ...options,
  });
}

async function findOnOne(parts: RunParts): Promise<Found> {
  const { caller, host, valid, lock } = parts;
  const node = await open(parts);
  if (node.kind === "unknown") {
    const { problem, outcome, services, networkName } = node;
    const repeated = withRepeat(problem, runLine(valid, networkName, host), host);
    return { lanes: [], others: [], services, outcome, problem: repeated };
  }
  const { chainId, chain } = node;
  const deployments = await findOfChain(parts, chainId, {
    isLocked: chainsOf(lock).includes(chainId),
    instance: () => chain.instance(caller.signal ?? NEVER),
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
function isOfSeveralChains({ contracts }: RunParts["valid"], nodes: ManifestNodes): boolean {
  if (nodes.size > 0 && contracts.length > 0)
    throw new VerifyContractError("VC112", {
      values: { options: "a manifest of several chains and an address" },
    });
  return nodes.size > 0;
}

async function findOnAll(parts: RunParts, nodes: ManifestNodes): Promise<Found> {
  const { host, project, valid, lock } = parts;
  const { findFleet } = await import("../deployments/find-deployments.ts");
  const { chains, others } = await findFleet(valid.deployments, project, process.cwd());
  const known = new Set(chains.map(({ chainId }) => chainId));
  const ofLock = chainsOf(lock).flatMap((chainId) =>
    known.has(chainId) ? [] : [{ chainId, deployments: [] }],
  );
  const all = [...chains, ...ofLock];
  const { lanes, networks, problem: silent } = await openAll(parts, all, nodes);
  const problem =
    (silent && withRepeat(silent, runLine(valid, undefined, host), host)) ??
    unservedChains(parts, lanes, networks);
  if (lanes.length === 0 && problem === undefined) throw noNetwork(all, networks);
  return { lanes, others, networks, problem };
}

/** VC717 if the lock file names chains that no network was opened for. */
function unservedChains(
  { valid, lock, host }: RunParts,
  lanes: readonly Lane[],
  skipped: Networks,
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
  { project, valid: { names, deployments, contracts } }: RunParts,
  chainId: number,
  { isLocked, instance, forgotten }: OfChain,
): Promise<readonly Deployment[]> {
  if (names.length > 0 && deployments.length === 0) return [];
  const { findDeployments } = await import("../deployments/find-deployments.ts");
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

/** How a configured network answered. */
type Answer =
  | {
      readonly kind: "open";
      readonly network: ConfiguredNetwork;
      readonly chainId: number;
      readonly node: Open | Lost;
    }
  /** Its node did not say its chain, and the configuration doesn't either. */
  | {
      readonly kind: "silent";
      readonly network: ConfiguredNetwork;
      readonly problem: Problem;
      readonly isLocal: boolean;
    }
  /** Its URL can't be read. */
  | { readonly kind: "unreadable"; readonly network: ConfiguredNetwork; readonly problem: Problem };

type Networks = NonNullable<Found["networks"]>;

/**
 * Opens one network for each chain that has deployments, all at the same time. Development chains are left out, unless a
 * manifest names them.
 */
async function openAll(
  parts: RunParts,
  found: readonly ChainDeployments[],
  nodes: ManifestNodes,
): Promise<{ readonly lanes: readonly Lane[]; readonly networks: Networks; readonly problem?: Problem }> {
  const { host } = parts;
  const chains = found.filter(({ chainId }) => !isDevelopmentChain(chainId) || nodes.has(chainId));
  const ids = chains.map(({ chainId }) => chainId);
  const networks = candidateNetworks(await host.networks(), ids, nodes, host);
  const breakers = new HostBreakers();
  const answers = await Promise.all(
    chains.length === 0 ? [] : networks.map((network) => ask(parts, network, breakers)),
  );
  const byChain = Map.groupBy(
    answers.filter((each) => each.kind === "open"),
    ({ chainId }) => chainId,
  );
  const lanes: Lane[] = [];
  const skipped: Networks[number][] = [];
  for (const each of chains) {
    const { chainId } = each;
    const [first, ...others] = bestFirst(byChain.get(chainId) ?? []);
    if (first === undefined) {
      skipped.push({ name: null, chainId, skipped: "no configured network is of this chain" });
      continue;
    }
    const { network, node } = first;
    lanes.push({ ...each, networkName: network.name, networkArgument: network.argument, node });
    for (const { network: other } of others)
      skipped.push({ name: other.name, chainId, skipped: `its chain is asked through ${network.name}` });
  }
  const isComplete = lanes.length === chains.length;
  skipped.push(...answers.flatMap(leftOut));
  const silent = answers.find((each) => each.kind === "silent" && !each.isLocal);
  return {
    lanes,
    networks: skipped,
    ...(isComplete || silent?.kind !== "silent" ? {} : { problem: silent.problem }),
  };
}

async function ask(parts: RunParts, network: ConfiguredNetwork, breakers: HostBreakers): Promise<Answer> {
  let isOpen = false;
  const opening: ConfiguredNetwork["open"] = async (nodeOptions) => {
    const opened = await network.open(nodeOptions);
    isOpen = true;
    return opened;
  };
  try {
    return answerOf(network, await open(parts, { breakers, network: { ...network, open: opening } }));
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const { problem } = error.for({ words: parts.host.words });
    const { chainId } = network;
    if (!isOpen || chainId === undefined) return { kind: "unreadable", network, problem };
    // What is wrong with one network is the outcome of its contracts, as wrong use of some contracts is.
    return { kind: "open", network, chainId, node: lost("no-build", problem, error) };
  }
}

function answerOf(network: ConfiguredNetwork, node: OpenChain): Answer {
  if (node.kind === "open") return { kind: "open", network, chainId: node.chainId, node };
  const { outcome, problem, services, configuredChainId: chainId, nodeUrl } = node;
  if (chainId === undefined) return { kind: "silent", network, problem, isLocal: isLoopback(nodeUrl) };
  return { kind: "open", network, chainId, node: { ...lost(outcome, problem), services } };
}

function lost(outcome: Lost["outcome"], problem: Problem, wrongUse?: VerifyContractError): Lost {
  return { kind: "unknown", outcome, problem, services: NO_SERVICES, wrongUse };
}

/** Those whose node answers before those whose node does not; else in the order of the configuration. */
function bestFirst(answers: readonly Extract<Answer, { kind: "open" }>[]) {
  const isOpen = ({ node }: { readonly node: Open | Lost }): boolean => node.kind === "open";
  return [...answers.filter(isOpen), ...answers.filter((each) => !isOpen(each))];
}

function leftOut(answer: Answer): Networks {
  if (answer.kind === "open") return [];
  const { network, problem } = answer;
  const why = problem.facts.find(({ label }) => label === "Missing" || label === "Reason")?.value;
  const skipped =
    answer.kind === "silent"
      ? "its node does not say its chain, and no chain id is configured for it"
      : (why ?? problem.message);
  return [{ name: network.name, chainId: network.chainId ?? null, skipped, error: problem }];
}

/** A node on this computer is most likely one for development, which was not started. */
function isLoopback(url: string | undefined): boolean {
  return /^(localhost|127\.|\[?::1)/.test(URL.parse(url ?? "")?.hostname ?? "");
}

/** VC119 */
function noNetwork(found: readonly ChainDeployments[], skipped: Networks): VerifyContractError {
  const named = skipped.flatMap(({ name, skipped: why }) =>
    name === null || why === undefined ? [] : [`${name}: ${why}`],
  );
  return new VerifyContractError("VC119", {
    facts: [
      [
        "Chains",
        found.length === 0 ? "none: no deployment record names a contract" : listWords(found.map(chainWords)),
      ],
      ...named.map((text) => ["Left out", text] as const),
    ],
    next: configure("configure a network of one of these chains, with its chain id,"),
  });
}

function chainWords({ chainId }: ChainDeployments): string {
  return `${chainId}${isDevelopmentChain(chainId) ? " (for development)" : ""}`;
}
