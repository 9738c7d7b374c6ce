import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { BuildFiles, BuildSource } from "../builds/build-source.ts";
import { formatPath } from "../builds/read-candidates.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import { getTargetKey, type Target } from "../domain/target.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { withoutUndefined } from "../text/is-object.ts";
import {
  type DeployedContract,
  type Deployment,
  FAILED,
  MANIFEST,
  type PassedOver,
  type RecordingTool,
} from "./model.ts";

/** A contract to verify, with all its deployment records. */
export interface DeployedTarget extends Pick<DeployedContract, "target" | "contract"> {
  readonly buildSource: BuildSource;
  readonly origins: readonly Origin[];
  /** The contract's name in the lock file, if it was selected through that file. */
  readonly lockedName?: string;
  readonly recorded: readonly RecordedDeployment[];
  /** True if the contract was deployed so long ago that even lagging nodes have it. */
  readonly isLongAgo?: boolean;
  /** The reason to skip the contract if it has no code. If undefined, missing code is an error. */
  readonly whyGone: string | undefined;
}

type Origin = RecordingTool & Pick<DeployedContract, "name" | "file">;

/** Shard `index` of `count`, counted from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

type Entry = DeployedContract & { readonly origin: Origin };

/** Joins each contract's records, so it is verified only once. @throws VC705 for conflicting manifest entries. */
export function planTargets(deployments: readonly Deployment[]): readonly DeployedTarget[] {
  const entries = deployments.flatMap(({ tool, naming, contracts }) =>
    contracts.map((each) => {
      const { name, file } = each;
      return { ...each, origin: withoutUndefined({ tool, name, file, naming }) };
    }),
  );
  return [...Map.groupBy(entries, ({ target }) => getTargetKey(target)).values()].flatMap((each) => {
    const [first] = each;
    return first === undefined ? [] : [joinRecords(first, each)];
  });
}

export type NamedTarget = Pick<DeployedTarget, "target" | "buildSource" | "lockedName">;

/** Much longer than the few seconds by which nodes lag. */
const LONG_AGO_MS = 10 * 60 * 1000;

/**
 * Tools write a record after the deployment, so the deployment is at least as old as the record. A manifest may be
 * older than the deployment.
 */
export async function markLongAgo<T extends DeployedTarget>(
  targets: readonly T[],
  nowMs: number,
): Promise<readonly T[]> {
  return Promise.all(
    targets.map(async (target) => {
      const records = target.origins.filter(({ tool }) => tool !== MANIFEST);
      const areOld = await Promise.all(records.map(({ file }) => isOld(file, nowMs)));
      return areOld.length > 0 && areOld.every(Boolean) ? { ...target, isLongAgo: true } : target;
    }),
  );
}

async function isOld(file: string, nowMs: number): Promise<boolean> {
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && nowMs - written.mtimeMs > LONG_AGO_MS;
}

/** Adds contracts that the user named. A contract with deployment records keeps them. */
export function addNamed(
  targets: readonly DeployedTarget[],
  named: readonly NamedTarget[],
): readonly DeployedTarget[] {
  const all = new Map(targets.map((each) => [getTargetKey(each.target), each]));
  for (const each of named) {
    const key = getTargetKey(each.target);
    const known = all.get(key) ?? { ...each, origins: [], recorded: [], contract: undefined };
    // A contract named by the user is verified whatever its records say.
    all.set(key, { ...known, whyGone: undefined });
  }
  return [...all.values()];
}

/**
 * Skips contracts without code that appear only in superseded broadcasts, failed transactions, or records from a node's
 * earlier run. A locked contract once had code, so its missing code is drift. `hasCode` returns undefined if the chain
 * can't be read.
 */
export async function leaveOutGone<T extends DeployedTarget & MaybeLocked>(
  targets: readonly T[],
  hasCode: (target: T) => Promise<boolean | undefined>,
): Promise<{ readonly targets: readonly T[]; readonly passedOver: readonly PassedOver[] }> {
  const isGone = await Promise.all(
    targets.map(
      async (each) =>
        each.whyGone !== undefined && each.locked?.entry === undefined && (await hasCode(each)) === false,
    ),
  );
  return {
    targets: targets.filter((_, index) => !isGone[index]),
    passedOver: targets.flatMap(({ origins, whyGone: reason }, index) =>
      isGone[index] && reason !== undefined ? origins.map(({ name, file }) => ({ name, file, reason })) : [],
    ),
  };
}

