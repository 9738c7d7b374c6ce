import { importClosure } from "../../solidity/import-closure.ts";
import { type CheckRule, type Finding, failed, notGiven, passed, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../compare/comparable.ts";
import { otherSources } from "../compare/other-sources.ts";
import { withBuild } from "../compare/with-build.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";

export const buildSources: CheckRule = {
  id: "build-sources",
  subject: "sources are the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata lists every source that the contract needs, and each listed source has the same keccak256 in the build. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    return withBuild(evidence, (build) => compareSources(evidence, build));
  },
};

function compareSources({ record }: Evidence, { compilation, contract }: EvidenceOfBuild): Finding {
  const listed = Object.entries(record.metadata?.sources ?? {});
  if (record.metadata == null) return notGiven("the metadata, which lists the sources");
  if (listed.length === 0) return unknown("the record's metadata lists no sources");
  const needed = importClosure(compilation.input, contract.inputSourceName);
  const missing = (needed.kind === "known" ? needed.sources : [contract.inputSourceName]).filter(
    (path) => !listed.some(([name]) => name === path),
  );
  if (missing.length > 0)
    return failed("every source that the contract needs", `none of ${missing.join(", ")}`);
  const wrong = otherSources(record, compilation.input);
  return wrong.length === 0
    ? passed(`${listed.length} ${listed.length === 1 ? "source" : "sources"}`)
    : failed("the keccak256 of the build's sources", `another for ${wrong.join(", ")}`);
}
