import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import type { ClaimId } from "../../src/internal/report/claim-ids.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { getExitCode } from "../../src/internal/report/outcome.ts";
import { shown } from "./lies/lie.ts";
import { jobThenRecord, queryOf, recordOf } from "./lies/rewrites.ts";
import type { Body } from "./world/lying-proxy.ts";
import type { Stage } from "./world/stage.ts";
import type { Subject } from "./world/subjects.ts";
import { type Asking, askingFor, type NodeLie } from "./world/world.ts";

type Parts = Readonly<Record<string, ClaimId | undefined>>;

/** Parts to take from another honest contract's answers, with the claim that each falsifies. */
const RECORD_PARTS = {
  sources: "sources",
  metadata: "sources",
  "compilation.compilerVersion": "sources",
  "compilation.fullyQualifiedName": "sources",
  "compilation.compilerSettings": undefined,
  stdJsonInput: undefined,
  abi: "interface",
  signatures: "interface",
  storageLayout: "interface",
  proxyResolution: "implementation",
  address: "identity",
  "deployment.transactionHash": "deployment",
  "deployment.blockNumber": "deployment",
  "runtimeBytecode.onchainBytecode": "record",
  "runtimeBytecode.recompiledBytecode": "record",
  "runtimeBytecode.transformations": undefined,
  "runtimeBytecode.transformationValues": undefined,
  "creationBytecode.onchainBytecode": "record",
  "creationBytecode.recompiledBytecode": "record",
  runtimeBytecode: "record",
  creationBytecode: "record",
  matchId: undefined,
} as const satisfies Parts;
const QUERY_PARTS = {
  runtime_bytecode: "identity",
  evm_address: "identity",
  bytecode: "deployment",
  created_timestamp: undefined,
  contract_id: undefined,
  nonce: undefined,
} as const satisfies Parts;
const NODE_PARTS = {
  code: "runtime-code",
  transaction: "creation-code",
  storage: undefined,
} as const satisfies Parts;

type RecordPart = keyof typeof RECORD_PARTS;
type QueryPart = keyof typeof QUERY_PARTS;
type NodePart = keyof typeof NODE_PARTS;

export interface Recipe {
  readonly subject: number;
  readonly donor: number;
  readonly mode: "check" | "check-alone" | "verify" | "job";
  readonly record: readonly RecordPart[];
  readonly query: readonly QueryPart[];
  readonly node: readonly NodePart[];
}

function some<T extends string>(parts: Readonly<Record<T, unknown>>, most: number): fc.Arbitrary<T[]> {
  return fc.subarray(Object.keys(parts) as T[], { maxLength: most });
}

/** Mostly none: constant lies would hide the rest. */
function rarely<T extends string>(parts: Readonly<Record<T, unknown>>, most: number): fc.Arbitrary<T[]> {
  return fc.oneof(
    { weight: 3, arbitrary: fc.constant<T[]>([]) },
    { weight: 1, arbitrary: some(parts, most) },
  );
}

/** The same seed gives the same recipes. Each takes something from the donor. */
export function recipes({ lied, subjects }: Stage, count: number, seed: number): readonly Recipe[] {
  const arbitrary = fc
    .record<Recipe>({
      subject: fc.nat(lied.length - 1),
      donor: fc.nat(subjects.length - 1),
      mode: fc.constantFrom("check", "check-alone", "verify", "job"),
      record: fc.oneof(some(RECORD_PARTS, 3), some(RECORD_PARTS, 22)),
      query: rarely(QUERY_PARTS, 6),
      node: rarely(NODE_PARTS, 3),
    })
    .filter(({ record, query, node }) => record.length + query.length + node.length > 0);
  return fc.sample(arbitrary, { numRuns: count, seed });
}

/** Believed if a success proves a claim that a donor's part falsified. */
export async function runRecipe(stage: Stage, recipe: Recipe) {
  const subject = at(stage.lied, recipe.subject);
  const donor = at(stage.subjects, recipe.donor);
  const [honest, other, contract, otherContract] = await Promise.all([
    stage.recordOf(subject),
    stage.recordOf(donor),
    stage.queryOf(subject),
    stage.queryOf(donor),
  ]);
  const change = (record: Body): void => {
    for (const part of recipe.record) take(record, other, part);
  };
  const lied = structuredClone(honest);
  change(lied);
  const liedContract = structuredClone(contract);
  for (const part of recipe.query) take(liedContract, otherContract, part);
  const { report, lying } = await run(stage, recipe, { subject, donor, change, otherContract });
  const falsified = [
    ...falsifiedByRecord(recipe, honest, lied),
    ...recipe.query.flatMap((part) => falsifiedBy(QUERY_PARTS[part], contract[part], liedContract[part])),
    ...[...lying].flatMap((part) => NODE_PARTS[part] ?? []),
  ];
  const believed = [...new Set(falsified)].filter((claim) => isProven(report, claim));
  const taken = [...recipe.record, ...recipe.query, ...recipe.node].join(", ");
  return {
    passed: believed.length > 0,
    name: `${subject.compiler} ${subject.kind}, ${recipe.mode}, with ${taken} of ${donor.compiler} ${donor.kind}`,
    how: `${believed.join(", ")}: ${shown(report)}`,
  };
}

