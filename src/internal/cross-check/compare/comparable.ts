import type { Evidence } from "../evidence.ts";
import { otherSources } from "./other-sources.ts";

/**
 * Whether the record must name what this build names. The metadata hash covers names, sources and settings, so it
 * must when both the build and the record have the metadata that is on chain. A weaker match may rest on another
 * author's sources, with other names and paths, and be right all the same.
 */
export function restsOnSameMetadata({ record, build }: Evidence): boolean {
  const recordIsExact = record.runtimeMatch === "exact_match" || record.creationMatch === "exact_match";
  if (!recordIsExact) return false;
  // An input that was given without its code claims to be what was deployed; without a build there is none to differ.
  if (build?.compiled === undefined) return true;
  const { runtime, creation } = build.expected;
  if (runtime === "exact_match" || creation === "exact_match") return true;
  // Not told before the record was there: whether only line endings differ.
  return runtime === "unknown" && otherSources(record, build.compilation.input).length === 0;
}

export const OTHER_METADATA =
  "the match does not cover the metadata, so the record may name another author's sources";
