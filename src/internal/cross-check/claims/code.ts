import { getAddress } from "ethers/address";
import { compareCode, isSameCode } from "../../bytecode/compare.ts";
import type { CreationFacts } from "../../chain/deployment-facts.ts";
import { splitName } from "../../domain/build.ts";
import type { Witness } from "../../domain/witness.ts";
import {
  type ClaimRule,
  explainNotCompiled,
  type Findings,
  type Judgement,
  notApplicable,
  type OpenJudgement,
  open,
  proven,
  refuted,
  vouched,
} from "../claim.ts";
import { describeCode } from "../compare/compare-values.ts";
import { findWrittenCode, getLocalCompilation, isExactlyOnChain } from "../compare/compiled-here.ts";
import { explainUnproven, findProvenCompilation } from "../compare/linked-library.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";
import { getNamingWitness } from "./place.ts";

export const runtimeCode: ClaimRule = {
  id: "runtime-code",
  proof:
    "Proven if the code on chain equals the code from a build or from a compiler on this machine. If the constructor itself writes the runtime code, executing the init code on this machine proves the claim, unless code that can be called depends on the constructor's arguments. A statement by the service is never proof. Open if both the metadata and the executed init code differ, because the constructor may have stored a function pointer into the metadata. The code is read again before the verdict. Refuted if two of these reads return the same new code. If the node then also returns it for the block of the first read, the outcome is `unavailable` (VC302).",
  judge: (evidence, checks) => {
    const { codeAgain } = evidence;
    if (codeAgain.state === "changed")
      return refuted(["chain"], `the code changed to ${describeCode(codeAgain.code)} during this run`);
    const isWritten = findWrittenCode(evidence) !== undefined;
    const how = isWritten ? "written by the constructor, which was executed on this machine" : undefined;
    const isRecompiled = checks.passed("recompiled-here");
    if (checks.passed("runtime-code-build"))
      return explainForeignInitCode(evidence, isRecompiled) ?? proven(["chain", "build"], how);
    if (isRecompiled || checks.passed("given-input-here"))
      return explainForeignInitCode(evidence, isRecompiled) ?? proven(["chain", "compiler"], how);
    if (isWritten) return open(explainUnknown(checks) ?? "no compiled code equals the code on chain", "none");
    return explainNotCompiled(evidence, checks);
  },
};

/**
 * A stored function pointer can point into the metadata, which is then executed. Therefore, code with different metadata
 * isn't proven if the executed init code, which wrote the state, also comes from different sources.
 */
function explainForeignInitCode(evidence: Evidence, isRecompiled: boolean): OpenJudgement | undefined {
  const { creation } = evidence.facts;
  const found = findCreation(evidence, isRecompiled);
  if (creation?.initCode === undefined || found === undefined || found.isExact) return undefined;
  if (evidence.isForeignCreationAllowed === true) return undefined;
  if (isSameCode("creation", creation.initCode.bytecode, found.template)) return undefined;
  return open(
    `neither the ${found.by}'s metadata nor its creation code is on chain, so the constructor may have written any state`,
    "build",
  );
}

function explainUnknown(checks: Findings): string | undefined {
  const unknown = ["runtime-code-build", "recompiled-here"].find((id) => checks.status(id) === "unknown");
  return unknown === undefined ? undefined : checks.reason(unknown);
}

export const creationCode: ClaimRule = {
  id: "creation-code",
  proof:
    "Proven if the executed init code begins with the creation code from a build or from a compiler on this machine. If only the query service provides the init code, the query service vouches for it. If the contract may have been recreated later, the witness that supplied the transaction hash vouches for it (see [the life of an address](#the-life-of-an-address)). Open if the executed init code is unknown, or if the metadata in the runtime code or in the init code differs. Refuted if the runtime code is exactly equal but the init code differs, because the init code may have written different state. The setting `allowForeignCreation` lists addresses where such a difference is expected.",
  judge: (evidence, checks) => {
    const { creation } = evidence.facts;
    if (creation === undefined)
      return open("the creation transaction is unknown; specify it with --creation-tx-hash", "creation-tx");
    const { initCode } = creation;
    if (initCode === undefined) return open("the executed init code is unknown", "none");
    const found = findCreation(evidence, checks.passed("recompiled-here"));
    if (found === undefined) return open("no local compilation provides the creation code", "recompile");
    const shown: Witness = initCode.shownBy === "query-service" ? "query service" : "chain";
    const comparison = compareCode("creation", initCode.bytecode, found.template);
    // One compilation produces both bytecodes. If its metadata is in the runtime code, the same metadata must be in the
    // init code.
    if (comparison?.sameCode === true && found.isExact && !comparison.sameMetadata)
      return open(`the metadata of the executed init code differs from the ${found.by}'s metadata`, "build");
    if (comparison?.sameCode === true) return vouchForInitCode(creation) ?? proven([shown, found.by]);
    if (evidence.isForeignCreationAllowed === true)
      return open("foreign creation code, which the configuration allows for this address", "none");
    if (!found.isExact)
      return open(
        `the ${found.by}'s creation code and metadata differ from those on chain, so its sources are not the deployed ones`,
        "build",
      );
    return refuted(
      [shown, found.by],
      `the executed init code differs from the ${found.by}'s creation code although the runtime code is equal, so it may have written any state`,
    );
  },
};

