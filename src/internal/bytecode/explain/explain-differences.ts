import type { CodeTemplate } from "../../domain/code-template.ts";
import { compareCode } from "../compare.ts";
import { OPCODE } from "../opcodes.ts";
import { readBuildSettings } from "./build-settings.ts";
import type { Explanation } from "./explanation.ts";
import type { Facts } from "./facts.ts";
import { explainCompilerVersion } from "./rules/compiler-version.ts";
import { explainConstants } from "./rules/constants.ts";
import { explainCreation } from "./rules/creation.ts";
import { explainEvmVersion } from "./rules/evm-version.ts";
import { explainFilledIn } from "./rules/filled-in.ts";
import { explainLength } from "./rules/length.ts";
import { explainMetadataForm, explainMetadataOnly } from "./rules/metadata.ts";
import { explainOptimizer } from "./rules/optimizer.ts";
import { explainOtherAccount } from "./rules/other-account.ts";
import { explainOtherCode } from "./rules/other-code.ts";
import { explainFewBytes, explainRest, explainSelectors } from "./rules/sources.ts";
import { explainViaIr } from "./rules/via-ir.ts";
import { type Traits, traitsOf } from "./traits.ts";

export interface ExplainInput {
  /** The code on chain, 0x-hex. */
  readonly runtime: string;
  /** The creating transaction's input, constructor arguments included, 0x-hex. */
  readonly creation: string | undefined;
  readonly template: { readonly runtime: CodeTemplate; readonly creation: CodeTemplate };
  /** The build's compiler settings, where they are known. */
  readonly settings: Readonly<Record<string, unknown>> | undefined;
  /** The build's, `0.8.28` or with its commit. */
  readonly compilerVersion?: string;
}

type Rule = (facts: Facts) => readonly Explanation[];

/** One of these is all there is to say, in this order. */
const WHOLE: readonly Rule[] = [explainOtherAccount, explainLength, explainOtherCode];
/** These hold where the code is nearly the same, and then no setting is behind it. */
const NEARLY_SAME: readonly Rule[] = [explainFilledIn, explainConstants, explainFewBytes];
/** Each of these can have its part in it, the one that explains most of the others first. */
const PARTS: readonly Rule[] = [
  explainCompilerVersion,
  explainViaIr,
  explainEvmVersion,
  explainOptimizer,
  explainSelectors,
];

/** What explains the differences, the most telling first; empty where nothing differs, or where one is no code. */
export function explainDifferences(input: ExplainInput): readonly Explanation[] {
  const facts = factsOf(input);
  if (facts === undefined) return [];
  const runtime = explainRuntime(facts);
  // Where the metadata's form differs, the constructor's code does too: it holds the length of the runtime code.
  const isSameProgram = facts.comparison.sameCode && facts.onchain.code.length === facts.built.code.length;
  const creation =
    isSameProgram && input.creation !== undefined ? explainCreation(input.creation, input.template) : [];
  return [...runtime, ...creation];
}

function explainRuntime(facts: Facts): readonly Explanation[] {
  if (facts.comparison.sameMetadata) return [];
  const compiler = explainCompilerVersion(facts);
  if (facts.programs.sameCode || facts.comparison.sameCode)
    return [...compiler, ...explainMetadataOnlyAfter(compiler, facts)];
  const whole = firstOf(WHOLE, facts);
  if (whole.length > 0) return whole;
  const nearly = firstOf(NEARLY_SAME, facts);
  if (nearly.length > 0) return [...compiler, ...nearly];
  const parts = PARTS.flatMap((rule) => rule(facts));
  const found = parts.length > 0 ? parts : explainRest(facts);
  const byCertainty = [
    ...found.filter(({ certainty }) => certainty === "certain"),
    ...found.filter(({ certainty }) => certainty === "likely"),
  ];
  const form = explainMetadataForm(facts);
  // Where nothing but the form of the metadata leaves a mark, it comes before a guess.
  return parts.length > 0 ? [...byCertainty, ...form] : [...form, ...byCertainty];
}

function firstOf(rules: readonly Rule[], facts: Facts): readonly Explanation[] {
  return rules.map((rule) => rule(facts)).find((found) => found.length > 0) ?? [];
}

/** Another compiler explains another hash, but not another form. */
function explainMetadataOnlyAfter(compiler: readonly Explanation[], facts: Facts): readonly Explanation[] {
  return compiler.length > 0 ? explainMetadataForm(facts) : explainMetadataOnly(facts);
}

function factsOf(input: ExplainInput): Facts | undefined {
  const { runtime, creation, template } = input;
  const comparison = compareCode("runtime", runtime, template.runtime);
  if (comparison === undefined) return undefined;
  const onchain = traitsOf(runtime, creation);
  const built = traitsOf(template.runtime.object, template.creation.object);
  const programs = compareCode("runtime", programOf(runtime, onchain, built), {
    ...template.runtime,
    object: programOf(template.runtime.object, built, onchain),
  });
  const compilerVersion = input.compilerVersion?.split("+", 1)[0];
  const settings =
    input.settings && readBuildSettings(input.settings, built.section?.solcVersion ?? compilerVersion);
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
 * A code without the metadata section at its end, and without the INVALID before it where the other code has no
 * section: the compiler writes both or none. Library placeholders are as long as what they stand for.
 */
function programOf(code: string, { code: bytes, section }: Traits, other: Traits): string {
  if (section === undefined) return code;
  const hasStop = other.section === undefined && bytes[section.offset - 1] === OPCODE.INVALID;
  return code.slice(0, code.length - 2 * (section.length + (hasStop ? 1 : 0)));
}
