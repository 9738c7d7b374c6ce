import { compareCode } from "../../bytecode/compare.ts";
import type { CompiledHere, CompilerDescription } from "../../solidity/compilers/compiled-here.ts";
import { asObject } from "../../text/is-object.ts";
import { end, skipped } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { comparedCreation } from "./written-code.ts";

/** What a compiler on this machine made of the record, or of the given input. */
export function compiledByUs({
  recompiled,
  givenCompiled,
}: Pick<Evidence, "recompiled" | "givenCompiled">): CompiledHere | undefined {
  return [recompiled, givenCompiled].find((each) => each?.kind === "compiled");
}

/** What a compiler here made of the record, which has to be the code on chain. */
export function needRecompiled(evidence: Evidence): CompiledHere {
  const { recompiled } = evidence;
  if (recompiled?.kind !== "compiled") return end(skipped("nothing was recompiled here"));
  return comparisons(evidence, recompiled).some((each) => each?.sameCode === true)
    ? recompiled
    : end(skipped("what was recompiled here is not the code on chain"));
}

/** Whether a compilation here is the code on chain, or created it, with its CBOR auxdata (metadata section), or with none. */
export function isExactlyOnChain(evidence: Evidence, compiled: CompiledHere): boolean {
  return comparisons(evidence, compiled).some((each) => each?.sameMetadata === true);
}

/** A compilation here compared with the code on chain, and with the init code that created it. */
function comparisons({ facts }: Evidence, { runtime, creation }: CompiledHere) {
  return [compareCode("runtime", facts.runtimeBytecode, runtime), comparedCreation(facts, creation)];
}

/** Whether its code covers the metadata, by the settings. Without a hash, other words compile to the same code. */
export function hasMetadataHash({ metadata }: CompilerDescription): boolean {
  const { bytecodeHash, appendCBOR } = asObject(asObject(asObject(metadata).settings).metadata);
  return bytecodeHash !== "none" && appendCBOR !== false;
}

export const OTHER_WORDS =
  "the code has no metadata hash, so another author may have named and documented the same code";
