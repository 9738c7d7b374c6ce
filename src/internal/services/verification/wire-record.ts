import * as z from "zod";
import { findAbiProblem } from "../../domain/abi.ts";
import { betterMatch } from "../../domain/match.ts";
import type { ContractMetadata, ContractRecord, MatchSummary } from "../../domain/record.ts";
import { isWalkable } from "../../domain/storage-layout.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import {
  address,
  anyObject,
  count,
  digits,
  hex,
  listOf,
  MAX_ENTRIES,
  mapOf,
  nullable,
  objectOf,
  optional,
  shortText,
  transactionHash,
  word,
} from "../wire/primitives.ts";
import type { ContractField, FieldWithParts } from "./contract-fields.ts";
import { anySpelling, matchShape } from "./wire-match.ts";

const range = z.object({ start: count, length: count });

const few = (lists: readonly (readonly unknown[])[]): boolean =>
  lists.reduce((sum, { length }) => sum + length, 0) <= MAX_ENTRIES;
const TOO_MANY = `expected at most ${MAX_ENTRIES} references`;

const linkReferences = mapOf(mapOf(listOf(range))).refine(
  (files) => few(Object.values(files).flatMap((names) => Object.values(names))),
  TOO_MANY,
);
const immutableReferences = mapOf(listOf(range)).refine((ids) => few(Object.values(ids)), TOO_MANY);

const transformation = objectOf({
  type: word,
  reason: word,
  offset: count,
  id: optional(z.string()),
  length: optional(count),
});

const transformationValues = objectOf({
  libraries: optional(mapOf(address)),
  constructorArguments: optional(hex),
  cborAuxdata: optional(mapOf(hex)),
  immutables: optional(mapOf(hex)),
  callProtection: optional(address),
});

const bytecodeShape = {
  onchainBytecode: nullable(hex),
  recompiledBytecode: nullable(hex),
  sourceMap: z.union([z.string(), anyObject]).nullish(),
  linkReferences: linkReferences.nullish(),
  cborAuxdata: mapOf(z.object({ value: hex, offset: count })).nullish(),
  transformations: listOf(transformation).nullish(),
  transformationValues: transformationValues.nullish(),
};

const runtimeBytecodeShape = {
  ...bytecodeShape,
  immutableReferences: immutableReferences.nullish(),
};

const layoutVariable = objectOf({
  astId: optional(count),
  contract: optional(z.string()),
  label: z.string(),
  offset: count,
  slot: digits,
  type: z.string(),
});

const layoutType = objectOf({
  encoding: optional(z.string()),
  label: z.string(),
  numberOfBytes: digits,
  base: optional(z.string()),
  key: optional(z.string()),
  value: optional(z.string()),
  members: optional(listOf(layoutVariable)),
});

const solidityLayout = z
  .object({ storage: listOf(layoutVariable), types: nullable(mapOf(layoutType)) })
  .refine(
    (layout) => isWalkable(layout),
    "expected at most 100,000 variables, and no struct that contains itself",
  );

const vyperLayout = mapOf(objectOf({ type: z.string(), slot: count, n_slots: optional(count) }));

/** Solidity's `storage` is an array. In Vyper's layout, a variable may have that name, with an object as value. */
const anyStorageLayout = z.union([solidityLayout, vyperLayout]);

const deploymentShape = {
  transactionHash: nullable(transactionHash),
  blockNumber: nullable(digits),
  transactionIndex: nullable(digits),
  deployer: nullable(address),
};

const compilationShape = {
  language: optional(shortText),
  compiler: optional(shortText),
  compilerVersion: optional(shortText.transform((version) => version.replace(/^v/, ""))),
  compilerSettings: optional(anyObject),
  name: optional(shortText),
  fullyQualifiedName: optional(shortText),
};

const presentObject = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.looseObject(shape).transform((value) => withoutUndefined(value));

/** Only the compared fields are validated. */
const metadata = presentObject({
  compiler: optional(presentObject({ version: optional(shortText) })),
  language: optional(shortText),
  settings: optional(presentObject({ compilationTarget: optional(mapOf(shortText)) })),
  sources: optional(mapOf(presentObject({ keccak256: optional(shortText), content: optional(z.string()) }))),
}).transform((value) => value as ContractMetadata);

