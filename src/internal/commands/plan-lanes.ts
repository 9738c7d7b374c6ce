import { getAddress } from "ethers/address";
import pLimit from "p-limit";
import { displayPath } from "../builds/read-candidates.ts";
import { ChainError } from "../chain/chain-port.ts";
import { waitForCode } from "../chain/wait-for-code.ts";
import { leaveOutGone } from "../deployments/leave-out-gone.ts";
import type { Deployment } from "../deployments/model.ts";
import {
  addNamed,
  type DeployedTarget,
  markLongAgo,
  planTargets,
  shardOf,
} from "../deployments/plan-targets.ts";
import { isLongZero } from "../domain/contract-addresses.ts";
import { isHedera } from "../domain/hedera.ts";
import type { Target } from "../domain/target.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import { httpOptions } from "./http-options.ts";
import type { Lane, PlannedLane, RunParts } from "./lane.ts";
import { namedByLock, onlyNamed, requireNamed, withExpectedCodes } from "./locked-lane.ts";
import type { OpenChain } from "./open-chain.ts";

/**
 * Plans which contracts a run takes: joins the records of each, adds those that the user named, takes one shard, and leaves
 * out what is gone from its chain.
 *
 * @throws VerifyContractError VC104, VC701, VC704, VC705, VC714
 */
export async function planLanes(found: readonly Lane[], parts: RunParts): Promise<readonly PlannedLane[]> {
  const { valid, project, lock, caller } = parts;
  const { buildSource } = valid.common;
  const inForm = await Promise.all(
    found.map(async (lane) => {
      const asked = [
        ...valid.contracts.map((target) => ({ target, buildSource })),
        ...namedByLock(lock, lane.chainId, valid, buildSource),
      ];
      return { ...lane, ...(await inOneForm(lane, asked, caller.signal)) };
    }),
  );
  const recorded = await Promise.all(
    inForm.map(({ deployments }) => markLongAgo(planTargets(deployments), Date.now())),
  );
  const lanes = inForm.map(({ named, ...lane }, index) => {
    const { chainId } = lane;
    const all = onlyNamed(addNamed(recorded[index] ?? [], named), lock, chainId, valid.only);
    const locked = valid.lock === "compare" ? lock.filter((entry) => entry.chainId === chainId) : undefined;
    const node =
      lane.node.kind === "open" && locked !== undefined
        ? { ...lane.node, chain: withExpectedCodes(lane.node.chain, locked) }
        : lane.node;
    return { ...lane, node, all: all.map((each) => ({ ...each, chainId })), locked };
  });
  requireNamed(lanes, valid.only, lock);
  const all = lanes.flatMap((lane) => lane.all);
  const ofShard = new Set(valid.shard === undefined ? all : shardOf(all, valid.shard));
  const planned = await Promise.all(
    lanes.map(async (lane) => {
      const { targets, passedOver } = await remaining(
        parts,
        lane,
        lane.all.filter((each) => ofShard.has(each)),
      );
      return { ...lane, targets, gone: passedOver };
    }),
  );
  if (planned.every(({ targets }) => targets.length === 0) && all.every(({ mayHaveFailed }) => mayHaveFailed))
    await requireAny(planned, parts);
  if (valid.scope === "several") for (const lane of planned) refuseIds(lane, project.root);
  return planned;
}

async function remaining(
  { valid: { common }, caller }: RunParts,
  { node }: Lane,
  targets: readonly DeployedTarget[],
): ReturnType<typeof leaveOutGone> {
  if (node.kind === "unknown") return { targets, passedOver: [] };
  return leaveOutGone(targets, codeAsker(node, common.timeoutMs, caller.signal));
}

/** No contract of this shard is left: a run in which none is left of any verifies nothing. */
async function requireAny(lanes: readonly PlannedLane[], parts: RunParts): Promise<void> {
  const wholes = await Promise.all(lanes.map((lane) => remaining(parts, lane, lane.all)));
  const [first] = lanes;
  if (first === undefined || wholes.some(({ targets }) => targets.length > 0)) return;
  const deployments = lanes.flatMap((lane) => lane.deployments);
  const passedOver = [
    ...wholes.flatMap((whole) => whole.passedOver),
    ...deployments.flatMap((each) => each.passedOver),
  ];
  const { nothingRemains } = await import("../deployments/find-deployments.ts");
  throw nothingRemains(parts.valid.deployments, first.chainId, deployments, passedOver, parts.project);
}

