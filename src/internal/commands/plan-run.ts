import { getAddress } from "ethers/address";
import pLimit from "p-limit";
import { formatPath } from "../builds/read-candidates.ts";
import { findDelegateSites } from "../bytecode/delegate-sites.ts";
import { ChainError, type ChainPort } from "../chain/chain-port.ts";
import { waitForCode } from "../chain/read-code.ts";
import type { Deployment, PassedOver } from "../deployments/model.ts";
import {
  addNamed,
  type DeployedTarget,
  leaveOutGone,
  markLongAgo,
  type NamedTarget,
  planOf,
  planTargets,
  shardOf,
} from "../deployments/plan-targets.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { isLongZero } from "../domain/contract-addresses.ts";
import { isHedera } from "../domain/hedera.ts";
import { getTargetKey, type Target } from "../domain/target.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { findRelated } from "../pipeline/find-related.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { noQueryService } from "../pipeline/stages/locate.ts";
import { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import { determineCodeWait, getRemainingCodeWait } from "./code-wait.ts";
import { createHttpOptions } from "./http-options.ts";
import { CLOCK } from "./open-chain.ts";
import { createPorts, type SharedPorts } from "./ports-of.ts";
import {
  createVerifyRequest,
  findLocked,
  formatOrigins,
  listAddresses,
  listLockedTargets,
  selectEntries,
  selectNamed,
} from "./recorded-targets.ts";
import type { Lane, RunChain, RunParts, RunTarget } from "./run-parts.ts";

export type Plan = Awaited<ReturnType<typeof planRun>>;

/**
 * Merges records of the same contract, adds the user's targets, drops contracts that are gone, selects the shard, and
 * adds the contracts that belong to the named ones. Nothing is sent before the plan is complete.
 */
export async function planRun(chains: readonly RunChain[], parts: RunParts, shared: SharedPorts) {
  const { valid, lock } = parts;
  const recorded = await Promise.all(chains.map((chain) => planOnChain(chain, parts)));
  const remaining = await leaveOutGone(
    selectNamed(recorded.flat(), valid.only, lock),
    createCodeReader(parts),
  );
  const { targets: all } = remaining;
  if (all.length === 0) await refuseNothing(chains, remaining.passedOver, parts);
  const named = new Set(valid.shard === undefined ? all : shardOf(all, valid.shard));
  if (valid.scope === "several") refuseIds([...named], parts);
  const lanes = await Promise.all(
    chains.map(async (chain, number): Promise<Lane> => {
      const targets = all.filter((each) => each.chain === chain);
      const others = targets.filter((each) => !named.has(each));
      const requests = targets
        .filter((each) => named.has(each))
        .map((each) => createVerifyRequest(each, parts, chains.length > 1));
      const elsewhere = new Set(listAddresses(others));
      return {
        number,
        chain,
        requests: await addRelated(chain, requests, elsewhere, parts, shared),
        elsewhere,
      };
    }),
  );
  // A contract skipped in one record may still be named elsewhere, for example in the lock file.
  const isTaken = new Set(lanes.flatMap(({ requests }) => listAddresses(requests)));
  const mentioned = chains
    .flatMap(({ deployments }) => deployments.flatMap((each) => each.passedOver))
    .filter(({ address = "" }) => !isTaken.has(address));
  return {
    /** In report order. */
    lanes,
    /** Identifies the contracts of all shards. */
    id: planOf(all),
    passedOver: [...mentioned, ...remaining.passedOver],
  };
}

async function planOnChain(
  chain: RunChain,
  { valid, lock, signal }: RunParts,
): Promise<readonly RunTarget[]> {
  const { buildSource } = valid.common;
  const entries = selectEntries(lock, chain.chainId);
  const asked: readonly NamedTarget[] = [
    ...valid.contracts.map((target) => ({ target, buildSource })),
    ...listLockedTargets(entries, valid, buildSource),
  ];
  const { deployments, named } = await resolveAddresses(chain, asked, signal);
  const recorded = await markLongAgo(planTargets(deployments), Date.now());
  const hasRecords = valid.names.length === 0 && recorded.length > 0;
  return addNamed(recorded, named).map((target) => ({
    ...target,
    chain,
    locked:
      valid.lock === "compare"
        ? findLocked(target, entries, hasRecords && !isMentioned(target, deployments))
        : undefined,
  }));
}

/** True if a record says that someone else deployed the contract. */
function isMentioned({ target }: DeployedTarget, deployments: readonly Deployment[]): boolean {
  return deployments.some(({ passedOver }) =>
    passedOver.some(({ address }) => target.kind === "address" && address === target.address),
  );
}

/** A run with no contracts would verify nothing, so it is refused. An empty shard is fine. */
async function refuseNothing(
  chains: readonly RunChain[],
  gone: readonly PassedOver[],
  { valid, project }: RunParts,
): Promise<void> {
  const [first] = chains;
  if (first === undefined) return;
  const deployments = chains.flatMap((chain) => chain.deployments);
  const passedOver = [...gone, ...deployments.flatMap((each) => each.passedOver)];
  const { nothingRemains } = await import("../deployments/find-deployments.ts");
  throw await nothingRemains(valid.deployments, first.chainId, deployments, passedOver, project);
}

/** Rejects contract IDs if there is no query service, before anything is sent for other contracts. */
function refuseIds(targets: readonly RunTarget[], { project, host }: RunParts): void {
  const named = targets.find(
    ({ target, chain: { node } }) =>
      target.kind === "contract-id" && node.kind === "open" && node.config.query === undefined,
  );
  if (named === undefined) return;
  throw noQueryService(named.target.input, { ...named.chain, words: host.words }).withFacts(
    named.origins.map(({ file }) => ["Named in", formatPath(file, project.root)] as const),
  );
}

const MOST_ASKED_AT_ONCE = 16;

/**
 * Creates a reader that waits for missing code, because the node may lag. It returns undefined if the chain can't be
 * queried.
 */
function createCodeReader(parts: RunParts): (target: RunTarget) => Promise<boolean | undefined> {
  const inTurn = pLimit(MOST_ASKED_AT_ONCE);
  return async ({ target, chain, isLongAgo }) => {
    const { node } = chain;
    if (node.kind === "lost" || target.kind !== "address") return undefined;
    using deadline = startDeadline(node.config.timeoutMs, parts.signal);
    const { signal } = deadline;
    // Limits concurrent requests, but lets waits for different addresses overlap.
    const code: ChainPort["code"] = (...asked) => inTurn(() => node.chain.code(...asked));
    try {
      const found = await waitForCode({ ...node.chain, code }, target.address, signal, async () => ({
        waitMs: isLongAgo === true ? 0 : (await determineCodeWait(chain, node, parts)).allMs,
      }));
      return found.code !== "0x";
    } catch (error) {
      // Keeps the contract, so its report explains the problem with the chain.
      if (error instanceof ChainError || signal.aborted) return undefined;
      throw error;
    }
  };
}

const MOST_AT_ONCE = 4;

/**
 * Replaces Hedera ids and long-zero addresses, so each contract is planned once. Failures are reported when the
 * contract is verified.
 */
async function resolveAddresses(
  { deployments, node, chainId }: RunChain,
  named: readonly NamedTarget[],
  userSignal: AbortSignal,
) {
  const targets = [...deployments.flatMap(({ contracts }) => contracts), ...named].map(
    ({ target }) => target,
  );
  const open = new Map(
    targets
      .filter((each) => each.kind === "contract-id" || isLongZero(each.address))
      .map((each) => [getTargetKey(each), each]),
  );
  const isAmbiguous = open.size > 0 && new Set(targets.map(getTargetKey)).size > 1;
  if (!isHedera(chainId) || node.kind === "lost" || node.config.query === undefined || !isAmbiguous)
    return { deployments, named };
  const query = new QueryService(createHttpOptions(node.config.query, () => {}, undefined, node.breakers));
  using deadline = startDeadline(node.config.timeoutMs, userSignal);
  const inTurn = pLimit(MOST_AT_ONCE);
  const resolved = new Map<string, Target>();
  await Promise.all(
    [...open].map(([form, { input }]) =>
      inTurn(async () => {
        const contract = await askQueryService(query, form, deadline.signal);
        if (contract === undefined) return;
        const { evm_address, contract_id: contractId } = contract;
        const ids = contractId === null ? {} : { contractId };
        resolved.set(form, { kind: "address", input, address: getAddress(evm_address), ...ids });
      }),
    ),
  );
  const resolveTarget = <T extends { readonly target: Target }>(each: T): T => {
    const { target } = each;
    const known = resolved.get(getTargetKey(target));
    return known === undefined ? each : { ...each, target: { ...known, input: target.input } };
  };
  return {
    deployments: deployments.map((each) => ({ ...each, contracts: each.contracts.map(resolveTarget) })),
    named: named.map(resolveTarget),
  };
}

async function askQueryService(query: QueryService, form: string, signal: AbortSignal) {
  try {
    return await query.contract(form, { signal, retriesRefused: false });
  } catch (error) {
    if (error instanceof ServiceError || signal.aborted) return undefined;
    throw error;
  }
}

const MOST_RELATED_AT_ONCE = 8;
const MOST_KNOWN = 100;

/** @param elsewhere Addresses of contracts in other shards. */
async function addRelated(
  chain: RunChain,
  requests: readonly VerifyRequest[],
  elsewhere: ReadonlySet<string>,
  parts: RunParts,
  shared: SharedPorts,
): Promise<readonly VerifyRequest[]> {
  const { node, deployments } = chain;
  const { project, signal, onEvent, evidence, valid } = parts;
  if (!valid.takesRelated || node.kind === "lost" || requests.length === 0) return requests;
  using deadline = startDeadline(Math.max(0, node.config.timeoutMs - node.askedForMs), signal);
  const mentioned = deployments.flatMap(({ tool, passedOver }) =>
    passedOver.flatMap(({ address, name, file }) =>
      address === undefined ? [] : { address, tool, name, file },
    ),
  );
  const readRecorded = async (address: string): Promise<readonly RecordedDeployment[]> => {
    const recorded = listRecorded(chain, address);
    if (recorded.length > 0) return recorded;
    return [{ address, transactionHashes: await recordedTransactions(address, chain.chainId, project) }];
  };
  const startedMs = CLOCK.elapsedMs();
  const wait = await determineCodeWait(chain, node, parts);
  const inTurn = pLimit(MOST_RELATED_AT_ONCE);
  const found = await Promise.all(
    requests.map((request, index) =>
      inTurn(async () => {
        // Contracts that are only mentioned in deployment records belong to the run as a whole, so they are added to
        // the first target.
        const added = index === 0 ? mentioned.map(({ address }) => address) : [];
        if (added.length === 0 && cannotBeProxy(request)) return undefined;
        const ports = createPorts(node, shared, deadline.signal, (event) =>
          onEvent({ type: "progress", index, event }),
        );
        const left = getRemainingCodeWait(request, wait, startedMs);
        return findRelated(request, { ...ports, ...left }, readRecorded, added);
      }),
    ),
  );
  const named = requests.map((request, index) => {
    // Evidence must contain the requests that the run itself sends. State read during planning would be too old by
    // the time later targets are processed.
    const isHandedOn = evidence === undefined && index < MOST_KNOWN;
    return isHandedOn ? { ...request, known: found[index]?.known } : request;
  });
  const taken = new Set([...elsewhere, ...listAddresses(requests)]);
  const related: VerifyRequest[] = [];
  for (const each of found.flatMap((relatives) => relatives?.related ?? [])) {
    const { input: address } = each.target;
    if (taken.has(address)) continue;
    taken.add(address);
    const origins = mentioned.filter((origin) => origin.address === address);
    related.push({ ...each, origins: formatOrigins(origins, project.root) });
  }
  return [...named, ...related];
}

/** Includes recorded calls, because a factory creates its contracts in calls. */
export function listRecorded(
  { deployments }: Pick<RunChain, "deployments">,
  address: string,
): readonly RecordedDeployment[] {
  const recorded = deployments.flatMap(({ contracts }) => contracts).flatMap((each) => each.recorded ?? []);
  const calls = deployments.flatMap((each) => each.calls ?? []);
  return calls.length === 0 ? recorded : [...recorded, { address, transactionHashes: calls }];
}

/** True if the recorded creation code can't delegate calls, so the node needn't be queried. */
function cannotBeProxy({ recorded }: VerifyRequest): boolean {
  return (
    recorded.length > 0 &&
    recorded.every(
      ({ creationCode }) => creationCode !== undefined && findDelegateSites(creationCode).length === 0,
    )
  );
}
