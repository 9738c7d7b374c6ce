import { getIdentifier } from "../../domain/build.ts";
import type { Side } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { reduceToImports } from "../../solidity/import-closure.ts";
import { findDifferingSettings, listOtherSettings } from "../../solidity/normalised-settings.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import type { Json } from "../../text/is-object.ts";
import { end, skipped } from "../check.ts";
import type { BuildEvidence, Evidence } from "../evidence.ts";
import { isExactlyOnChain } from "./compiled-here.ts";
import { isMetadataOnChain } from "./metadata-on-chain.ts";
import { findDifferingInputSources, fitsSubmission, listNeededSources } from "./of-same-input.ts";

/**
 * True if the record must have the build's names, sources and settings, because both have the metadata whose hash is on
 * chain. If there is no build, true if the match covers the metadata. A weaker match can be correct even if the record
 * contains another author's sources, with different names and paths.
 */
export function mustFitBuild(evidence: Evidence): boolean {
  const { record, build, givenCompiled } = evidence;
  // A service may return only the better of the two matches. A record that understates its match still has this
  // metadata.
  const isCovered =
    [record.match, record.runtimeMatch, record.creationMatch].includes("exact_match") ||
    isMetadataOnChain(evidence);
  if (!isCovered) return false;
  if (build === undefined) return true;
  // An input supplied by the user that wasn't compiled is presumed to be the deployed one.
  if (build.compiled === undefined)
    return (
      givenCompiled?.kind !== "compiled" ||
      isExactlyOnChain(evidence, givenCompiled) ||
      hasSameInput(record, build.compilation)
    );
  const { runtime, creation } = build.expected;
  if (runtime === "exact_match" || creation === "exact_match") return true;
  // Neither the prediction nor a record without metadata shows whether only line endings differ.
  return (
    runtime === "unknown" &&
    record.metadata != null &&
    findDifferingInputSources(record, build.compilation.input).length === 0
  );
}

/** True if the settings equal those in the input, and the sources differ at most in line endings. */
function hasSameInput(
  record: ContractRecord,
  { input, compilerVersion }: BuildEvidence["compilation"],
  settings: Json = record.metadata?.settings ?? {},
): boolean {
  return (
    findDifferingInputSources(record, input).length === 0 &&
    findDifferingSettings(input.settings, settings, compilerVersion).length === 0
  );
}

/**
 * True if the record's metadata has the build's compiler, contract, settings, and hashes of all sources that the
 * contract needs. The record's sources then compile to the build's code, even if the match doesn't cover the metadata.
 */
export function containsBuildInput({ record }: Pick<Evidence, "record">, build: BuildEvidence): boolean {
  const { compiler, settings, sources = {} } = record.metadata ?? {};
  const { inputSourceName, name } = build.contract;
  const { input } = build.compilation;
  return (
    compiler?.version === build.compilation.compilerVersion &&
    settings?.compilationTarget?.[inputSourceName] === name &&
    listNeededSources(build).every((path) => Object.hasOwn(sources, path)) &&
    // A service that doesn't link libraries receives the library addresses in the settings. The claim `libraries`
    // covers these addresses.
    hasSameInput(record, build.compilation, { ...settings, libraries: input.settings.libraries })
  );
}

/** As {@link containsBuildInput}, but also compares records without metadata, such as those of Vyper contracts. */
export function containsGivenInput(record: ContractRecord, given: BuildEvidence): boolean {
  if (record.metadata != null) return containsBuildInput({ record }, given);
  const { input: stdJsonInput, compilerVersion } = given.compilation;
  const contractIdentifier = getIdentifier(given.contract);
  // Without metadata, nothing in the record lists the sources that the contract needs.
  const needed = Object.keys(reduceToImports(stdJsonInput, given.contract.inputSourceName).sources);
  return (
    needed.every((path) => Object.hasOwn(record.sources ?? {}, path)) &&
    [record.compilation?.compilerSettings, record.stdJsonInput?.settings].every(
      (shown) => shown === undefined || !contradictsSettings(shown, given.compilation),
    ) &&
    fitsSubmission(record, { stdJsonInput, compilerVersion, contractIdentifier })
  );
}

/** True if a setting differs that both sides specify. Also compares settings that solc doesn't have. */
function contradictsSettings(
  shown: Json,
  { input: { settings }, compilerVersion }: BuildEvidence["compilation"],
): boolean {
  const linked = { ...shown, libraries: settings.libraries };
  const differing = findDifferingSettings(settings, linked, compilerVersion);
  const isOther = (name: string) => shown[name] !== undefined && !isSameJson(shown[name], settings[name]);
  return differing.length > 0 || listOtherSettings(settings).some(isOther);
}

/**
 * Returns the parts of the compilation that the record shows otherwise than its stored input, which was compiled. If
 * the compiler writes no metadata, nothing else covers them.
 */
export function findOtherThanStored(record: ContractRecord): readonly string[] {
  const { compilation, metadata, stdJsonInput } = record;
  if (stdJsonInput == null) return [];
  const { language, settings } = stdJsonInput;
  const languages = [compilation?.language, metadata?.language];
  const isOther = languages.some((shown) => shown !== undefined && shown !== language);
  const differing = [compilation?.compilerSettings, metadata?.settings].flatMap((shown = {}) => [
    // The record may leave out settings.
    ...findDifferingSettings(settings, { ...settings, ...shown }, compilation?.compilerVersion),
    ...listOtherSettings(shown).filter((name) => !isSameJson(shown[name], settings[name])),
  ]);
  return [...(isOther ? ["language"] : []), ...new Set(differing)];
}

/**
 * True if the record claims a match for a side or, if the side's match is unknown, contains recompiled code for that
 * side.
 */
export function isSideClaimed(side: Side, record: ContractRecord): boolean {
  const match = record[`${side}Match`];
  return match === undefined ? record[`${side}Bytecode`]?.recompiledBytecode != null : match !== null;
}

/**
 * True if the rest of the record must have the names and the ABI in the record's own metadata. Even if the build has
 * different metadata, the record's metadata describes the contract if its hash is on chain.
 */
export function mustFitMetadata(evidence: Evidence): boolean {
  return isMetadataOnChain(evidence) || mustFitBuild(evidence);
}

export function needToFitBuild(evidence: Evidence): void {
  if (!mustFitBuild(evidence)) end(OTHER_AUTHOR);
}

export const OTHER_AUTHOR = skipped(
  "the match does not cover the metadata, so the record may name another author's sources",
);
