import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { BuildSource } from "../builds/build-source.ts";
import { Memo } from "../builds/memo.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";
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
export interface DeployedTarget extends Pick<DeployedContract, "target" | "buildSource" | "contract"> {
  readonly origins: readonly Origin[];
  /** In the lock file, where that is what names it. */
  readonly lockedName?: string;
  readonly recorded: readonly RecordedDeployment[];
  /** It was deployed so long ago that no node lags behind it. */
  readonly isLongAgo?: boolean;
  /** Why it is skipped if it has no code; without it, that is an error. */
  readonly whyGone: string | undefined;
}

type Origin = RecordingTool & Pick<DeployedContract, "name" | "file">;

/** Part `index` of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

type Entry = DeployedContract &
  Pick<Deployment, "tool"> & { readonly naming: Deployment["naming"] | undefined };

/**
 * Joins the deployment records of each contract, so that each is verified once.
 *
 * @throws VC705 for contradicting manifest entries.
 */
export function planTargets(deployments: readonly Deployment[]): readonly DeployedTarget[] {
  const entries = deployments.flatMap(({ tool, naming, contracts }) =>
    contracts.map((each) => ({ ...each, tool, naming })),
  );
  return [...Map.groupBy(entries, ({ target }) => keyOf(target)).values()].flatMap((each) => {
    const [first] = each;
    return first === undefined ? [] : [joined(first, each)];
  });
}

/** A contract that the user named by itself. */
export type NamedTarget = Pick<DeployedTarget, "target" | "buildSource" | "lockedName">;

/** A node that lags is behind by seconds. */
const LONG_AGO_MS = 10 * 60 * 1000;

/**
 * Marks the targets that were deployed long ago: the tools write a record after its deployment, so that it is at least
 * as old as the file. A manifest may be older than what it names.
 */
export async function markLongAgo<T extends DeployedTarget>(
  targets: readonly T[],
  nowMs: number,
): Promise<readonly T[]> {
  const files = new Memo<boolean>();
  return Promise.all(
    targets.map(async (target) => {
      const records = target.origins.filter(({ tool }) => tool !== MANIFEST);
      const areOld = await Promise.all(records.map(({ file }) => files.get(file, () => isOld(file, nowMs))));
      return areOld.length > 0 && areOld.every(Boolean) ? { ...target, isLongAgo: true } : target;
    }),
  );
}

async function isOld(file: string, nowMs: number): Promise<boolean> {
  const written = await stat(file).catch(() => undefined);
  return written !== undefined && nowMs - written.mtimeMs > LONG_AGO_MS;
}

/** Adds contracts that the user named; one that has records keeps these. */
export function addNamed(
  targets: readonly DeployedTarget[],
  named: readonly NamedTarget[],
): readonly DeployedTarget[] {
  const all = new Map(targets.map((each) => [keyOf(each.target), each]));
  for (const each of named) {
    const key = keyOf(each.target);
    const known = all.get(key) ?? {
      ...each,
      origins: [],
      recorded: [],
      contract: undefined,
    };
    // A contract that the user names is verified, whatever its records say.
    all.set(key, { ...known, whyGone: undefined });
  }
  return [...all.values()];
}

/**
 * Skips contracts without code that only superseded broadcasts name (the chain was restarted, or another chain has its
 * id), only failed transactions, or only records of an earlier run of a development node.
 *
 * @param hasCode undefined where the chain can't be read; asked in vain once for what was deployed long ago.
 */
export async function leaveOutGone<T extends DeployedTarget>(
  targets: readonly T[],
  hasCode: (address: string, isLongAgo: boolean | undefined) => Promise<boolean | undefined>,
): Promise<{ readonly targets: readonly T[]; readonly passedOver: readonly PassedOver[] }> {
  const isGone = await Promise.all(
    targets.map(
      async ({ whyGone, isLongAgo, target }) =>
        whyGone !== undefined &&
        target.kind === "address" &&
        (await hasCode(target.address, isLongAgo)) === false,
    ),
  );
  return {
    targets: targets.filter((_, index) => !isGone[index]),
    passedOver: targets.flatMap(({ origins, whyGone: reason }, index) =>
      isGone[index] && reason !== undefined ? origins.map(({ name, file }) => ({ name, file, reason })) : [],
    ),
  };
}

