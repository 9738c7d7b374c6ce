import * as z from "zod";
import { createVyperTemplate } from "../../bytecode/replay/vyper-places.ts";
import { findAbiProblem } from "../../domain/abi.ts";
import { splitName } from "../../domain/build.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { type CompilerTarget, selectOutputs } from "../../domain/output-selection.ts";
import { getOwn, type Json, tryJson } from "../../text/is-object.ts";
import type { CompileResult } from "./compile.ts";
import type { Recompiled } from "./compiled-here.ts";

/** Compiles a standard JSON input with a compiler for this language and long version. */
export type Compile = (
  input: string,
  compiler: { readonly language: string; readonly longVersion: string },
  signal: AbortSignal,
) => Promise<CompileResult>;

/** The compiler output that contains the metadata sections of all contracts that a contract creates. */
export const ASSEMBLY = "evm.legacyAssembly";

export async function recompile(
  compile: Compile,
  input: StandardJsonInput,
  target: CompilerTarget,
  signal: AbortSignal,
): Promise<Recompiled> {
  const { language } = input;
  if (language !== "Solidity" && language !== "Vyper")
    return { kind: "not-possible", reason: `only Solidity and Vyper are compiled here, not ${language}` };
  const selected = selectOutputs(input, target, [ASSEMBLY]);
  const longVersion = target.compilerVersion.replace(/^v/, "");
  const answer = await compile(JSON.stringify(selected), { language, longVersion }, signal);
  switch (answer.kind) {
    case "output":
      return readContract(answer.output, language, target.contractIdentifier);
    case "failed":
      return { kind: "not-possible", reason: answer.reason };
    case "no-compiler":
      return { ...answer, language, longVersion };
  }
}

const ranges = z.array(z.object({ start: z.number(), length: z.number() }));
const code = z.object({
  object: z.string(),
  linkReferences: z.record(z.string(), z.record(z.string(), ranges)).default({}),
  immutableReferences: z.record(z.string(), ranges).default({}),
});
const contractSchema = z.object({
  evm: z.object({
    bytecode: code,
    deployedBytecode: code,
    legacyAssembly: z.unknown().optional(),
    methodIdentifiers: z.record(z.string(), z.string()).optional(),
  }),
  metadata: z.string().optional(),
  abi: z
    .array(z.record(z.string(), z.unknown()))
    .refine((abi) => findAbiProblem(abi) === undefined)
    .optional(),
  userdoc: z.unknown().optional(),
  devdoc: z.unknown().optional(),
  storageLayout: z.unknown().optional(),
});
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), message: z.string().default("") })).default([]),
  // Old compilers also list the file's other contracts, but without code.
  contracts: z.record(z.string(), z.record(z.string(), z.unknown())).default({}),
});
const MAX_REASON_LENGTH = 300;
const UNKNOWN_FORMAT = {
  kind: "not-possible",
  reason: "the compiler's output has an unknown format",
} as const;

function readContract(text: string, language: string, contractIdentifier: string): Recompiled {
  const output = outputSchema.safeParse(tryJson(text));
  if (!output.success) return UNKNOWN_FORMAT;
  const error = output.data.errors.find(({ severity }) => severity === "error");
  if (error !== undefined) return { kind: "failed", reason: error.message.slice(0, MAX_REASON_LENGTH) };
  const { path, name } = splitName(contractIdentifier);
  const found = getOwn(getOwn(output.data.contracts, path), name);
  if (found === undefined)
    return { kind: "failed", reason: `the sources don't contain the contract ${contractIdentifier}` };
  const { data: contract } = contractSchema.safeParse(found);
  if (contract === undefined) return UNKNOWN_FORMAT;
  const { evm, metadata, ...described } = contract;
  const { deployedBytecode, bytecode, legacyAssembly, methodIdentifiers } = evm;
  const knownAuxdata = new Set(collectAuxdata(legacyAssembly));
  const compiled = toTemplate(deployedBytecode, knownAuxdata);
  const creation = toTemplate(bytecode, knownAuxdata);
  if (language !== "Vyper")
    return {
      kind: "compiled",
      runtime: compiled,
      creation,
      described: { ...described, metadata: tryJson(metadata ?? ""), methodIdentifiers },
    };
  const runtime = createVyperTemplate(compiled.object, creation.object);
  return runtime === undefined
    ? { kind: "not-possible", reason: "this Vyper version doesn't report the size of its immutables" }
    : { kind: "compiled", runtime, creation };
}

function toTemplate(
  { object, ...references }: z.infer<typeof code>,
  knownAuxdata: ReadonlySet<string>,
): CodeTemplate {
  return { object: `0x${object.replace(/^0x/, "")}`, ...references, knownAuxdata };
}

/**
 * solc writes the auxdata of a contract, and of all contracts that it creates, to `evm.legacyAssembly`, as `.auxdata`,
 * with nested assemblies under `.data`. If there is no legacy assembly, as in 0.7 with viaIR, it writes null.
 */
function collectAuxdata(legacyAssembly: unknown): readonly string[] {
  if (typeof legacyAssembly !== "object" || legacyAssembly === null) return [];
  const own: unknown = Reflect.get(legacyAssembly, ".auxdata");
  const data: unknown = Reflect.get(legacyAssembly, ".data");
  const inside = typeof data === "object" && data !== null ? Object.values(data) : [];
  return [...(typeof own === "string" ? [own.toLowerCase()] : []), ...inside.flatMap(collectAuxdata)];
}

/** Much faster than a full compilation, because no code is generated. Empty if nothing was compiled. */
export async function compileMetadata(
  compile: Compile | undefined,
  input: { readonly language: string; readonly settings: Json },
  longVersion: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  if (compile === undefined || input.language !== "Solidity") return [];
  const settings = { ...input.settings, outputSelection: { "*": { "*": ["metadata"] } } };
  const wanted = { language: input.language, longVersion };
  const answer = await compile(JSON.stringify({ ...input, settings }), wanted, signal);
  const output = answer.kind === "output" ? metadataSchema.safeParse(tryJson(answer.output)) : undefined;
  if (output?.success !== true) return [];
  return Object.values(output.data.contracts).flatMap((contracts) =>
    Object.values(contracts).map(({ metadata }) => metadata),
  );
}

const metadataSchema = z.object({
  contracts: z.record(z.string(), z.record(z.string(), z.object({ metadata: z.string() }))),
});
