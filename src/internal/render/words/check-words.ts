import type { Check, Witness } from "../../report/model.ts";
import { joinWords } from "../../text/amounts.ts";

export const CHECK_SYMBOLS = {
  passed: "✔",
  failed: "✖",
  skipped: "·",
  unknown: "?",
} as const satisfies Record<Check["status"], string>;

const STATUSES = ["passed", "failed", "unknown", "skipped"] as const satisfies readonly Check["status"][];

/** "12 passed, 1 skipped" */
export function checkCounts(checks: readonly Check[]): string {
  const groups = Map.groupBy(checks, ({ status }) => status);
  return STATUSES.flatMap((status) => {
    const count = groups.get(status)?.length ?? 0;
    return count === 0 ? [] : [`${count} ${status}`];
  }).join(", ");
}

export function doubtful(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ status }) => status === "failed" || status === "unknown");
}

export function checkDetails(check: Check): readonly { readonly label: string; readonly value: string }[] {
  if (check.status === "passed") return [];
  return (["expected", "actual", "reason"] as const).flatMap((label) => {
    const value = check[label];
    return value === undefined ? [] : [{ label, value }];
  });
}

/** In order of weight. The user's request isn't a witness, because it proves nothing. */
const WITNESS_WORDS: readonly (readonly [Witness, string])[] = [
  ["chain", "the chain"],
  ["query service", "the query service"],
  ["record", "the record"],
  ["build", "the build"],
  ["deployment", "the deployment record"],
  ["compiler", "a local compiler"],
];

/** "the chain and the build" */
export function namedWitnesses(witnesses: readonly Witness[]): string {
  return joinWords(
    WITNESS_WORDS.filter(([witness]) => witnesses.includes(witness)).map(([, words]) => words),
  );
}