/** A target, and its chain in a run that may be over several. */
interface Placed {
  readonly target: Target;
  readonly chain?: { readonly chainId: number };
}

/** The targets of one shard. They do not depend on the order of the targets, and shards differ by at most one target. */
export function shardOf<T extends Placed>(targets: readonly T[], { index, count }: Shard): readonly T[] {
  const keys = placeKeys(targets);
  const sorted = [...targets].sort((a, b) => ((keys.get(a) ?? "") < (keys.get(b) ?? "") ? -1 : 1));
  return sorted.filter((_, position) => position % count === index - 1);
}

/** Identifies the set of contracts that shards were made of: 16 hex digits. */
export function planOf(targets: readonly Placed[]): string {
  const keys = [...placeKeys(targets).values()].sort();
  return createHash("sha256").update(keys.join("\n")).digest("hex").slice(0, 16);
}

/** The same address may have a contract on each of several chains. */
function placeKeys(targets: readonly Placed[]): ReadonlyMap<Placed, string> {
  const isOfOneChain = new Set(targets.map(({ chain }) => chain?.chainId)).size < 2;
  return new Map(
    targets.map((each) => [each, `${isOfOneChain ? "" : `${each.chain?.chainId} `}${keyOf(each.target)}`]),
  );
}

/** Equal for an address in any letter case, and for `1234` and `0.0.1234`. */
function keyOf(target: Target): string {
  if (target.kind === "address") return target.address.toLowerCase();
  const parts = target.contractId.split(".").map(Number);
  return [0, 0, ...parts].slice(-3).join(".");
}

function joined(first: Entry, entries: readonly Entry[]): DeployedTarget {
  const succeeded = entries.filter(({ mayHaveFailed }) => mayHaveFailed !== true);
  const reliable = succeeded.length === 0 ? entries : succeeded;
  return {
    target: first.target,
    origins: unique(
      entries.map(({ tool, name, file, naming }) => withoutUndefined({ tool, name, file, naming })),
    ),
    recorded: unique(reliable.flatMap(({ recorded }) => recorded ?? [])),
    buildSource: buildSourceOf(entries),
    contract: requireSingleBuild(entries, "contract", ({ contract }) => contract)?.contract,
    whyGone: whyGoneOf(succeeded),
  };
}

/** One record that expects code outweighs all that don't. */
function whyGoneOf(succeeded: readonly Entry[]): string | undefined {
  const [first = { whyGone: FAILED }] = succeeded;
  return succeeded.every(({ whyGone }) => whyGone !== undefined) ? first.whyGone : undefined;
}

/** A standard JSON input precedes named builds, which precede the tools' default locations. */
function buildSourceOf(entries: readonly Entry[]): BuildSource {
  const withInput = requireSingleBuild(entries, "standard JSON input", ({ buildSource }) =>
    buildSource.kind === "standard-json-input"
      ? `${buildSource.file}, ${buildSource.compilerVersion}`
      : undefined,
  );
  if (withInput !== undefined) return withInput.buildSource;
  const files = entries.flatMap(({ buildSource }) =>
    buildSource.kind === "build-files" ? [buildSource] : [],
  );
  const named = files.filter(({ isNamed }) => isNamed);
  const taken = named.length > 0 ? named : files;
  const locations = taken.flatMap((each) => each.locations);
  return {
    kind: "build-files",
    // The project's own artifacts end each list, and must end the joined one, too.
    locations: locations.filter((each, index) => locations.lastIndexOf(each) === index),
    isNamed: named.length > 0,
  };
}

/** The first entry that states a value. @throws VC705 if another entry states another value. */
function requireSingleBuild(
  entries: readonly Entry[],
  what: string,
  readValue: (entry: Entry) => string | undefined,
): Entry | undefined {
  const stating = entries.filter((entry) => readValue(entry) !== undefined);
  const [first] = stating;
  const other = stating.find((entry) => first !== undefined && readValue(entry) !== readValue(first));
  if (first === undefined || other === undefined) return first;
  throw new VerifyContractError("VC705", {
    values: { file: other.file },
    facts: [
      ["Contract", first.target.input],
      ...[first, other].map(
        (entry) => [`${entry.name} in ${entry.file}`, `the ${what} ${readValue(entry)}`] as const,
      ),
    ],
    likely: "two entries name the same contract",
    next: advice("remove one of them"),
  });
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
