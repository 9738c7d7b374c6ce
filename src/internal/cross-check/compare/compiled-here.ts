import { compareCode } from "../../bytecode/compare.ts";
import type { CompiledHere, CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { type Finding, skipped } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { comparedCreation } from "./written-code.ts";

/** What a compiler on this machine made of the record, or of the given input. */
export function compiledByUs({
  recompiled,
  givenCompiled,
}: Pick<Evidence, "recompiled" | "givenCompiled">): CompiledHere | undefined {
  return [recompiled, givenCompiled].find((each) => each?.kind === "compiled");
}

/** Runs a comparison with what a compiler here made of the record, if it made the code on chain. */
export function withCompiledHere(evidence: Evidence, compare: (compiled: CompiledHere) => Finding): Finding {
  const { recompiled } = evidence;
  if (recompiled?.kind !== "compiled") return skipped("nothing was recompiled here");
  return isOnChain(evidence, recompiled)
    ? compare(recompiled)
    : skipped("what was recompiled here is not the code on chain");
}

/** Whether a compilation here is the code on chain, or created it, the metadata at its end aside. */
function isOnChain({ facts }: Evidence, { runtime, creation }: CompiledHere): boolean {
  return (
    compareCode("runtime", facts.runtimeBytecode, runtime)?.sameCode === true ||
    comparedCreation(facts, creation)?.sameCode === true
  );
}

/** Whether a compilation here is the code on chain, or created it, with its CBOR auxdata (metadata section), or with none. */
export function isExactlyOnChain({ facts }: Evidence, { runtime, creation }: CompiledHere): boolean {
  return (
    compareCode("runtime", facts.runtimeBytecode, runtime)?.sameMetadata === true ||
    comparedCreation(facts, creation)?.sameMetadata === true
  );
}

/** Whether its code covers the metadata, by the settings. Without a hash, other words compile to the same code. */
export function hasMetadataHash({ metadata }: CompilerDescription): boolean {
  const { settings } = (metadata ?? {}) as { readonly settings?: { readonly metadata?: unknown } };
  const { bytecodeHash, appendCBOR } = (settings?.metadata ?? {}) as Readonly<Record<string, unknown>>;
  return bytecodeHash !== "none" && appendCBOR !== false;
}

export const OTHER_WORDS =
  "the code has no metadata hash, so another author may have named and documented the same code";