const signature = z.object({
  signature: shortText,
  signatureHash32: shortText,
  signatureHash4: shortText,
});
const signatures = nullable(listOf(signature));

const signaturesShape = { function: signatures, event: signatures, error: signatures };

const proxyShape = {
  isProxy: z.boolean(),
  proxyType: nullable(shortText),
  implementations: listOf(objectOf({ address, name: optional(shortText) }))
    .nullish()
    .transform((list) => list ?? []),
};

/** Without `isProxy`, the service could not determine whether the contract is a proxy. */
const proxyResolution = z
  .object({ ...proxyShape, isProxy: z.boolean().nullish() })
  .transform(({ isProxy, ...rest }) => (typeof isProxy === "boolean" ? { isProxy, ...rest } : null));

const abi = listOf(anyObject).superRefine((value, context) => {
  const message = findAbiProblem(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

const sources = mapOf(z.object({ content: z.string() }));
const inputShape = { language: shortText, sources, settings: anyObject };
const outputShape = { sources: nullable(mapOf(anyObject)), contracts: nullable(mapOf(anyObject)) };

/** The parts of each field that can be requested individually. */
export const PARTS: Readonly<Record<FieldWithParts, z.ZodRawShape>> = {
  creationBytecode: bytecodeShape,
  runtimeBytecode: runtimeBytecodeShape,
  deployment: deploymentShape,
  compilation: compilationShape,
  stdJsonInput: inputShape,
  stdJsonOutput: outputShape,
  signatures: signaturesShape,
  proxyResolution: proxyShape,
};

/** The fields of a record. */
export const WHOLE = {
  ...matchShape,
  match: matchShape.match.optional(),
  creationBytecode: objectOf(bytecodeShape).nullish(),
  runtimeBytecode: objectOf(runtimeBytecodeShape).nullish(),
  deployment: z.object(deploymentShape).nullish(),
  sources: sources.nullish(),
  compilation: objectOf(compilationShape).nullish(),
  abi: abi.nullish(),
  metadata: metadata.nullish(),
  storageLayout: anyStorageLayout.nullish(),
  transientStorageLayout: anyStorageLayout.nullish(),
  userdoc: anyObject.nullish(),
  devdoc: anyObject.nullish(),
  sourceIds: mapOf(z.object({ id: count })).nullish(),
  additionalInput: anyObject.nullish(),
  stdJsonInput: z.looseObject(inputShape).nullish(),
  stdJsonOutput: z.looseObject(outputShape).nullish(),
  signatures: z.object(signaturesShape).nullish(),
  proxyResolution: proxyResolution.nullish(),
};

const wholeRecord = anySpelling(objectOf(WHOLE).transform(withMatch)) satisfies z.ZodType<ContractRecord>;

/** For a service that doesn't report a record's match. */
function withMatch<Given extends Partial<MatchSummary>>(record: Given, context: z.RefinementCtx) {
  const { match, creationMatch, runtimeMatch } = record;
  if (match !== undefined) return { ...record, match };
  if (creationMatch === undefined && runtimeMatch === undefined)
    context.addIssue({ code: "custom", path: ["match"], message: "expected a match" });
  return { ...record, match: betterMatch(runtimeMatch, creationMatch) };
}

/** Validates whole fields or their requested parts. The caller narrows the result's type. */
export function wireRecord(fields: readonly ContractField[]): z.ZodType<ContractRecord> {
  const narrowed = Object.entries(PARTS).flatMap(([name, shape]) => {
    const parts = getRequestedParts(name as FieldWithParts, fields);
    if (parts === undefined) return [];
    const picked = Object.fromEntries(Object.entries(shape).filter(([part]) => parts.includes(part)));
    return [[name, objectOf(picked).nullish()]];
  });
  if (narrowed.length === 0) return wholeRecord;
  const schema = objectOf({ ...WHOLE, ...Object.fromEntries(narrowed) }).transform(withMatch);
  return anySpelling(schema) as unknown as z.ZodType<ContractRecord>;
}

function getRequestedParts(
  name: FieldWithParts,
  fields: readonly ContractField[],
): readonly string[] | undefined {
  if (fields.includes("all") || fields.includes(name)) return undefined;
  const parts = fields.flatMap((field) =>
    field.startsWith(`${name}.`) ? [field.slice(name.length + 1)] : [],
  );
  return parts.length === 0 ? undefined : parts;
}
