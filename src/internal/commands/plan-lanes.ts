import { displayPath } from "../builds/read-candidates.ts";
import { leaveOutGone } from "../deployments/leave-out-gone.ts";
import {
  addNamed,
  type DeployedTarget,
  markLongAgo,
  planTargets,
  shardOf,
} from "../deployments/plan-targets.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { codeAsker } from "./has-code.ts";
import type { Lane, PlannedLane, RunParts } from "./lane.ts";
import { namedByLock, onlyNamed, requireNamed, withExpectedCodes } from "./locked-lane.ts";
import { inOneForm } from "./resolve-forms.ts";

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
