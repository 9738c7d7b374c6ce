import * as z from "zod";
import { findAbiProblem } from "./abi.ts";
import {
  address,
  anyObject,
  count,
  type Decoded,
  digits,
  hex,
  listOf,
  looseObjectOf,
  MAX_ENTRIES,
  mapOf,
  nullable,
  objectOf,
  optional,
  orElse,
  shortText,
  transactionHash,
  word,
} from "./wire.ts";

// The fields of a stored record. The published types are generated from these schemas.

const named = <Schema extends z.ZodType>(schema: Schema, id: string, description?: string) =>
  schema.meta({ id, description });

const range = z.object({ start: count, length: count });

const few = (lists: readonly (readonly unknown[])[]): boolean =>
  lists.reduce((sum, { length }) => sum + length, 0) <= MAX_ENTRIES;
const TOO_MANY = `expected at most ${MAX_ENTRIES} references`;

const linkReferences = mapOf(mapOf(listOf(range))).refine(
  (files) => few(Object.values(files).flatMap((names) => Object.values(names))),
  TOO_MANY,
);
const immutableReferences = mapOf(listOf(range)).refine((ids) => few(Object.values(ids)), TOO_MANY);

const transformation = named(
  objectOf({
    type: word,
    reason: word,
    offset: count.describe("Bytes from the start of the recompiled code."),
    id: optional(z.string()),
    length: optional(count),
  }),
  "Transformation",
  "One step from recompiled code to on-chain code. Unknown types and reasons are kept.",
);
export type Transformation = Decoded<typeof transformation>;

const transformationValues = named(
  objectOf({
    libraries: optional(mapOf(address)),
    constructorArguments: optional(hex),
    cborAuxdata: optional(mapOf(hex)),
    immutables: optional(mapOf(hex)),
    callProtection: optional(address),
  }),
  "TransformationValues",
);
export type TransformationValues = Decoded<typeof transformationValues>;

const bytecodeShape = {
  onchainBytecode: nullable(hex).describe("0x-prefixed hex. Null if the service doesn't have it."),
  recompiledBytecode: nullable(hex),
  sourceMap: z
    .union([z.string(), anyObject])
    .nullish()
    .describe("A string for Solidity; can be an object for Vyper."),
  linkReferences: linkReferences.nullish(),
  cborAuxdata: mapOf(z.object({ value: hex, offset: count })).nullish(),
  transformations: listOf(transformation).nullish(),
  transformationValues: transformationValues.nullish(),
};

const bytecodeRecord = named(objectOf(bytecodeShape), "BytecodeRecord");
export type BytecodeRecord = Decoded<typeof bytecodeRecord>;

const runtimeBytecodeRecord = named(
  objectOf({
    ...bytecodeShape,
    immutableReferences: immutableReferences
      .nullish()
      .describe(
        "Keyed by AST IDs, which can come from another submission, so references must be compared by offset.",
      ),
  }),
  "RuntimeBytecodeRecord",
);
export type RuntimeBytecodeRecord = Decoded<typeof runtimeBytecodeRecord>;

const deploymentRecord = named(
  z.object({
    transactionHash: nullable(transactionHash),
    blockNumber: nullable(digits).describe("Decimal digits."),
    transactionIndex: nullable(digits).describe("Decimal digits."),
    deployer: nullable(address),
  }),
  "DeploymentRecord",
);
export type DeploymentRecord = Decoded<typeof deploymentRecord>;

const compilationRecord = named(
  objectOf({
    language: optional(shortText),
    compiler: optional(shortText),
    compilerVersion: optional(shortText.overwrite((version) => version.replace(/^v/, ""))).describe(
      "Without a leading `v`.",
    ),
    compilerSettings: optional(anyObject),
    name: optional(shortText),
    fullyQualifiedName: optional(shortText).describe(
      "`path:Name`. Missing if the service returns only the name.",
    ),
  }),
  "CompilationRecord",
);
export type CompilationRecord = Decoded<typeof compilationRecord>;

const signatureRecord = named(
  z.object({
    signature: shortText,
    signatureHash32: shortText.describe("keccak256 of the signature, 32 bytes."),
    signatureHash4: shortText.describe("The first 4 bytes of the hash."),
  }),
  "SignatureRecord",
);
export type SignatureRecord = Decoded<typeof signatureRecord>;

