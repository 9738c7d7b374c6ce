import type { Check, ContractReport, Witness } from "../../report/model.ts";
import { countWords, listWords, sentence } from "../../text/amounts.ts";

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

/** For a sentence: "10 checks passed", or "of 12 checks 10 passed, 2 skipped". */
export function checkSummary(checks: readonly Check[]): string {
  const all = countWords(checks.length, "check");
  return countOf(checks, "passed") === checks.length ? `${all} passed` : `of ${all} ${checkCounts(checks)}`;
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

/** What stands behind the witnesses that someone runs. */
const SERVICE_WORDS: Readonly<Partial<Record<Witness, string>>> = {
  chain: "the node",
  "query service": "the query service",
  record: "the verification service",
};

/** What the passed checks rest on, in words. */
export interface Confirmation {
  /** "the chain, the record and the build": one service of each operator; empty if no check passed. */
  readonly witnesses: string;
  /** "The node and the query service have one operator: …", a sentence; empty if each service has its own. */
  readonly consistency: string;
}

/** The witnesses of the passed checks. Services of one operator confirm once. */
export function confirmationWords({ checks, contract, witnesses = [] }: ContractReport): Confirmation {
  const passed = new Set(
    checks.filter(({ status }) => status === "passed").flatMap((check) => check.witnesses),
  );
  const heard = WITNESS_WORDS.filter(
    ([witness]) => passed.has(witness) && (contract !== null || witness !== "build"),
  );
  const operators = new Map(witnesses.map(({ witness, operator }) => [witness, operator]));
  const operatorOf = (witness: Witness) =>
    witness in SERVICE_WORDS ? (operators.get(witness) ?? witness) : witness;
  const groups = Map.groupBy(heard, ([witness]) => operatorOf(witness));
  const together = [...groups.values()].filter(({ length }) => length > 1);
  return {
    witnesses: listWords([...groups.values()].flatMap(([first]) => first?.[1] ?? [])),
    consistency: together
      .map((group) => listWords(group.map(([witness]) => SERVICE_WORDS[witness] ?? witness)))
      .map((services) => `${sentence(services)} have one operator: their agreement is a consistency check.`)
      .join(" "),
  };
}

/** "the chain and the build": each once, in order of weight. */
export function namedWitnesses(witnesses: readonly Witness[]): string {
  return listWords(
    WITNESS_WORDS.filter(([witness]) => witnesses.includes(witness)).map(([, words]) => words),
  );
}
