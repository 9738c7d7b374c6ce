import type { InitCode } from "../../../src/internal/chain/deployment-facts.ts";
import { CHECKS } from "../../../src/internal/cross-check/checks/index.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../../src/internal/cross-check/run-checks.ts";
import type { Check } from "../../../src/internal/report/model.ts";
import type { QueryContract } from "../../../src/internal/services/query/model.ts";
import { memoize } from "../../../src/internal/text/memoize.ts";
import { decodedRecord, recordedCandidate, recordedEvidence, recording } from "./recorded-evidence.ts";

export const FOREIGN = `0x${"ab".repeat(20)}`;

/** A record's body with any shape, because tests may change any field. */
// biome-ignore lint/suspicious/noExplicitAny: tests change arbitrary parts of a service's JSON
export type Body = any;

export type Change = (body: Body) => void;

/** Sets the value at a path such as `signatures.function.0.signature`; `*` is the first key. A function gets the old value. */
export function set(
  path: string,
  value: ((old: Body) => unknown) | object | string | number | boolean | null | undefined,
): Change {
  return (body) => {
    const [parent, key] = placeOf(body, path);
    parent[key] = typeof value === "function" ? value(parent[key]) : value;
  };
}

export function drop(path: string): Change {
  return (body) => {
    const [parent, key] = placeOf(body, path);
    delete parent[key];
  };
}

export function all(...changes: readonly Change[]): Change {
  return (body) => {
    for (const change of changes) change(body);
  };
}

function placeOf(body: Body, path: string): readonly [parent: Body, key: string] {
  const keyIn = (inner: Body, key: string) => (key === "*" ? (Object.keys(inner)[0] ?? "") : key);
  const keys = path.split(".");
  const last = keys.pop() ?? "";
  const parent = keys.reduce((inner, key) => inner[keyIn(inner, key)], body);
  return [parent, keyIn(parent, last)];
}

/** Parses each recording once, because hundreds of tests start from the same few. */
const recordingOf = memoize(recording);

/** The evidence of an honest record. */
export const evidenceOf = memoize((name): Evidence => recordedEvidence(recordingOf(name)));

/** A local compiler's output that equals a recorded build. */
export function compiledAs(name: string) {
  const { runtime, creation } = recordedCandidate(recordingOf(name));
  return { kind: "compiled", runtime, creation } as const;
}

/** Runs only this check. */
export function checkOf(id: string, evidence: Evidence): Check {
  const rules = CHECKS.filter((rule) => rule.id === id);
  const [found] = runChecks(evidence, rules);
  if (found === undefined) throw new Error(`There is no check ${id}.`);
  return found;
}

export function statusOf(id: string, evidence: Evidence): Check["status"] {
  return checkOf(id, evidence).status;
}

export function withBody(name: string, change: Change): Evidence {
  const body = structuredClone(recordingOf(name).record.body) as Body;
  change(body);
  return { ...evidenceOf(name), record: decodedRecord(body) };
}

export function withBuildOf(
  evidence: Evidence,
  change: (build: NonNullable<Evidence["build"]>) => Partial<NonNullable<Evidence["build"]>>,
): Evidence {
  if (evidence.build === undefined) throw new Error("The recordings have a build.");
  return { ...evidence, build: { ...evidence.build, ...change(evidence.build) } };
}

export function withoutBuild(evidence: Evidence): Evidence {
  return { ...evidence, build: undefined };
}

export function withFacts(evidence: Evidence, more: Partial<Evidence["facts"]>): Evidence {
  return { ...evidence, facts: { ...evidence.facts, ...more } };
}

export function withoutQuery(evidence: Evidence): Evidence {
  return { ...evidence, query: { state: "not-configured" } };
}

export function withQueried(evidence: Evidence, more: Partial<QueryContract>): Evidence {
  if (evidence.query.state !== "known") throw new Error("The query service has to know the contract.");
  return { ...evidence, query: { state: "known", contract: { ...evidence.query.contract, ...more } } };
}

export function withCreation(
  evidence: Evidence,
  more: Partial<NonNullable<Evidence["facts"]["creation"]>>,
): Evidence {
  const { creation } = evidence.facts;
  if (creation === undefined) throw new Error("The creation transaction has to be known.");
  return withFacts(evidence, { creation: { ...creation, ...more } });
}

export const initCode = (bytecode: string | undefined): InitCode | undefined =>
  bytecode === undefined ? undefined : { bytecode, shownBy: "transaction" };
