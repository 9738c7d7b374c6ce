import { z } from "zod";
import { vyperRuntimeTemplate } from "../../bytecode/vyper-template.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { StoredInput } from "../../domain/record.ts";
import { auxdataIn } from "./auxdata-in.ts";
import { outputSelection } from "./output-selection.ts";

/** The result of recompiling a contract here. */
export type Recompiled =
  | { readonly kind: "compiled"; readonly runtime: CodeTemplate; readonly creation: CodeTemplate }
  /** The compiler rejected the sources, or they do not contain the contract. */
  | { readonly kind: "failed"; readonly reason: string }
  /** Nothing was compiled. */
  | { readonly kind: "not-possible"; readonly reason: string }
  /** The project has no compiler of the record's version. */
  | { readonly kind: "no-compiler"; readonly longVersion: string; readonly reason: string };

/** The compiler that a standard JSON input needs. */
interface WantedCompiler {
  readonly language: string;
  readonly longVersion: string;
}

/** Compiles a standard JSON input with a compiler of this language and long version. */
export type Compile = (
  input: string,
  compiler: WantedCompiler,
  signal: AbortSignal,
) => Promise<
  | { readonly kind: "output"; readonly output: string }
  | { readonly kind: "failed" | "no-compiler"; readonly reason: string }
>;

const ranges = z.array(z.object({ start: z.number(), length: z.number() }));
const code = z.object({
  object: z.string(),
  linkReferences: z.record(z.string(), z.record(z.string(), ranges)).default({}),
  immutableReferences: z.record(z.string(), ranges).default({}),
});
const outputSchema = z.object({
  errors: z.array(z.object({ severity: z.string(), message: z.string().default("") })).default([]),
  contracts: z
    .record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          evm: z.object({ bytecode: code, deployedBytecode: code, legacyAssembly: z.unknown().optional() }),
        }),
      ),
    )
    .default({}),
});
const LONGEST_REASON = 300;

/** Recompiles a contract from a standard JSON input: a record's, or one that the user supplied. */
export async function recompile(
  compile: Compile,
  input: StoredInput | null | undefined,
  target: { readonly fullyQualifiedName: string; readonly compilerVersion: string } | null | undefined,
  signal: AbortSignal,
): Promise<Recompiled> {
  if (input === null || input === undefined || target === null || target === undefined)
    return { kind: "not-possible", reason: "the record has no standard JSON input" };
  const { language } = input;
  const colon = target.fullyQualifiedName.lastIndexOf(":");
  const path = target.fullyQualifiedName.slice(0, Math.max(0, colon));
  const name = target.fullyQualifiedName.slice(colon + 1);
  const selection = outputSelection(language, path, name);
  if (selection === undefined)
    return { kind: "not-possible", reason: `only Solidity and Vyper are compiled here, not ${language}` };
  const text = JSON.stringify({ ...input, settings: { ...input.settings, outputSelection: selection } });
  const longVersion = target.compilerVersion.replace(/^v/, "");
  const answer = await compile(text, { language, longVersion }, signal);
  switch (answer.kind) {
    case "output":
      return contractIn(answer.output, language, path, name);
    case "failed":
      return { kind: "not-possible", reason: answer.reason };
    case "no-compiler":
      return { ...answer, longVersion };
  }
}

function contractIn(text: string, language: string, path: string, name: string): Recompiled {
  const output = outputSchema.safeParse(tryJson(text));
  if (!output.success) return { kind: "not-possible", reason: "the compiler's output has an unknown form" };
  const error = output.data.errors.find(({ severity }) => severity === "error");
  if (error !== undefined) return { kind: "failed", reason: error.message.slice(0, LONGEST_REASON) };
  const contract = output.data.contracts[path]?.[name];
  if (contract === undefined)
    return { kind: "failed", reason: `the sources have no contract ${path}:${name}` };
  const { deployedBytecode, bytecode, legacyAssembly } = contract.evm;
  const knownAuxdata = new Set(auxdataIn(legacyAssembly));
  const compiled = asTemplate(deployedBytecode, knownAuxdata);
  const creation = asTemplate(bytecode, knownAuxdata);
  const runtime = language === "Vyper" ? vyperRuntimeTemplate(compiled.object, creation.object) : compiled;
  return runtime === undefined
    ? { kind: "not-possible", reason: "this Vyper does not state the size of its immutables" }
    : { kind: "compiled", runtime, creation };
}

function asTemplate(
  { object, ...references }: z.infer<typeof code>,
  knownAuxdata: ReadonlySet<string>,
): CodeTemplate {
  return { object: `0x${object.replace(/^0x/, "")}`, ...references, knownAuxdata };
}

function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
