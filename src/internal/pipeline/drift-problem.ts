import { LOCK_FILE, type LockEntry } from "../deployments/lock/lock-model.ts";
import { type NextStep, own, verifyOne } from "../errors/next-step.ts";
import type { ProblemDetails } from "../errors/problem.ts";
import type { Drift } from "../report/model.ts";

/**
 * VC712 for a contract that is not as locked: what was locked, what was found, and what to do.
 *
 * @param target How a command names it.
 * @param entry Undefined for a contract that is not in the lock file.
 */
export function driftDetails(
  name: string,
  target: string,
  entry: Pick<LockEntry, "tools"> | undefined,
  drift: readonly Drift[],
): ProblemDetails {
  return { values: { name }, facts: drift.flatMap(factsOf), next: nextOf(name, target, entry, drift) };
}

type Facts = readonly (readonly [label: string, value: string])[];

function factsOf({ kind, locked, found }: Drift): Facts {
  const both = (label: string, none: string): Facts => [
    [`Locked ${label}`, locked ?? none],
    ["Found", found ?? none],
  ];
  switch (kind) {
    case "code":
      return both("code", "no code");
    case "linked-code": {
      const [address = ""] = locked?.split(" ") ?? [];
      return [
        [`Locked code at ${address}`, locked?.slice(address.length + 1) ?? "no code"],
        ["Found", found?.slice(address.length + 1) ?? "no code"],
      ];
    }
    case "implementation":
    case "beacon":
    case "admin":
    case "library":
      return both(kind, "none");
    case "facets":
      return facetFacts(locked, found);
    case "record-missing":
    case "record-weaker":
      return both("match", "no record");
    case "record-sources":
      return both("sources", "none");
    case "not-locked":
      return [["Found", found ?? "none"]];
    case "not-recorded":
      return [
        ["Recorded by", `${locked ?? "nothing"} when it was locked`],
        ["Found", "no deployment record"],
      ];
  }
}

/** Of many, those that differ. */
function facetFacts(locked: string | null, found: string | null): Facts {
  const [before, after] = [locked, found].map((list) => list?.split(" ").filter((each) => each !== "") ?? []);
  const without = (all: readonly string[] = [], others: readonly string[] = []): string =>
    all.filter((each) => !others.includes(each)).join("\n");
  const rows: Facts = [
    ["Facets gone", without(before, after)],
    ["Facets added", without(after, before)],
  ];
  return rows.filter(([, value]) => value !== "");
}

/** Of the record alone, what another verification closes. */
const OF_RECORD: readonly Drift["kind"][] = ["record-missing", "record-weaker"];

function nextOf(
  name: string,
  target: string,
  entry: Pick<LockEntry, "tools"> | undefined,
  drift: readonly Drift[],
): NextStep | string {
  // Nothing is left that could be proven of it.
  if (drift.some(({ kind, found }) => kind === "code" && found === null))
    return entry === undefined || entry.tools.length === 0
      ? `if it is meant to be gone, remove its line from ${LOCK_FILE}`
      : "if it is meant to be gone, remove its deployment record, then write the lock file again";
  return drift.every(({ kind }) => OF_RECORD.includes(kind))
    ? verifyOne(target)
    : own("lock", ["--update", name]);
}