interface MaybeLocked {
  readonly locked?: { readonly entry: unknown } | undefined;
}

interface Placed {
  readonly target: Target;
  readonly chain?: { readonly chainId: number };
}

/** Returns one shard's targets. The order of `targets` doesn't matter, and shards differ in size by at most one. */
export function shardOf<T extends Placed>(targets: readonly T[], { index, count }: Shard): readonly T[] {
  const keys = placeKeys(targets);
  const sorted = [...targets].sort((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1));
  return sorted.filter((_, position) => position % count === index - 1);
}

/**
 * Returns a 16-digit hex identifier for the set of contracts that is split into shards. Also covers their lock entries,
 * because shards compared with different lock files don't belong to the same run.
 */
export function planOf(targets: readonly (Placed & MaybeLocked)[]): string {
  const keys = placeKeys(targets);
  const lines = targets.map((each) => `${keys.get(each)} ${JSON.stringify(each.locked?.entry)}`).sort();
  return createHash("sha256").update(lines.join("\n")).digest("hex").slice(0, 16);
}

/** Includes the chain ID if there are several chains, because the same address may exist on each of them. */
function placeKeys(targets: readonly Placed[]): ReadonlyMap<Placed, string> {
  const isOfOneChain = new Set(targets.map(({ chain }) => chain?.chainId)).size < 2;
  return new Map(
    targets.map((each) => [
      each,
      `${isOfOneChain ? "" : `${each.chain?.chainId} `}${getTargetKey(each.target)}`,
    ]),
  );
}

function joinRecords(first: Entry, entries: readonly Entry[]): DeployedTarget {
  const succeeded = entries.filter(({ mayHaveFailed }) => mayHaveFailed !== true);
  const reliable = succeeded.length === 0 ? entries : succeeded;
  return {
    target: first.target,
    origins: unique(entries.map(({ origin }) => origin)),
    recorded: unique(reliable.flatMap(({ recorded }) => recorded ?? [])),
    buildSource: joinBuildSources(entries),
    contract: requireSingleContract(entries),
    whyGone: explainGone(succeeded),
  };
}

/** If one record expects code, the other records' reasons don't count. */
function explainGone(succeeded: readonly Entry[]): string | undefined {
  const [first = { whyGone: FAILED }] = succeeded;
  return succeeded.every(({ whyGone }) => whyGone !== undefined) ? first.whyGone : undefined;
}

/** Named builds take precedence over the tools' default locations. */
function joinBuildSources(entries: readonly Entry[]): BuildFiles {
  const sources = entries.map(({ buildSource }) => buildSource);
  const named = sources.filter(({ isNamed }) => isNamed);
  const taken = named.length > 0 ? named : sources;
  const locations = taken.flatMap((each) => each.locations);
  return {
    kind: "build-files",
    // The project's own artifacts come last in each list, and must also come last in the joined list.
    locations: locations.filter((each, index) => locations.lastIndexOf(each) === index),
    isNamed: named.length > 0,
  };
}

/** Returns the contract that the entries specify. @throws VC705 if they specify different ones. */
function requireSingleContract(entries: readonly Entry[]): string | undefined {
  const [first, ...others] = entries.filter(({ contract }) => contract !== undefined);
  const other = others.find(({ contract }) => contract !== first?.contract);
  if (first === undefined || other === undefined) return first?.contract;
  throw new VerifyContractError("VC705", {
    values: { file: formatPath(other.file, process.cwd()) },
    facts: [
      ["Contract", first.target.input],
      ...[first, other].map(
        ({ name, file, contract }) =>
          [`${name} in ${formatPath(file, process.cwd())}`, `the contract ${contract}`] as const,
      ),
    ],
    likely: "two entries name the same contract",
    next: advice("remove one of them"),
  });
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
