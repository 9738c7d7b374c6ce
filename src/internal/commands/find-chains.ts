import { formatPath } from "../builds/read-candidates.ts";
import type { ChainDeployments } from "../deployments/find-deployments.ts";
import type { Deployment } from "../deployments/model.ts";
import type { ChosenByManifest, ManifestNodes } from "../deployments/read-named.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import { advice, chooseNetwork, configure, writeCommand } from "../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../errors/problem.ts";
import type { Report } from "../report/model.ts";
import { isStop, NO_SERVICES } from "../report/outcome.ts";
import { HostBreakers } from "../services/http/hosts.ts";
import { isLoopback } from "../services/http/urls.ts";
import { joinWords } from "../text/amounts.ts";
import type { ConfiguredNetwork, Host } from "./host.ts";
import { openChain } from "./open-chain.ts";
import { getLockedChains } from "./recorded-targets.ts";
import { createRunLine } from "./request.ts";
import type { LostChain, OpenChain, RunChain, RunParts } from "./run-parts.ts";

export interface FoundChains {
  readonly chains: readonly RunChain[];
  /** Deployment records that don't specify a chain. The run reports only their skipped entries. */
  readonly others: readonly Deployment[];
  /** The networks and recorded chains left out of the run. Undefined if the user chose one network. */
  readonly networks?: NonNullable<Report["networks"]>;
  /** The reason some chains can't be queried. */
  readonly problem?: Problem | undefined;
  /** The chosen network, if it can't be queried. */
  readonly lost?: LostChain;
}

/** Opens the chosen network, or a network for each chain in the records, the manifests and the lock file. */
export async function findChains(parts: RunParts): Promise<FoundChains> {
  const { valid, project } = parts;
  if (valid.scope === "one" || valid.isNetworkNamed) return findOnNetwork(parts);
  const { nodesOfManifests } = await import("../deployments/read-named.ts");
  const nodes = await nodesOfManifests(valid.deployments, project, process.cwd());
  if (nodes.size > 0 && valid.contracts.length > 0)
    throw new VerifyContractError("VC112", {
      values: { options: "a manifest with several chains and an address" },
    });
  // If the user chose no network, a manifest with several chains selects those chains.
  return valid.allNetworks || nodes.size > 0 || coversWholeLock(parts)
    ? findOnAllNetworks(parts, nodes)
    : findOnNetwork(parts);
}

/** A comparison with the lock file covers all chains in the file, unless the user narrows the run. */
function coversWholeLock({ valid, lock }: RunParts): boolean {
  return (
    valid.lock === "compare" &&
    valid.names.length === 0 &&
    getLockedChains(lock).some((chainId) => !isDevelopmentChain(chainId))
  );
}

async function findOnNetwork(parts: RunParts): Promise<FoundChains> {
  const node = await openChain(parts);
  if (node.kind === "lost") {
    const problem = addRepeatStep(node.problem, parts, node.networkName);
    return { chains: [], others: [], problem, lost: { ...node, problem } };
  }
  const { chainId } = node;
  const { networkName } = node.chain;
  const chains = [{ networkName, chainId, node, deployments: await findChainDeployments(node, parts) }];
  const recorded = new Set(await listRecordedChains(parts));
  const others = Array.from(recorded).filter((each) => each !== chainId);
  if (others.length === 0) return { chains, others: [] };
  const skipped = `this run only covers ${networkName}`;
  return { chains, others: [], networks: others.map((other) => ({ name: null, chainId: other, skipped })) };
}

/** Lists the lock file's chains, and if the user chose one network of a manifest, also the manifest's chains. */
async function listRecordedChains({ valid, lock, project }: RunParts): Promise<readonly number[]> {
  const locked = valid.lock === "compare" ? getLockedChains(lock) : [];
  if (!valid.isNetworkNamed || valid.deployments.length === 0) return locked;
  const { nodesOfManifests } = await import("../deployments/read-named.ts");
  const nodes = await nodesOfManifests(valid.deployments, project, process.cwd());
  return [...nodes.keys(), ...locked];
}

/** If the user stopped the run, sets the problem's next step to the command that repeats it. */
function addRepeatStep(
  problem: Problem,
  { valid, host }: RunParts,
  networkName: string | undefined,
): Problem {
  return isStop(problem)
    ? { ...problem, next: writeCommand(host.words, createRunLine(valid, networkName, host)) }
    : problem;
}

const ARGUMENTS = "leave out constructor arguments: every word after an address is another target";

/** A run with only addresses needs no deployments. A run without targets uses all of the project's deployments. */
async function findChainDeployments(
  { chain, chainId, forgotten }: OpenChain,
  { project, signal, lock, valid: { names, deployments, contracts } }: RunParts,
): Promise<readonly Deployment[]> {
  if (names.length > 0 && deployments.length === 0) return [];
  const { findDeployments } = await import("../deployments/find-deployments.ts");
  const instance = () => chain.instance(signal);
  try {
    return await findDeployments(deployments, chainId, project, process.cwd(), instance, forgotten);
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    // The lock file still provides contracts for this chain.
    if (error.code === "VC701" && getLockedChains(lock).includes(chainId)) return [];
    const mayBeArgument = error.code === "VC703" && contracts.length > 0;
    throw mayBeArgument ? error.withFacts([["Arguments", ARGUMENTS]]) : error;
  }
}

