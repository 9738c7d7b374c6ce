import { compareCode } from "../../bytecode/compare.ts";
import type { CreationFacts } from "../../chain/deployment-facts.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { Witness } from "../../domain/witness.ts";
import { type ClaimRule, type Judgement, open, proven, refuted, vouched } from "../claim.ts";
import { isExactlyOnChain } from "../compare/compiled-here.ts";
import type { Evidence } from "../evidence.ts";
import { namedBy } from "./deployment.ts";

export const creationCode: ClaimRule = {
  id: "creation-code",
  proof:
    "Proven by the executed init code and a build or a compiler on this machine; the query service vouches for it where no other witness shows that init code, and whoever named the creating transaction where the contract may have been created anew since, by other init code (see [the life of an address](#the-life-of-an-address)). Open where it is not known which init code was executed. Refuted where it is known, the runtime code is the build's to its last byte, and the init code is not: such code may have written other state than the constructor does. Open where metadata of either code differs, because the sources may have changed since. The setting `allowForeignCreation` names addresses for which that is right.",
  checks: [],
  judge: (evidence, checks) => {
    const { creation } = evidence.facts;
    if (creation === undefined)
      return open("no source names the creating transaction; --creation-tx-hash does", "creation-tx");
    const { initCode } = creation;
    if (initCode === undefined) return open("it is not known which init code was executed", "none");
    const found = templateOf(evidence, checks.passed("recompiled-here"));
    if (found === undefined) return open("nothing compiled here shows the creation code", "recompile");
    const shown: Witness = initCode.shownBy === "query-service" ? "query service" : "chain";
    const comparison = compareCode("creation", initCode.bytecode, found.template);
    // A runtime code with all its metadata comes from init code with all its metadata: the same compilation wrote both.
    if (comparison?.sameCode === true && found.isExact && !comparison.sameMetadata)
      return open(`the executed init code has other metadata than the ${found.by}'s creation code`, "build");
    if (comparison?.sameCode === true) return vouchedInitCode(creation) ?? proven([shown, found.by]);
    if (evidence.isForeignCreationAllowed === true)
      return open("foreign creation code, which the configuration allows for this address", "none");
    if (!found.isExact)
      return open(
        `the ${found.by}'s creation code and metadata are not those on chain, so that its sources may have changed`,
        "build",
      );
    return refuted(
      [shown, found.by],
      `executed init code that is not the creation code of the ${found.by}, although the runtime code is: it may have written any state`,
    );
  },
};

/** Whose word it is that this init code made what is there now; undefined where that is shown, or none is known. */
export function vouchedInitCode(creation: CreationFacts | undefined): Judgement | undefined {
  const { initCode, doubt } = creation ?? {};
  if (creation === undefined || initCode === undefined) return undefined;
  if (initCode.shownBy === "query-service")
    return vouched(["query service"], "no other witness shows which init code was executed");
  return doubt === undefined || initCode.isInAddress === true
    ? undefined
    : vouched([namedBy(creation)], doubt);
}

interface Creation {
  readonly template: CodeTemplate;
  readonly by: "build" | "compiler";
  /** True if its runtime code is on chain with its CBOR auxdata (metadata section), or with none. */
  readonly isExact: boolean;
}

/** The creation code that belongs to the proven runtime code. */
function templateOf(evidence: Evidence, isRecompiled: boolean): Creation | undefined {
  const { build, recompiled, givenCompiled, facts } = evidence;
  if (build?.compiled !== undefined) {
    const { runtime, creation: template } = build.compiled;
    if (build.isWritten === true) return { template, by: "build", isExact: true };
    const comparison = compareCode("runtime", facts.runtimeBytecode, runtime);
    if (comparison?.sameCode === true) return { template, by: "build", isExact: comparison.sameMetadata };
  }
  const compiled = isRecompiled && recompiled?.kind === "compiled" ? recompiled : givenCompiled;
  return compiled?.kind === "compiled"
    ? { template: compiled.creation, by: "compiler", isExact: isExactlyOnChain(evidence, compiled) }
    : undefined;
}
