import type { CodeTemplate } from "../../domain/code-template.ts";
import type { Json } from "../../text/is-object.ts";
import { compareCode } from "../compare.ts";
import { OPCODE } from "../opcodes.ts";
import { type Explained, type Facts, readBuildSettings } from "./explanation.ts";
import { explainCreation } from "./rules/creation.ts";
import { explainConstants, explainFilledIn } from "./rules/filled-in.ts";
import {
  explainFewBytes,
  explainLength,
  explainOtherAccount,
  explainOtherCode,
  explainRest,
  explainSelectors,
} from "./rules/other-code.ts";
import {
  explainCompilerVersion,
  explainEvmVersion,
  explainMetadataForm,
  explainMetadataOnly,
  explainOptimizer,
  explainViaIr,
} from "./rules/settings.ts";
import { readTraits, type Traits } from "./traits.ts";

export interface ExplainInput {
  /** The runtime code on chain, 0x-prefixed hex. */
  readonly runtime: string;
  /** The creation transaction's input including constructor arguments, 0x-prefixed hex. */
  readonly creation: string | undefined;
  readonly template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate };
  /** The build's compiler settings, if known. */
  readonly settings: Json | undefined;
  /** The build's compiler version, `0.8.28`, with or without its commit. */
  readonly compilerVersion?: string | undefined;
}

type Rule = (facts: Facts) => Explained | undefined | readonly Explained[];

/**
 * Explains the differences, strongest explanation first. Returns an empty list if the bytecode is equal or either
 * string isn't bytecode.
 */
export function explainDifferences(input: ExplainInput): readonly Explained[] {
  const facts = collectFacts(input);
  if (facts === undefined) return [];
  const runtime = explainRuntime(facts);
  // If the auxdata's length differs, the constructor's code differs too, because it contains the runtime code's length.
  const isSameProgram = facts.comparison.sameCode && facts.onchain.code.length === facts.built.code.length;
  const creation =
    isSameProgram && input.creation !== undefined
      ? explainCreation(input.creation, input.template.creation, facts.settings?.libraries)
      : undefined;
  if (creation === undefined) return runtime;
  // A changed constructor also changes the metadata, so the metadata needs no separate explanation.
  const isConstructor = creation.kind === "constructor" || creation.kind === "library";
  return [...(isConstructor ? runtime.filter(({ kind }) => kind !== "metadata") : runtime), creation];
}

function explainRuntime(facts: Facts): readonly Explained[] {
  if (facts.comparison.sameMetadata) return [];
  const compiler = apply([explainCompilerVersion], facts);
  const form = apply([explainMetadataForm], facts);
  // A different compiler version explains a different metadata hash, but not a different form of auxdata.
  if (facts.programs.sameCode || facts.comparison.sameCode)
    return [...compiler, ...(compiler.length > 0 ? form : apply([explainMetadataOnly], facts))];
  // The first rule that applies explains all differences.
  const whole = applyFirst([explainOtherAccount, explainLength, explainOtherCode], facts);
  if (whole.length > 0) return whole;
  // The code differs so little that it must have been compiled with the same settings.
  const nearly = applyFirst([explainFilledIn, explainConstants, explainFewBytes], facts);
  if (nearly.length > 0) return [...compiler, ...nearly];
  // Causes come before their consequences.
  const rest = apply([explainViaIr, explainEvmVersion, explainOptimizer, explainSelectors], facts);
  const parts = [...compiler, ...rest];
  // Nested auxdata in a different form changes the code too, so the sources can't be judged.
  if (parts.length === 0) return form.length > 0 ? form : [explainRest(facts)];
  const isCertain = ({ certainty }: Explained) => certainty === "certain";
  return [...parts.filter(isCertain), ...parts.filter((each) => !isCertain(each)), ...form];
}

function apply(rules: readonly Rule[], facts: Facts): readonly Explained[] {
  return rules.flatMap((rule) => rule(facts) ?? []);
}

function applyFirst(rules: readonly Rule[], facts: Facts): readonly Explained[] {
  return rules.map((rule) => apply([rule], facts)).find((found) => found.length > 0) ?? [];
}

function collectFacts(input: ExplainInput): Facts | undefined {
  const { runtime, creation, template } = input;
  const comparison = compareCode("runtime", runtime, template.runtime);
  if (comparison === undefined) return undefined;
  const onchain = readTraits(runtime, creation);
  const built = readTraits(template.runtime.object, template.creation.object);
  const programs = compareCode("runtime", stripAuxdata(runtime, onchain, built), {
    ...template.runtime,
    object: stripAuxdata(template.runtime.object, built, onchain),
  });
  const compilerVersion = input.compilerVersion?.split("+", 1)[0];
  const settings = input.settings && readBuildSettings(input.settings);
  return {
    onchain,
    built,
    template: template.runtime,
    comparison,
    programs: programs ?? comparison,
    settings,
    compilerVersion,
  };
}

/**
 * Strips the CBOR auxdata (the metadata section). Also strips the INVALID before it if the other code has no auxdata,
 * because solc writes both or neither. Library placeholders in `code` don't shift positions, because they are as long
 * as addresses.
 */
function stripAuxdata(code: string, { code: bytes, auxdata }: Traits, other: Traits): string {
  if (auxdata === undefined) return code;
  const hasStop = other.auxdata === undefined && bytes[auxdata.start - 1] === OPCODE.INVALID;
  return code.slice(0, code.length - 2 * (auxdata.length + (hasStop ? 1 : 0)));
}
