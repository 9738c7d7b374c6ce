import type { Check, Witness } from "../../report/model.ts";
import { listWords } from "../../text/amounts.ts";

export const CHECK_SYMBOLS = {
  passed: "✔",
  failed: "✖",
  skipped: "–",
  unknown: "?",
} as const satisfies Record<Check["status"], string>;

const STATUSES = ["passed", "failed", "unknown", "skipped"] as const satisfies readonly Check["status"][];

/** "12 passed, 1 skipped": the statuses that occur, in a fixed order. */
export function checkCounts(checks: readonly Check[]): string {
  const counts = STATUSES.map((status) => ({ status, count: countOf(checks, status) }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ status, count }) => `${count} ${status}`)
    .join(", ");
}

function countOf(checks: readonly Check[], status: Check["status"]): number {
  return checks.filter((check) => check.status === status).length;
}

/** The details below a check that did not pass. */
export function checkDetails(check: Check): readonly { readonly label: string; readonly value: string }[] {
  if (check.status === "passed") {
    return [];
  }
  const { expected, actual, reason } = check;
  return [
    { label: "expected", value: expected },
    { label: "actual", value: actual },
    { label: "reason", value: reason },
  ].flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}

/** In order of weight. The request is not listed, because it proves nothing. */
const WITNESS_WORDS: readonly (readonly [Witness, string])[] = [
  ["chain", "the chain"],
  ["query service", "the query service"],
  ["record", "the record"],
  ["build", "the build"],
  ["deployment", "the deployment record"],
  ["compiler", "a local compiler"],
];

/** "the chain and the build": each once, in order of weight. */
export function namedWitnesses(witnesses: readonly Witness[]): string {
  return listWords(
    WITNESS_WORDS.filter(([witness]) => witnesses.includes(witness)).map(([, words]) => words),
  );
}
