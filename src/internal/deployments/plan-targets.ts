import { createHash } from "node:crypto";

import type { BuildSource } from "../builds/build-source.ts";
import type { RecordedDeployment } from "../domain/build.ts";
import type { Target } from "../domain/target.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { DeployedContract, Deployment, DeploymentTool } from "./model.ts";

/** A contract to verify, with everything that was written down of it. */
export interface DeployedTarget {
  readonly target: Target;
  readonly origins: readonly Origin[];
  readonly recorded: readonly RecordedDeployment[];
  readonly buildSource: BuildSource;
  /** Which contract of the build it has to be, where a manifest says so. */
  readonly contract: string | undefined;
  /** Only broadcasts name it that a later one of the same script superseded. */
  readonly isSuperseded: boolean;
}

/** Where it was named. */
interface Origin {
  readonly tool: DeploymentTool;
  readonly name: string;
  /** Absolute. */
  readonly file: string;
}

/** Part `index` of `count`, from 1. */
export interface Shard {
  readonly index: number;
  readonly count: number;
}

type Entry = DeployedContract & Pick<Deployment, "tool" | "isSuperseded">;

/**
 * Gathers what the deployments say of each contract, so that none is done twice.
 *
 * @returns In the order in which the deployments name them.
 * @throws VC705 where two manifests, or two entries of one, demand what can't both be.
 */
export function planTargets(deployments: readonly Deployment[]): readonly DeployedTarget[] {
  const byTarget = new Map<string, Entry[]>();
  for (const { tool, contracts, isSuperseded = undefined } of deployments) {
    for (const contract of contracts) {
      const key = keyOf(contract.target);
      const entries = byTarget.get(key) ?? [];
      entries.push({ ...contract, tool, ...(isSuperseded === undefined ? {} : { isSuperseded }) });
      byTarget.set(key, entries);
    }
  }
  return [...byTarget.values()].flatMap((entries) => {
    const [first] = entries;
    return first === undefined ? [] : [gathered(first, entries)];
  });
}

/** A shard's targets: the same whatever order they were named in, and no shard has two more than another. */
export function shardOf(
  targets: readonly DeployedTarget[],
  { index, count }: Shard,
): readonly DeployedTarget[] {
  const sorted = [...targets].sort((a, b) => (keyOf(a.target) < keyOf(b.target) ? -1 : 1));
  return sorted.filter((_, position) => position % count === index - 1);
}

/** Tells whether shards were made of the same contracts: 16 hex digits. */
export function planOf(targets: readonly DeployedTarget[]): string {
  const keys = targets.map(({ target }) => keyOf(target)).sort();
  return createHash("sha256").update(keys.join("\n")).digest("hex").slice(0, 16);
}

/** Upper and lower case of an address are the same; so are `1234` and `0.0.1234`. */
function keyOf(target: Target): string {
  if (target.kind === "address") return target.address.toLowerCase();
  const parts = target.contractId.split(".").map(Number);
  return [0, 0, ...parts].slice(-3).join(".");
}

function gathered(first: Entry, entries: readonly Entry[]): DeployedTarget {
  return {
    target: first.target,
    origins: unique(entries.map(({ tool, name, file }) => ({ tool, name, file }))),
    recorded: unique(entries.flatMap(({ recorded }) => recorded ?? [])),
    buildSource: buildSourceOf(entries),
    contract: requireSingleBuild(entries, "contract", ({ contract }) => contract)?.contract,
    isSuperseded: entries.every((entry) => entry.isSuperseded === true),
  };
}

/** A standard JSON input before builds that were named, and these before those where a tool keeps its own. */
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
    // The project's own artifacts end each list, and have to end the whole one too.
    locations: locations.filter((each, index) => locations.lastIndexOf(each) === index),
    isNamed: named.length > 0,
  };
}

/** The entry that says something, where all that say it say the same. */
function requireSingleBuild(
  entries: readonly Entry[],
  what: string,
  said: (entry: Entry) => string | undefined,
): Entry | undefined {
  const saying = entries.filter((entry) => said(entry) !== undefined);
  const [first] = saying;
  const other = saying.find((entry) => first !== undefined && said(entry) !== said(first));
  if (first === undefined || other === undefined) return first;
  throw new VerifyContractError("VC705", {
    values: { file: other.file },
    facts: [
      ["Contract", first.target.input],
      ...[first, other].map(
        (entry) => [`${entry.name} in ${entry.file}`, `the ${what} ${said(entry)}`] as const,
      ),
    ],
    likely: "the same contract stands in two places",
    next: advice("leave one of them out"),
  });
}

function unique<T>(values: readonly T[]): readonly T[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
