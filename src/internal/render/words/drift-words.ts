import type { ContractReport, Drift } from "../../report/model.ts";
import { listWords } from "../../text/amounts.ts";

/** What is not as locked, in a few words for each. */
const WORDS: Readonly<Record<Drift["kind"], string>> = {
  code: "other code",
  implementation: "another implementation",
  beacon: "another beacon",
  admin: "another admin",
  facets: "other facets",
  "record-missing": "no stored record",
  "record-weaker": "a weaker match",
  "record-sources": "a record of other sources",
  library: "another library",
  "not-locked": "not in the lock file",
  "not-recorded": "in no deployment record any more",
};

/** "another implementation and another admin", for tables. */
function driftWords(drift: readonly Drift[]): string {
  return listWords(
    drift.map(({ kind, found }) => (kind === "code" && found === null ? "no code" : WORDS[kind])),
  );
}

/** One or two sentences about a contract that was compared with the lock file. */
export function lockText({ lock }: ContractReport): string {
  if (lock === undefined) return "";
  const { drift, lockedAt, commit } = lock;
  if (drift.length > 0) return `Drift: ${driftWords(drift)}.`;
  const by = commit === null ? "" : `, at commit ${commit.slice(0, 10)}`;
  return `No drift: as locked on ${lockedAt?.slice(0, 10) ?? "an unknown day"}${by}.`;
}
