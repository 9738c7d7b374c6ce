import { hashOfText } from "../../domain/keccak.ts";
import { type CheckRule, type Finding, failed, notGiven, passed, unknown } from "../check.ts";
import { withSameMetadata } from "../compare/comparable.ts";
import { neededSources, otherSources } from "../compare/of-same-input.ts";
import { withBuild } from "../compare/with-build.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";

export const buildSources: CheckRule = {
  id: "build-sources",
  subject: "sources are the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata lists every source that the contract needs, and each listed source has the same keccak256 in the build. Without metadata, no source that it needs is stored with other content. Skipped where the match does not cover the metadata.",
  run: (evidence) =>
    withSameMetadata(evidence, () => withBuild(evidence, (build) => compareSources(evidence, build))),
};

function compareSources({ record }: Evidence, build: EvidenceOfBuild): Finding {
  const { compilation } = build;
  const needed = neededSources(build);
  if (record.metadata == null) {
    const stored = Object.entries(record.sources ?? {}).filter(([path]) => needed.includes(path));
    const hashes = stored.map(([path, { content }]) => [path, { keccak256: hashOfText(content) }]);
    const metadata = { sources: Object.fromEntries(hashes) };
    const others = otherSources({ ...record, metadata }, compilation.input);
    return others.length === 0
      ? notGiven("the metadata, which lists the sources")
      : failed("the build's sources", `another for ${others.join(", ")}`);
  }
  const listed = Object.entries(record.metadata.sources ?? {});
  if (listed.length === 0) return unknown("the record's metadata lists no sources");
  const missing = needed.filter((path) => !listed.some(([name]) => name === path));
  if (missing.length > 0)
    return failed("every source that the contract needs", `none of ${missing.join(", ")}`);
  const wrong = otherSources(record, compilation.input);
  return wrong.length === 0
    ? passed(`${listed.length} ${listed.length === 1 ? "source" : "sources"}`)
    : failed("the keccak256 of the build's sources", `another for ${wrong.join(", ")}`);
}
