import type { ContractReport } from "../report/model.ts";
import type { RecordedResult } from "./schema.ts";

/** The result of a run, which a replay has to reach as well. */
export function resultOf(report: ContractReport): RecordedResult {
  const { outcome, error, target, contract, match, checks, claims = [], verdict } = report;
  return {
    outcome,
    ...(error === undefined ? {} : { code: error.code }),
    ...(verdict === undefined ? {} : { verdict }),
    ...(target.address === null ? {} : { address: target.address }),
    ...(contract === null ? {} : { contract: contract.fullyQualifiedName }),
    ...(match === null ? {} : { match: [match.runtimeMatch, match.creationMatch] }),
    claims: claims.map(({ id, state }) => [id, state]),
    checks: checks.map(({ id, status }) => [id, status]),
  };
}

export interface ResultDifference {
  readonly what: string;
  readonly stated: string;
  readonly found: string;
}

/** The first part in which two results differ, in words; undefined for equal ones. */
export function differenceOf(stated: RecordedResult, found: RecordedResult): ResultDifference | undefined {
  const [before, now] = [partsOf(stated), partsOf(found)];
  for (const what of new Set([...before.keys(), ...now.keys()])) {
    const [one = "none", other = "none"] = [before.get(what), now.get(what)];
    if (one !== other) return { what, stated: one, found: other };
  }
  return undefined;
}

function partsOf({ code, match, claims, checks, ...parts }: RecordedResult): ReadonlyMap<string, string> {
  return new Map([
    ...Object.entries(parts),
    ...(code === undefined ? [] : [["error code", code] as const]),
    ...(match === undefined
      ? []
      : [["stored match", match.map((each) => each ?? "none").join(", ")] as const]),
    ...claims.map(([id, state]) => [`claim ${id}`, state] as const),
    ...checks.map(([id, status]) => [`check ${id}`, status] as const),
  ]);
}