async function findOnAllNetworks(parts: RunParts, nodes: ManifestNodes): Promise<FoundChains> {
  const { project, valid, lock } = parts;
  const { findFleet } = await import("../deployments/find-deployments.ts");
  const { chains: recorded, others } = await findFleet(valid.deployments, project, process.cwd());
  const known = new Set(recorded.map(({ chainId }) => chainId));
  const onlyLocked = getLockedChains(lock).filter((chainId) => !known.has(chainId));
  const all = [...recorded, ...onlyLocked.map((chainId) => ({ chainId, deployments: [] }))];
  const { chains, networks, silent } = await openNetworks(parts, all, nodes);
  const problem =
    (silent && addRepeatStep(silent, parts, undefined)) ?? reportUnservedChains(parts, chains, networks);
  if (chains.length === 0 && problem === undefined) throw noNetwork(all, networks);
  return { chains, others, networks, problem };
}

function reportUnservedChains(
  { valid, lock, host }: RunParts,
  chains: readonly RunChain[],
  skipped: Networks,
): Problem | undefined {
  if (valid.lock !== "compare") return undefined;
  const served = new Set(chains.map(({ chainId }) => chainId));
  const unserved = getLockedChains(lock).filter(
    (chainId) => !served.has(chainId) && !isDevelopmentChain(chainId),
  );
  if (unserved.length === 0) return undefined;
  return problem(
    "VC717",
    {
      values: { chains: joinWords(unserved.map((chainId) => `chain ${chainId}`)) },
      facts: skipped.flatMap(({ name, chainId, skipped: reason }) =>
        name === null || reason === undefined || !unserved.includes(chainId ?? 0)
          ? []
          : [[name, reason] as const],
      ),
      next: configure("configure a network for each of these chains, with its chain id,"),
    },
    { words: host.words },
  );
}

interface Answer {
  readonly network: ConfiguredNetwork;
  readonly node: OpenChain | LostChain;
}

type Networks = NonNullable<FoundChains["networks"]>;

/**
 * Skips development chains unless a manifest lists them.
 * @returns `silent` is the problem with an unresponsive node, which may be on one of the chains without a network.
 */
async function openNetworks(parts: RunParts, found: readonly ChainDeployments[], nodes: ManifestNodes) {
  const { host } = parts;
  const wanted = found.filter(({ chainId }) => !isDevelopmentChain(chainId) || nodes.has(chainId));
  const ids = wanted.map(({ chainId }) => chainId);
  const networks = selectNetworks(await host.networks(), ids, nodes, host);
  const breakers = new HostBreakers();
  const answers = await Promise.all(
    wanted.length === 0 ? [] : networks.map((network) => queryNetwork(parts, network, breakers)),
  );
  const byChain = Map.groupBy(answers, ({ node }) => node.chainId);
  const chains: RunChain[] = [];
  const skipped: Networks[number][] = [];
  for (const each of wanted) {
    const { chainId } = each;
    const isOpen = ({ node }: Answer): number => Number(node.kind === "open");
    const ofChain = byChain.get(chainId) ?? [];
    const [first, ...others] = ofChain.toSorted((one, other) => isOpen(other) - isOpen(one));
    if (first === undefined) {
      skipped.push({ name: null, chainId, skipped: "no usable network is configured for this chain" });
      continue;
    }
    const { network, node } = first;
    chains.push({ ...each, networkName: network.name, networkArgument: network.argument, node });
    for (const { network: other } of others)
      skipped.push({ name: other.name, chainId, skipped: `its chain is queried through ${network.name}` });
  }
  const withoutChain = byChain.get(undefined) ?? [];
  skipped.push(...withoutChain.flatMap(describeLeftOut));
  const isComplete = chains.length === wanted.length;
  // A loopback node is most likely a development node that isn't running.
  const silent = withoutChain.flatMap(({ node }) =>
    node.kind === "lost" && node.wrongUse === undefined && !isLoopback(node.nodeUrl) ? node.problem : [],
  );
  return { chains, networks: skipped, silent: isComplete ? undefined : silent[0] };
}

async function queryNetwork(
  parts: RunParts,
  network: ConfiguredNetwork,
  breakers: HostBreakers,
): Promise<Answer> {
  // A network whose URL can't be read isn't assigned to a chain.
  let chainId: number | undefined;
  const open: ConfiguredNetwork["open"] = async (nodeOptions) => {
    const opened = await network.open(nodeOptions);
    chainId = network.chainId;
    return opened;
  };
  try {
    return { network, node: await openChain(parts, { ...network, open }, breakers) };
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const { problem } = error.for({ words: parts.host.words });
    // Other networks continue; only this network's contracts fail.
    const lost = { kind: "lost", networkName: network.name, chainId, services: NO_SERVICES } as const;
    return { network, node: { ...lost, outcome: "no-build", problem, wrongUse: error } };
  }
}

