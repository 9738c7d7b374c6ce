import type { CandidateSet } from "../../builds/candidate-set.ts";
import { normalizeDigits } from "../../builds/same-contract.ts";
import { compareCode } from "../../bytecode/compare.ts";
import { getIdentifier } from "../../domain/build.ts";
import { type CodeTemplate, encodeCode, toBytes } from "../../domain/code-template.ts";
import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import type { CompiledHere } from "../../solidity/compilers/compiled-here.ts";
import { type Compile, recompile } from "../../solidity/compilers/recompile.ts";
import { parseMetadata } from "../../solidity/metadata.ts";
import { formatCount } from "../../text/amounts.ts";
import { hasCompiledSources } from "../stages/prove-sources.ts";
import type { LoadedSubject, SourcesProof } from "./subject.ts";

export const PREDICTED = { state: "predicted", shownBy: "prediction" } as const;

/** The build's metadata contains the hash of each compiled source. */
export async function proveByMetadata(set: CandidateSet, loaded: LoadedSubject): Promise<SourcesProof> {
  const { candidate, compilation, plan } = loaded;
  const text =
    candidate.metadata ?? (await set.outputs.metadataByName(compilation)).get(getIdentifier(candidate));
  const areCompiled = text === undefined ? undefined : hasCompiledSources(text, loaded);
  if (areCompiled === undefined) return PREDICTED;
  if (!areCompiled)
    return { state: "changed", shownBy: "metadata", reason: "its metadata has different source hashes" };
  const missing = Object.keys(parseMetadata(text)?.sources ?? {}).filter(
    (source) => !Object.hasOwn(plan.body.stdJsonInput.sources, source),
  );
  if (missing.length === 0) return { state: "proven", shownBy: "metadata" };
  const reason = `its metadata lists ${formatCount(missing.length, "source")} that the contract doesn't import: ${missing[0]}`;
  return { state: "closure-differs", shownBy: "metadata", reason };
}

/** Compiles the planned submission, and the full build if the result differs. */
export async function proveByCompiler(
  loaded: LoadedSubject,
  compile: Compile,
  signal: AbortSignal,
): Promise<SourcesProof> {
  const { plan, compilation } = loaded;
  const first = await compileAs(loaded, plan.body.stdJsonInput, compile, signal);
  if ((first.state !== "changed" && first.state !== "rejected") || plan.sources === "full") return first;
  const whole = await compileAs(loaded, compilation.input, compile, signal);
  return whole.state === "proven"
    ? { state: "closure-differs", shownBy: "compiler", reason: first.reason }
    : whole;
}

async function compileAs(
  { candidate, compilation }: LoadedSubject,
  input: StandardJsonInput,
  compile: Compile,
  signal: AbortSignal,
): Promise<SourcesProof> {
  const { compilerVersion } = compilation;
  const result = await recompile(
    compile,
    input,
    { contractIdentifier: getIdentifier(candidate), compilerVersion },
    signal,
  );
  switch (result.kind) {
    case "compiled": {
      const reason = findDifference(result, candidate);
      return reason === undefined
        ? { state: "proven", shownBy: "compiler" }
        : { state: "changed", shownBy: "compiler", reason };
    }
    case "failed":
      return { state: "rejected", shownBy: "compiler", reason: result.reason };
    case "not-possible":
      return PREDICTED;
    case "no-compiler":
      return { ...PREDICTED, noCompiler: result.longVersion };
  }
}

/** Undefined if the code is identical, including the metadata hash. */
function findDifference(
  compiled: CompiledHere,
  { runtime, creation }: LoadedSubject["candidate"],
): string | undefined {
  if (
    normalizeDigits(compiled.runtime) === normalizeDigits(runtime) &&
    normalizeDigits(compiled.creation) === normalizeDigits(creation)
  )
    return undefined;
  const sides = [
    compareCode("runtime", zeroLinks(runtime), compiled.runtime),
    compareCode("creation", zeroLinks(creation), compiled.creation),
  ];
  return sides.every((side) => side?.sameCode === true)
    ? "the code is the same, but the metadata differs"
    : "the code differs";
}

/** Replaces the library addresses with zeros. */
export function zeroLinks({ object }: CodeTemplate): string {
  return encodeCode(toBytes(object));
}
