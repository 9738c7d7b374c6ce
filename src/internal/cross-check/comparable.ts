import type { Evidence } from "./evidence.ts";

/**
 * Whether the record must name what this build names. The metadata hash covers names, sources and settings, so it
 * must when both the build and the record have the metadata that is on chain. A weaker match may rest on another
 * author's sources, with other names and paths, and be right all the same.
 */
export function restsOnSameMetadata({ record, build }: Evidence): boolean {
  const recordIsExact = record.runtimeMatch === "exact_match" || record.creationMatch === "exact_match";
  // An input that was given without its code claims to be what was deployed.
  const buildIsExact =
    build.compiled === undefined || [build.expected.runtime, build.expected.creation].includes("exact_match");
  return recordIsExact && buildIsExact;
}

export const OTHER_METADATA =
  "the match does not cover the metadata, so the record may name another author's sources";