function describeLeftOut({ network, node }: Answer): Networks {
  if (node.kind === "open") return [];
  const { problem, wrongUse } = node;
  const reason = problem.facts.find(({ label }) => label === "Reason")?.value ?? problem.message;
  const skipped =
    wrongUse === undefined ? "its node doesn't report a chain id, and none is configured" : reason;
  return [{ name: network.name, chainId: network.chainId ?? null, skipped, error: problem }];
}

function noNetwork(found: readonly ChainDeployments[], skipped: Networks): VerifyContractError {
  const named = skipped.flatMap(({ name, skipped: why }) =>
    name === null || why === undefined ? [] : [`${name}: ${why}`],
  );
  const chains = found.map(
    ({ chainId }) => `${chainId}${isDevelopmentChain(chainId) ? " (development chain)" : ""}`,
  );
  return new VerifyContractError("VC119", {
    facts: [
      ["Chains", found.length === 0 ? "none: no contract in any deployment record" : joinWords(chains)],
      ...named.map((text) => ["Left out", text] as const),
    ],
    ...suggestNetwork(found, skipped),
  });
}

function suggestNetwork(found: readonly ChainDeployments[], skipped: Networks) {
  if (found.length === 0)
    return { next: advice("pass an address, or the path of a deployment or a manifest") };
  const failed = skipped.find(
    ({ chainId, error }) => error && found.some((each) => each.chainId === chainId),
  );
  if (failed?.error !== undefined)
    return { next: advice(failed.error.next ?? "correct the network that is left out") };
  // `--all-networks` skips development chains, so a configured network wouldn't help.
  return found.every(({ chainId }) => isDevelopmentChain(chainId))
    ? {
        likely: "a run over all networks leaves out development chains",
        next: chooseNetwork("choose the network with"),
      }
    : { next: configure("configure a network for one of these chains, with its chain id,") };
}

/** A manifest's network takes precedence. For any other chain, all configured networks that may serve it are tried. */
export function selectNetworks(
  configured: readonly ConfiguredNetwork[],
  chains: readonly number[],
  nodes: ManifestNodes,
  host: Pick<Host, "openUrl" | "words">,
): readonly ConfiguredNetwork[] {
  const chosen = chains.flatMap((chainId) => {
    const node = nodes.get(chainId);
    return node === undefined ? [] : (findChosenNetwork(chainId, node, configured, host) ?? []);
  });
  const open = new Set(chains.filter((id) => !chosen.some(({ chainId }) => chainId === id)));
  const others = configured.filter(
    ({ chainId, isForDevelopment }) =>
      open.size > 0 && !isForDevelopment && (chainId === undefined || open.has(chainId)),
  );
  return [...chosen, ...others];
}

function findChosenNetwork(
  chainId: number,
  { network, rpcUrl, file }: ChosenByManifest,
  configured: readonly ConfiguredNetwork[],
  host: Pick<Host, "openUrl" | "words">,
): ConfiguredNetwork | undefined {
  if (rpcUrl !== undefined) {
    // Using a configured network's name lets suggested commands be pasted without edits.
    const known = configured.find((each) => each.chainId === chainId)?.name;
    const name = known ?? `chain-${chainId}`;
    const argument = known === undefined ? { argument: host.words.network.unnamed(chainId, rpcUrl) } : {};
    const key = `chains.${chainId}.rpcUrl in ${formatPath(file, process.cwd())}`;
    const open: ConfiguredNetwork["open"] = (options) =>
      host.openUrl({ name, url: rpcUrl, chainId, key }, options);
    return { name, ...argument, chainId, source: key, isForDevelopment: false, open };
  }
  if (network === undefined) return undefined;
  const named = configured.find(({ name }) => name === network);
  if (named === undefined) throw unknownNetwork(chainId, network, file, configured);
  const open: ConfiguredNetwork["open"] = async (options) => ({
    ...(await named.open(options)),
    configuredChainId: chainId,
  });
  const source = `chains.${chainId}.network in ${formatPath(file, process.cwd())}`;
  return { ...named, chainId, source, open };
}

function unknownNetwork(
  chainId: number,
  network: string,
  file: string,
  configured: readonly ConfiguredNetwork[],
): VerifyContractError {
  const names = configured.map(({ name }) => name);
  return new VerifyContractError("VC705", {
    values: { file: formatPath(file, process.cwd()) },
    facts: [
      [`chains.${chainId}.network`, `there is no network "${network}" in the configuration`],
      ["Available", names.join(", ") || undefined],
    ],
    next: advice("specify a configured network in this file"),
  });
}
