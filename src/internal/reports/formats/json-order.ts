import type { Report } from "../model.ts";

/** `sorted`: a map, by key. `as-is`: a value, or a map whose order has a meaning. */
export type Order = "sorted" | "as-is" | { readonly [key: string]: Order };

/** An order that names every key of a type: a field that is added to the model and forgotten here does not compile. */
type OrderOf<T> = T extends string | number | boolean
  ? "as-is"
  : T extends readonly (infer Item)[]
    ? OrderOf<Item>
    : string extends keyof T
      ? "sorted" | "as-is"
      : { readonly [Key in keyof T]-?: OrderOf<NonNullable<T[Key]>> };

const PROBLEM = {
  code: "as-is",
  message: "as-is",
  facts: { label: "as-is", value: "as-is" },
  likely: "as-is",
  next: "as-is",
} as const;

const DIFFERENCE = {
  side: "as-is",
  kind: "as-is",
  offset: "as-is",
  length: "as-is",
  expected: "as-is",
  actual: "as-is",
} as const;

const STORED_MATCH = {
  match: "as-is",
  creationMatch: "as-is",
  runtimeMatch: "as-is",
  verifiedAt: "as-is",
  matchId: "as-is",
} as const;

const EXPLANATION = {
  kind: "as-is",
  side: "as-is",
  text: "as-is",
  certainty: "as-is",
  next: "as-is",
} as const;

const CONTRACT = {
  target: { input: "as-is", address: "as-is", contractId: "as-is", creationTransactionHash: "as-is" },
  deployments: { tool: "as-is", name: "as-is", file: "as-is" },
  outcome: "as-is",
  contract: {
    name: "as-is",
    sourceName: "as-is",
    line: "as-is",
    fullyQualifiedName: "as-is",
    identifier: "as-is",
    compilerVersion: "as-is",
    language: "as-is",
    buildId: "as-is",
    buildFile: "as-is",
  },
  match: STORED_MATCH,
  previousMatch: STORED_MATCH,
  expectedMatch: { creation: "as-is", runtime: "as-is", reasons: "as-is" },
  verificationId: "as-is",
  submitted: {
    sent: "as-is",
    verificationId: "as-is",
    sources: "as-is",
    reason: "as-is",
    contractIdentifier: "as-is",
    compilerVersion: "as-is",
    creationTransactionHash: "as-is",
    bytes: "as-is",
    files: { path: "as-is", bytes: "as-is" },
  },
  constructorArguments: { encoded: "as-is", decoded: { name: "as-is", type: "as-is", value: "as-is" } },
  libraries: "sorted",
  immutables: "sorted",
  proxy: { kind: "as-is", implementation: "as-is", beacon: "as-is" },
  checks: {
    id: "as-is",
    subject: "as-is",
    status: "as-is",
    expected: "as-is",
    actual: "as-is",
    witnesses: "as-is",
    reason: "as-is",
  },
  differences: DIFFERENCE,
  explanations: EXPLANATION,
  candidates: {
    fullyQualifiedName: "as-is",
    buildId: "as-is",
    summary: "as-is",
    differences: DIFFERENCE,
    explanations: EXPLANATION,
  },
  links: { label: "as-is", url: "as-is" },
  timings: "as-is",
  error: PROBLEM,
} as const;

/** The keys of a report in the order of the schema. */
export const REPORT_ORDER = {
  schema: "as-is",
  tool: { name: "as-is", version: "as-is" },
  startedAt: "as-is",
  finishedAt: "as-is",
  network: { name: "as-is", chainId: "as-is" },
  services: { verification: "as-is", query: "as-is", status: "as-is" },
  shard: { index: "as-is", count: "as-is", plan: "as-is" },
  contracts: CONTRACT,
  passedOver: { name: "as-is", file: "as-is", reason: "as-is" },
  summary: { total: "as-is", outcomes: "sorted" },
  exitCode: "as-is",
  error: PROBLEM,
} as const satisfies OrderOf<Report>;
