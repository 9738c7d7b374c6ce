import pLimit from "p-limit";
import { findDelegateSites } from "../bytecode/delegate-sites.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { parseTarget } from "../domain/target.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { findRelated, type Related } from "../pipeline/find-related.ts";
import { determineCodeWait, getRemainingCodeWait } from "./code-wait.ts";
import { CLOCK } from "./open-chain.ts";
import { createPorts, type SharedPorts } from "./ports-of.ts";
import { createVerifyRequest, listAddresses } from "./recorded-targets.ts";
import type { OpenChain, RunChain, RunParts, RunTarget } from "./run-parts.ts";

const MOST_AT_ONCE = 8;
const MOST_KNOWN = 100;

/** Completes the plan before anything is sent. @param all The targets in all shards. None of them is added again. */
export async function addRelated(
  targets: readonly RunTarget[],
  all: readonly RunTarget[],
  parts: RunParts,
  shared: SharedPorts,
): Promise<readonly RunTarget[]> {
  if (!parts.valid.takesRelated) return targets;
  const chains = [...new Set(targets.map(({ chain }) => chain))];
  const found = await Promise.all(
    chains.map((chain) => {
      const ofChain = (each: RunTarget) => each.chain === chain;
      const { node } = chain;
      return node.kind === "lost"
        ? targets.filter(ofChain)
        : planRelatedOnChain(chain, node, targets.filter(ofChain), all.filter(ofChain), parts, shared);
    }),
  );
  return found.flat();
}

async function planRelatedOnChain(
  chain: RunChain,
  node: OpenChain,
  targets: readonly RunTarget[],
  all: readonly RunTarget[],
  parts: RunParts,
  shared: SharedPorts,
): Promise<readonly RunTarget[]> {
  const { project, signal, onEvent, evidence } = parts;
  using deadline = startDeadline(Math.max(0, node.config.timeoutMs - node.askedForMs), signal);
  const contracts = chain.deployments.flatMap((each) => each.contracts);
  const passedOver = chain.deployments.flatMap((each) => each.passedOver);
  const readRecorded = async (address: string): Promise<readonly RecordedDeployment[]> => {
    const recorded = contracts.flatMap((each) => each.recorded ?? []);
    if (recorded.length > 0) return recorded;
    return [{ address, transactionHashes: await recordedTransactions(address, chain.chainId, project) }];
  };
  const startedMs = CLOCK.elapsedMs();
  const wait = await determineCodeWait(chain, node, parts);
  const inTurn = pLimit(MOST_AT_ONCE);
  const found = await Promise.all(
    targets.map((target, index) =>
      inTurn(async () => {
        // Contracts that are only mentioned in deployment records belong to the run as a whole, so they are added to
        // the first target.
        const mentioned = index === 0 ? passedOver.flatMap(({ address }) => address ?? []) : [];
        if (mentioned.length === 0 && cannotBeProxy(target)) return undefined;
        const ports = createPorts(node, shared, deadline.signal, (event) =>
          onEvent({ type: "progress", index, event }),
        );
        const left = getRemainingCodeWait(target, wait, startedMs);
        const request = createVerifyRequest(target, node.config, parts, false);
        return findRelated(request, { ...ports, ...left }, readRecorded, mentioned);
      }),
    ),
  );
  const taken = new Set(listAddresses(all));
  const related = found.flatMap((relatives, index) =>
    (relatives?.related ?? []).flatMap((each) => {
      const by = targets[index];
      if (by === undefined || taken.has(each.address)) return [];
      taken.add(each.address);
      return [createRelatedTarget(each, by, chain)];
    }),
  );
  return [
    ...targets.map((target, index) => {
      // Evidence must contain the requests that the run itself sends. State read during planning would be too old by
      // the time later targets are processed.
      const isHandedOn = evidence === undefined && index < MOST_KNOWN;
      return isHandedOn ? { ...target, known: found[index]?.known } : target;
    }),
    ...related,
  ];
}

/** True if the recorded creation code can't delegate calls, so the node needn't be queried. */
function cannotBeProxy({ recorded }: RunTarget): boolean {
  return (
    recorded.length > 0 &&
    recorded.every(
      ({ creationCode }) => creationCode !== undefined && findDelegateSites(creationCode).length === 0,
    )
  );
}

/** @param by The named target, whose builds contain the related contract. */
export function createRelatedTarget(
  related: Related,
  by: RunTarget,
  { deployments }: Pick<RunChain, "deployments">,
): RunTarget {
  const origins = deployments.flatMap(({ tool, passedOver }) =>
    passedOver
      .filter(({ address }) => address === related.address)
      .map(({ name, file }) => ({ tool, name, file })),
  );
  return {
    ...by,
    target: parseTarget(related.address),
    // A manifest's contract name applies to the listed contract, or to the implementation of a listed clone.
    contract: related.isOfClone ? by.contract : undefined,
    known: undefined,
    origins,
    lockedName: related.name,
    recorded: [],
    whyGone: undefined,
    related,
  };
}