/**
 * Returns `vouched` if a witness, but not the chain, shows which init code created the current contract. Undefined if
 * the chain shows it, or if it is unknown.
 */
function vouchForInitCode(creation: CreationFacts | undefined): Judgement | undefined {
  const { initCode, doubt } = creation ?? {};
  if (creation === undefined || initCode === undefined) return undefined;
  if (initCode.shownBy === "query-service")
    return vouched(["query service"], "no other witness shows which init code was executed");
  const mayBeEarlier = doubt !== undefined && initCode.isInAddress !== true;
  return mayBeEarlier ? vouched([getNamingWitness(creation)], doubt) : undefined;
}

/**
 * Returns the creation code that belongs to the proven runtime code. `isExact` is true if the runtime code from the same
 * compilation is on chain with its CBOR auxdata (metadata section), if any.
 */
function findCreation(evidence: Evidence, isRecompiled: boolean) {
  const { build, recompiled, givenCompiled, facts } = evidence;
  const by = "build" as const;
  if (build?.compiled !== undefined) {
    const { runtime, creation: template } = build.compiled;
    if (build.isWritten === true) return { template, by, isExact: true };
    const comparison = compareCode("runtime", facts.runtimeBytecode, runtime);
    if (comparison?.sameCode === true) return { template, by, isExact: comparison.sameMetadata };
  }
  const compiled = isRecompiled && recompiled?.kind === "compiled" ? recompiled : givenCompiled;
  return compiled?.kind === "compiled"
    ? { template: compiled.creation, by: "compiler" as const, isExact: isExactlyOnChain(evidence, compiled) }
    : undefined;
}

export const librariesClaim: ClaimRule = {
  id: "libraries",
  proof:
    "Proven if the record's sources compile to the code of every linked library, except for call protection. They are compiled in a build, or on this machine with the compiler version and settings from the library's own record. Neither a match nor a metadata hash proves a library. Otherwise, the claim is open. It is also open if the constructor uses a library and the executed init code is unknown.",
  judge: (evidence, checks) => {
    const { build, facts } = evidence;
    if (build?.compiled === undefined && getLocalCompilation(evidence) === undefined)
      return explainNotCompiled(evidence, checks);
    // If the configuration accepts foreign init code, the build's constructor may not have been executed, so its
    // libraries don't matter.
    const libraries = evidence.libraries.filter(
      ({ linkedBy, address }) =>
        evidence.isForeignCreationAllowed !== true || linkedBy !== "constructor" || address !== undefined,
    );
    if (libraries.length === 0) return notApplicable("no library is linked");
    const unknown = libraries
      .filter((library) => findProvenCompilation(library) === undefined)
      .map((library) => explainUnproven(library, evidence));
    // Reports first any library that might be proven after a wait.
    const [first] = [...unknown.filter(({ closing }) => closing === "wait"), ...unknown];
    if (first !== undefined) return first;
    const isConstructors = libraries.some(({ linkedBy }) => linkedBy === "constructor");
    const stated = isConstructors ? vouchForInitCode(facts.creation) : undefined;
    if (stated !== undefined) return stated;
    const by = libraries.map((library) => findProvenCompilation(library)?.by ?? "build");
    return proven(["chain", ...new Set(by)], describeSettingsLinks(libraries));
  },
};

function describeSettingsLinks(libraries: readonly LinkedLibrary[]): string | undefined {
  const named = libraries.filter(({ linkedBy }) => linkedBy === "settings");
  const each = named.map(
    ({ name, address = "" }) => `${splitName(name).name} is linked by settings to ${getAddress(address)}`,
  );
  return each.length === 0 ? undefined : each.join(", ");
}
