import type { ChainDeployments, Fleet, ManifestNodes } from "../deployments/find-fleet.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import { configure } from "../errors/next-step.ts";
import { type Problem, VerifyContractError } from "../errors/problem.ts";
import { NO_SERVICES } from "../pipeline/make-report.ts";
import type { Report } from "../report/model.ts";
import { HostBreakers } from "../services/http/host-breaker.ts";
import { listWords } from "../text/amounts.ts";
import { candidateNetworks } from "./candidate-networks.ts";
import type { ValidUserConfig } from "./config/user-config-schema.ts";
import type { ConfiguredNetwork, Host } from "./host.ts";
import type { Lane, Lost, Open } from "./lane.ts";
import { type Caller, type OpenChain, type OpenOptions, openChain } from "./open-chain.ts";

/** A chain of a run, and what was deployed to it. */
type FleetLane = Lane & ChainDeployments;

/** The networks of a run over several chains. */
export interface OpenFleet {
  readonly lanes: readonly FleetLane[];
  /** Networks, and chains of records, that are left out. */
  readonly skipped: readonly NonNullable<Report["networks"]>[number][];
  /** A node that does not say its chain, which may be one that no other network is of. */
  readonly problem: Problem | undefined;
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

/**
 * Opens one network for each chain that has deployments, all at the same time.
 *
 * @param fleet By chain; those of development chains are left out, unless a manifest names them.
 */
export async function openFleet(
  { chains: found, nodes }: Pick<Fleet, "chains"> & { readonly nodes: ManifestNodes },
  host: Host,
  userConfig: ValidUserConfig,
  caller: Caller,
  options: OpenOptions,
): Promise<OpenFleet> {
  const chains = new Map(
    found.flatMap((each) =>
      isDevelopmentChain(each.chainId) && !nodes.has(each.chainId) ? [] : [[each.chainId, each] as const],
    ),
  );
  const networks = candidateNetworks(await host.networks(), [...chains.keys()], nodes, host);
  const breakers = new HostBreakers();
  const answers = await Promise.all(
    chains.size === 0
      ? []
      : networks.map((network) => ask(network, host, userConfig, caller, { ...options, breakers })),
  );
  const opened = answers.filter((each) => each.kind === "open").filter(({ chainId }) => chains.has(chainId));
  const byChain = Map.groupBy(opened, ({ chainId }) => chainId);
  const lanes: FleetLane[] = [];
  const skipped: OpenFleet["skipped"][number][] = [];
  for (const each of chains.values()) {
    const [first, ...others] = bestFirst(byChain.get(each.chainId) ?? []);
    if (first === undefined) {
      skipped.push({ name: null, chainId: each.chainId, skipped: "no configured network is of this chain" });
      continue;
    }
    const { network, node } = first;
    lanes.push({ ...each, networkName: network.name, networkArgument: network.argument, node });
    for (const { network: other, chainId } of others)
      skipped.push({ name: other.name, chainId, skipped: `its chain is asked through ${network.name}` });
  }
  const isComplete = lanes.length === chains.size;
  skipped.push(...answers.flatMap(leftOut));
  const silent = answers.find((each) => each.kind === "silent" && !each.isLocal);
  const problem = isComplete || silent?.kind !== "silent" ? undefined : silent.problem;
  return { lanes, skipped, problem };
}

async function ask(
  network: ConfiguredNetwork,
  host: Host,
  userConfig: ValidUserConfig,
  caller: Caller,
  options: OpenOptions,
): Promise<Answer> {
  let isOpen = false;
  const open: ConfiguredNetwork["open"] = async (nodeOptions) => {
    const opened = await network.open(nodeOptions);
    isOpen = true;
    return opened;
  };
  try {
    const node = await openChain(host, userConfig, caller, { ...options, network: { ...network, open } });
    return answerOf(network, node);
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const { problem } = error.for({ words: host.words });
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

function leftOut(answer: Answer): OpenFleet["skipped"] {
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
export function noNetwork(
  found: readonly ChainDeployments[],
  skipped: OpenFleet["skipped"],
): VerifyContractError {
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