interface Roles {
  readonly subject: Subject;
  readonly donor: Subject;
  readonly change: (record: Body) => void;
  readonly otherContract: Body;
}

interface Ran {
  readonly report: ContractReport | undefined;
  /** Parts of the node's answers that differed from the honest ones. */
  readonly lying: ReadonlySet<NodePart>;
}

async function run(
  stage: Stage,
  recipe: Recipe,
  { subject, donor, change, otherContract }: Roles,
): Promise<Ran> {
  const lying = new Set<NodePart>();
  const isJob = recipe.mode === "job";
  const asking: Asking = {
    ...(await askingFor(stage.world, subject, recipe.mode === "job" ? "verify" : recipe.mode)),
    verification: isJob
      ? jobThenRecord(subject, {}, (_asked, answer) => {
          change(answer.body);
          return answer;
        })
      : recordOf(subject, (record) => change(record)),
    query: queryOf(subject, (body) => {
      for (const part of recipe.query) take(body, otherContract, part);
    }),
    ...(recipe.node.length > 0 ? { node: nodeOf(stage, recipe, subject, donor, lying) } : {}),
    ...(isJob ? { deadlineMs: 2000 } : {}),
  };
  const [report] = await stage.world.run(asking);
  return { report, lying };
}

function nodeOf(
  { world: { chain } }: Stage,
  { node }: Recipe,
  subject: Subject,
  donor: Subject,
  lying: Set<NodePart>,
): NodeLie {
  const told = (part: NodePart, honest: unknown, lie: unknown): unknown => {
    if (!isDeepStrictEqual(honest, lie)) lying.add(part);
    return lie;
  };
  return async (method, params, honest) => {
    const answer = await honest();
    const about = String(params[0]).toLowerCase();
    if (about !== subject.address.toLowerCase() && about !== subject.transactionHash) return answer;
    if (method === "eth_getCode" && node.includes("code") && answer !== "0x")
      return told("code", answer, await chain.request(method, donor.address, "latest"));
    if (method === "eth_getStorageAt" && node.includes("storage"))
      return told("storage", answer, await chain.request(method, donor.address, ...params.slice(1)));
    const hash = donor.transactionHash;
    if (method === "eth_getTransactionByHash" && node.includes("transaction") && hash !== undefined) {
      const { input } = (await chain.request(method, hash)) as { input: string };
      return told("transaction", answer, { ...(answer as object), input });
    }
    return answer;
  };
}

/** Sources outside of the metadata are no lie, and neither is a part that the answer lacks. */
function falsifiedByRecord({ record }: Recipe, honest: Body, lied: Body): readonly ClaimId[] {
  return record.flatMap((part) => {
    if (part === "sources") {
      const listed = Object.keys(lied.metadata?.sources ?? {});
      return falsifiedBy("sources", pick(honest.sources, listed), pick(lied.sources, listed));
    }
    // The record claims nothing about this side.
    if (part.startsWith("creationBytecode") && lied.creationMatch === null) return [];
    // Without a transaction on record, its block refers to nothing.
    if (part === "deployment.blockNumber" && lied.deployment?.transactionHash === null) return [];
    const [was, is] = [honest, lied].map((body) => comparable(part, valueAt(body, part)));
    return falsifiedBy(RECORD_PARTS[part], was, is);
  });
}

function falsifiedBy(claim: ClaimId | undefined, honest: unknown, lied: unknown): readonly ClaimId[] {
  if (claim === undefined || lied === null || lied === undefined) return [];
  return isDeepStrictEqual(honest, lied) ? [] : [claim];
}

/** Compiler ids, source maps and the order of lists say nothing about the contract. */
function comparable(part: RecordPart, value: Body): unknown {
  if (value === null || value === undefined) return value;
  switch (part) {
    case "runtimeBytecode":
    case "creationBytecode":
      return [value.onchainBytecode, value.recompiledBytecode];
    case "storageLayout":
      return (value.storage ?? []).map(({ label, slot, offset, type }: Body) => [label, slot, offset, type]);
    case "signatures":
      return Object.entries(value).map(([kind, all]) => [
        kind,
        (all as Body[]).map(({ signature }) => signature).sort(),
      ]);
    case "proxyResolution":
      return [value.isProxy, value.implementations];
    default:
      return value;
  }
}

function isProven(report: ContractReport | undefined, claim: ClaimId): boolean {
  if (report === undefined || getExitCode(report.outcome) !== 0) return false;
  return report.claims?.find(({ id }) => id === claim)?.state === "proven";
}

function take(body: Body, other: Body, part: string): void {
  const [key = "", inner] = part.split(".");
  if (!(key in body)) return;
  if (inner === undefined) body[key] = structuredClone(other[key]);
  else if (body[key] !== null && other[key]?.[inner] !== undefined)
    body[key][inner] = structuredClone(other[key][inner]);
}

function valueAt(body: Body, part: string): Body {
  const [key = "", inner] = part.split(".");
  return inner === undefined ? body[key] : body[key]?.[inner];
}

function pick(value: Body, keys: readonly string[]): Body {
  return Object.fromEntries(keys.map((key) => [key, value?.[key]]));
}

function at<T>(list: readonly T[], index: number): T {
  const found = list[index];
  if (found === undefined) throw new Error(`There is no ${index} of ${list.length}.`);
  return found;
}
