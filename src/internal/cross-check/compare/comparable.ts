import { differingSettings } from "../../solidity/normalised-settings.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";
import { isExactlyOnChain } from "./compiled-here.ts";
import { neededSources, otherSources } from "./other-sources.ts";

/**
 * Whether the record must have the build's names, sources and settings. It must if both have the metadata that is on
 * chain, because the metadata hash covers them. A weaker match may rest on another author's sources, with other names
 * and paths, and still be correct.
 */
export function restsOnSameMetadata(evidence: Evidence): boolean {
  const { record, build, givenCompiled } = evidence;
  const recordIsExact = record.runtimeMatch === "exact_match" || record.creationMatch === "exact_match";
  if (!recordIsExact) return false;
  // A given input that nothing compiled claims to be the deployed one; without a build, nothing can differ.
  if (build?.compiled === undefined)
    return (
      givenCompiled?.kind !== "compiled" ||
      isExactlyOnChain(evidence, givenCompiled) ||
      hasSameInput(record, build)
    );
  const { runtime, creation } = build.expected;
  if (runtime === "exact_match" || creation === "exact_match") return true;
  // The prediction could not decide whether only line endings differ. Without metadata, nothing in the record does.
  return (
    runtime === "unknown" &&
    record.metadata != null &&
    otherSources(record, build.compilation.input).length === 0
  );
}

/** Whether only line endings may differ. */
function hasSameInput(record: Evidence["record"], build: Evidence["build"]): boolean {
  if (build === undefined) return true;
  const { input } = build.compilation;
  return (
    otherSources(record, input).length === 0 &&
    differingSettings(input.settings, record.metadata?.settings ?? {}).length === 0
  );
}

/**
 * Whether the record's metadata names the build's compiler, contract and settings, and every source that it needs, by its
 * hash. What the build compiles to is then what the record's sources compile to, whatever its match covers.
 */
export function showsInputOf({ record }: Evidence, build: EvidenceOfBuild): boolean {
  const { compiler, settings, sources = {} } = record.metadata ?? {};
  const { inputSourceName, name } = build.contract;
  const { input } = build.compilation;
  return (
    compiler?.version === build.compilation.compilerVersion &&
    settings?.compilationTarget?.[inputSourceName] === name &&
    neededSources(build).every((path) => Object.hasOwn(sources, path)) &&
    otherSources(record, input).length === 0 &&
    // Addresses of libraries are put in for a service that doesn't link. The claim `libraries` looks at them.
    differingSettings(input.settings, { ...settings, libraries: input.settings?.libraries }).length === 0
  );
}

export const OTHER_METADATA =
  "the match does not cover the metadata, so the record may name another author's sources";
