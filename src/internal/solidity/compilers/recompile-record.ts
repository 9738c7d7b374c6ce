import { isSameCode } from "../../bytecode/compare.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { asObject } from "../../text/is-object.ts";
import type { Recompiled } from "./compiled-here.ts";
import { createMetadataInput } from "./metadata-input.ts";
import { type Compile, recompile } from "./recompile.ts";

/**
 * Compiles the input that a record's metadata describes. If that doesn't produce the code on chain, compiles the stored
 * input instead, and uses the output only if its metadata equals the record's. Some compilers produce different code if
 * an additional source is present, or reject settings that they themselves wrote to the metadata.
 */
export async function recompileRecord(
  compile: Compile,
  record: ContractRecord,
  onchain: string,
  signal: AbortSignal,
): Promise<Recompiled> {
  const wanted = createMetadataInput(record);
  switch (wanted.kind) {
    case "no-metadata": {
      const compiled = await compileStored(compile, record, signal);
      return compiled.kind === "compiled" ? { ...compiled, isStoredInput: true } : compiled;
    }
    case "incomplete":
      return { kind: "not-possible", reason: wanted.reason };
    case "input": {
      const reduced = await recompile(compile, wanted.input, wanted.target, signal);
      if (isOnChain(reduced, onchain) || !(reduced.kind === "compiled" || reduced.kind === "failed"))
        return reduced;
      const whole = await compileStored(compile, record, signal);
      // Metadata lists every source that the contract needs, every setting and the compiler.
      const isRecords = whole.kind === "compiled" && isSameJson(whole.described?.metadata, record.metadata);
      return isRecords && isOnChain(whole, onchain) ? whole : reduced;
    }
  }
}

async function compileStored(
  compile: Compile,
  { stdJsonInput, compilation }: ContractRecord,
  signal: AbortSignal,
): Promise<Recompiled> {
  if (stdJsonInput == null || compilation == null)
    return { kind: "not-possible", reason: "the record has no standard JSON input" };
  // Vyper also compiles modules in `interfaces`, which aren't among the record's sources.
  const [hidden] = Object.keys(asObject(asObject(stdJsonInput).interfaces));
  if (hidden !== undefined)
    return { kind: "not-possible", reason: `the stored input has ${hidden} outside its sources` };
  const { fullyQualifiedName: contractIdentifier, compilerVersion } = compilation;
  if (contractIdentifier === undefined || compilerVersion === undefined)
    return {
      kind: "not-possible",
      reason: "the service doesn't return the contract's path and the compiler version",
    };
  return recompile(compile, stdJsonInput, { contractIdentifier, compilerVersion }, signal);
}

function isOnChain(compiled: Recompiled, onchain: string): boolean {
  return compiled.kind === "compiled" && isSameCode("runtime", onchain, compiled.runtime);
}
