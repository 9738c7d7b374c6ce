import type { ContractReport } from "../report/model.ts";
import type { RecordedResult } from "./schema.ts";

/** The result of a run, part by part, which a replay has to reach as well. */
export function resultOf(report: ContractReport): RecordedResult {
  const { outcome, error, target, contract, match, checks, claims = [], verdict } = report;
  const parts: Readonly<Record<string, string | null | undefined>> = {
    outcome,
    "error code": error?.code,
    verdict,
    address: target.address,
    contract: contract?.fullyQualifiedName,
    "stored match": match && `${match.runtimeMatch ?? "none"}, ${match.creationMatch ?? "none"}`,
    ...Object.fromEntries(claims.map(({ id, state }) => [`claim ${id}`, state])),
    ...Object.fromEntries(checks.map(({ id, status }) => [`check ${id}`, status])),
  };
  const entries = Object.entries(parts).filter((part): part is [string, string] => part[1] != null);
  return Object.fromEntries(entries);
}

export type ResultDifference = NonNullable<ReturnType<typeof differenceOf>>;

/** The first part in which two results differ, in words; undefined for equal ones. */
export function differenceOf(stated: RecordedResult, found: RecordedResult) {
  for (const what of Object.keys({ ...stated, ...found })) {
    const [one = "none", other = "none"] = [stated[what], found[what]];
    if (one !== other) return { what, stated: one, found: other };
  }
  return undefined;
}
