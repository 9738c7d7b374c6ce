import type { ContractReport } from "../report/model.ts";
import type { RecordedResult } from "./schema.ts";

/** What a run came to, which a replay has to come to as well. */
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

/** The first part in which two results differ, in words; undefined for equal ones. */
export function differenceOf(stated: RecordedResult, found: RecordedResult): ResultDifference | undefined {
  for (const [part, words] of PARTS) {
    const [one, other] = [wordsOf(stated[part]), wordsOf(found[part])];
    if (one !== other) return { what: words, stated: one, found: other };
  }
  for (const [part, words] of LISTS) {
    const [before, now] = [new Map(stated[part]), new Map(found[part])];
    for (const id of new Set([...before.keys(), ...now.keys()])) {
      const [one, other] = [before.get(id) ?? "none", now.get(id) ?? "none"];
      if (one !== other) return { what: `${words} ${id}`, stated: one, found: other };
    }
  }
  return undefined;
}

export interface ResultDifference {
  readonly what: string;
  readonly stated: string;
  readonly found: string;
}

const PARTS = [
  ["outcome", "outcome"],
  ["code", "error code"],
  ["verdict", "verdict"],
  ["address", "address"],
  ["contract", "contract"],
  ["match", "stored match"],
] as const;

const LISTS = [
  ["claims", "claim"],
  ["checks", "check"],
] as const;

function wordsOf(value: string | readonly (string | null)[] | undefined): string {
  if (value === undefined) return "none";
  return typeof value === "string" ? value : value.map((each) => each ?? "none").join(", ");
}