/** Before anything is sent for the others. */
function refuseIds({ node, targets, chainId }: PlannedLane, root: string): void {
  if (node.kind === "unknown" || node.config.query !== undefined) return;
  const named = targets.find(({ target }) => target.kind === "contract-id");
  if (named === undefined) return;
  throw new VerifyContractError("VC104", {
    values: { target: named.target.input, chainId },
    facts: named.origins.map(({ file }) => ["Named in", displayPath(file, root)] as const),
    next: advice("name it by its address, or configure verifyContract.query"),
  });
}

const MOST_ASKED_AT_ONCE = 16;

/**
 * Asks whether addresses have code, as patiently as for a contract to verify: a node may be behind the one that
 * deployed it, unless it was deployed long ago.
 *
 * @returns Of an address: undefined where the chain can't be asked.
 */
function codeAsker(
  { chain, config }: Extract<OpenChain, { kind: "open" }>,
  timeoutMs = config.timeoutMs,
  userSignal?: AbortSignal,
): (address: string, isLongAgo?: boolean) => Promise<boolean | undefined> {
  const inTurn = pLimit(MOST_ASKED_AT_ONCE);
  // The waits between two questions go on side by side, however many addresses there are.
  const code: typeof chain.code = (...asked) => inTurn(() => chain.code(...asked));
  return async (address, isLongAgo) => {
    using deadline = startDeadline(timeoutMs, userSignal);
    const { signal } = deadline;
    try {
      const asked = { ...chain, code };
      const attempts = isLongAgo === true ? 1 : config.appearAttempts;
      const found = await waitForCode(asked, address, attempts, signal, () => {});
      return found.code !== "0x";
    } catch (error) {
      // The contract stays among the others, whose reports say what is wrong with the chain.
      if (error instanceof ChainError || signal.aborted) return undefined;
      throw error;
    }
  };
}

const MOST_AT_ONCE = 4;

/**
 * Gives ids and long-zero addresses of Hedera the address that the mirror node names, so that a contract that is named in
 * two forms is one target. What it does not know, or does not answer, keeps its form; its own run says what is wrong.
 *
 * @param targets All that is named on the chain of the lane, in any form.
 * @returns The targets by their own form.
 */
async function resolveForms(
  { node, chainId }: Lane,
  targets: readonly Target[],
  userSignal: AbortSignal | undefined,
): Promise<(target: Target) => Target> {
  const open = new Map(targets.filter(isOtherForm).map((each) => [formOf(each), each]));
  const isAmbiguous = open.size > 0 && new Set(targets.map(formOf)).size > 1;
  if (!isHedera(chainId) || node.kind === "unknown" || node.config.query === undefined || !isAmbiguous)
    return (target) => target;
  const { config, breakers } = node;
  const query = new QueryService(httpOptions(node.config.query, config, () => {}, undefined, breakers));
  using deadline = startDeadline(config.timeoutMs, userSignal);
  const inTurn = pLimit(MOST_AT_ONCE);
  const resolved = new Map<string, Target>();
  await Promise.all(
    [...open].map(([form, target]) =>
      inTurn(async () => {
        const contract = await ask(query, form, deadline.signal);
        if (contract === undefined) return;
        const { evm_address: address, contract_id: contractId } = contract;
        resolved.set(form, {
          kind: "address",
          input: target.input,
          address: getAddress(address),
          ...(contractId === null ? {} : { contractId }),
        });
      }),
    ),
  );
  return (target) => {
    const known = resolved.get(formOf(target));
    return known === undefined ? target : { ...known, input: target.input };
  };
}

/** The deployments of a lane, and what the user named there, with one form for each contract. */
async function inOneForm<Named extends { readonly target: Target }>(
  lane: Lane,
  named: readonly Named[],
  signal: AbortSignal | undefined,
): Promise<{ readonly deployments: readonly Deployment[]; readonly named: readonly Named[] }> {
  const { deployments } = lane;
  const targets = [
    ...deployments.flatMap(({ contracts }) => contracts.map(({ target }) => target)),
    ...named.map(({ target }) => target),
  ];
  const resolve = await resolveForms(lane, targets, signal);
  return {
    deployments: deployments.map((deployment) => ({
      ...deployment,
      contracts: deployment.contracts.map((each) => ({ ...each, target: resolve(each.target) })),
    })),
    named: named.map((each) => ({ ...each, target: resolve(each.target) })),
  };
}

function isOtherForm(target: Target): boolean {
  return target.kind === "contract-id" || isLongZero(target.address);
}

function formOf(target: Target): string {
  return target.kind === "address" ? target.address.toLowerCase() : target.contractId;
}

async function ask(query: QueryService, form: string, signal: AbortSignal) {
  try {
    return await query.contract(form, { signal });
  } catch (error) {
    if (error instanceof ServiceError || signal.aborted) return undefined;
    throw error;
  }
}