const storageVariable = named(
  objectOf({
    astId: optional(count),
    contract: optional(z.string()),
    label: z.string(),
    offset: count.describe("Bytes from the low-order end of the slot."),
    slot: digits.describe("Decimal digits."),
    type: z.string().describe("A key in `types`."),
  }),
  "StorageVariable",
  "A storage variable, as described by solc.",
);
export type StorageVariable = Decoded<typeof storageVariable>;

const storageType = named(
  objectOf({
    encoding: optional(z.string()),
    label: z.string(),
    numberOfBytes: digits.describe("Decimal digits."),
    base: optional(z.string()),
    key: optional(z.string()),
    value: optional(z.string()),
    members: optional(listOf(storageVariable)),
  }),
  "StorageType",
);

const solidityLayout = named(
  z.object({
    storage: listOf(storageVariable),
    types: nullable(mapOf(storageType)).describe("Null if there are no variables."),
  }),
  "SolidityStorageLayout",
  "solc's `storageLayout` and `transientStorageLayout`.",
);
export type SolidityStorageLayout = Decoded<typeof solidityLayout>;

const vyperLayout = named(
  mapOf(objectOf({ type: z.string(), slot: count, n_slots: optional(count) })),
  "VyperStorageLayout",
  "Vyper's layout, by variable name.",
);
export type VyperStorageLayout = Decoded<typeof vyperLayout>;

/** In Vyper's layout, a variable may be named `storage`, with an object as value. */
const storageLayout = named(
  z.union([solidityLayout, vyperLayout]),
  "StorageLayout",
  "A layout is from Solidity if `Array.isArray(layout.storage)`.",
);
export type StorageLayout = Decoded<typeof storageLayout>;

const sourceFiles = named(mapOf(z.object({ content: z.string() })), "SourceFiles");
export type SourceFiles = Decoded<typeof sourceFiles>;

const storedOutput = named(
  z.looseObject({ sources: nullable(mapOf(anyObject)), contracts: nullable(mapOf(anyObject)) }),
  "StoredOutput",
);
export type StoredOutput = Decoded<typeof storedOutput>;

const proxyResolution = named(
  z.object({
    isProxy: z.boolean(),
    proxyType: nullable(shortText),
    implementations: orElse(listOf(objectOf({ address, name: optional(shortText) })), []),
  }),
  "ProxyResolution",
);
export type ProxyResolution = Decoded<typeof proxyResolution>;

const contractMetadata = named(
  looseObjectOf({
    compiler: optional(looseObjectOf({ version: optional(shortText) })),
    language: optional(shortText),
    settings: optional(looseObjectOf({ compilationTarget: optional(mapOf(shortText)) })),
    sources: optional(
      mapOf(looseObjectOf({ keccak256: optional(shortText), content: optional(z.string()) })),
    ),
  }),
  "ContractMetadata",
  "The parts of solc's metadata that are compared. Unknown keys are kept.",
);
export type ContractMetadata = Decoded<typeof contractMetadata>;

const abi = listOf(anyObject).superRefine((value, context) => {
  const message = findAbiProblem(value);
  if (message !== undefined) context.addIssue({ code: "custom", message });
});

const signatures = nullable(listOf(signatureRecord));

export const contractFields = named(
  z.object({
    creationBytecode: bytecodeRecord,
    runtimeBytecode: runtimeBytecodeRecord,
    deployment: deploymentRecord,
    sources: sourceFiles,
    compilation: compilationRecord,
    abi,
    metadata: contractMetadata,
    storageLayout,
    transientStorageLayout: storageLayout,
    userdoc: anyObject,
    devdoc: anyObject,
    sourceIds: mapOf(z.object({ id: count })).describe(
      "Null if the service doesn't number sources, for example because it returns hashes instead.",
    ),
    additionalInput: anyObject.describe(
      "The compiler input's keys besides sources and settings, such as Vyper's `storage_layout_overrides`.",
    ),
    stdJsonInput: z
      .looseObject({ language: shortText, sources: sourceFiles, settings: anyObject })
      .describe("Unknown keys are kept."),
    stdJsonOutput: storedOutput,
    signatures: z
      .object({ function: signatures, event: signatures, error: signatures })
      .describe("Signatures by kind. A kind is null if the service doesn't return its signatures."),
    proxyResolution,
  }),
  "ContractFields",
);
export type ContractFields = Decoded<typeof contractFields>;
