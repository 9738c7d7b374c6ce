import type { ContractReport, Drift, LockComparison } from "../../report/model.ts";
import { joinWords } from "../../text/amounts.ts";
import { claimWords } from "./claim-words.ts";

const WORDS: Readonly<Record<Drift["kind"], string>> = {
  code: "different code",
  metadata: "a different metadata hash in the lock file",
  "linked-code": "different code at a linked address",
  implementation: "another implementation",
  beacon: "another beacon",
  admin: "another admin",
  facets: "different facets",
  functions: "functions in other facets",
  "record-missing": "no stored record",
  "record-weaker": "a weaker match",
  "record-sources": "a record with different sources",
  library: "another library",
  "not-locked": "not in the lock file",
  "not-recorded": "no longer in any deployment record",
};

export function driftWords({ kind, found }: Drift): string {
  return kind === "code" && found === null ? "no code" : WORDS[kind];
}

export function lockText({ lock }: ContractReport): string {
  if (lock === undefined) return "";
  const { drift, unverified } = lock;
  if (drift.length > 0) return `Drifted: ${joinWords(drift.map(driftWords))}.`;
  const then = unverified === undefined ? "" : " It was not verified then.";
  return `No drift: as locked ${lockedWords(lock)}.${then}`;
}

/** The time, build and proven claims in the lock file's entry. */
export function lockLines({ lock }: ContractReport): readonly string[] {
  if (lock === undefined || lock.lockedAt === null) return [];
  const { build, claims, unverified } = lock;
  return [
    lockedWords(lock),
    ...(build === undefined
      ? []
      : [`${build.contract}, compiled by ${build.compiler}, input ${build.input}`]),
    ...(claims.length === 0 ? [] : [`proven then: ${joinWords(claims.map((id) => claimWords({ id })))}`]),
    ...(unverified === undefined ? [] : [`not verified then: ${unverified}`]),
  ];
}

/** "on 2026-11-22, at commit 8f14e45fce" */
function lockedWords({ lockedAt, commit }: LockComparison): string {
  const by = commit === null ? "" : `, at commit ${commit.slice(0, 10)}`;
  return `on ${lockedAt?.slice(0, 10) ?? "an unknown date"}${by}`;
}
