import { hashOfText } from "../../domain/keccak.ts";
import { countWords } from "../../text/amounts.ts";
import { type CheckRule, failed, notGiven, passed, unknown } from "../check.ts";
import { needSameMetadata } from "../compare/comparable.ts";
import { needBuild } from "../compare/need.ts";
import { neededSources, otherSources } from "../compare/of-same-input.ts";

export const buildSources: CheckRule = {
  id: "build-sources",
  subject: "sources are the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata lists every source that the contract needs, and each listed source has the same keccak256 in the build. Without metadata, no source that it needs is stored with other content. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    needSameMetadata(evidence);
    const build = needBuild(evidence);
    const { record } = evidence;
    const { input } = build.compilation;
    const needed = neededSources(build);
    if (record.metadata == null) {
      const stored = Object.entries(record.sources ?? {}).filter(([path]) => needed.includes(path));
      const hashes = stored.map(([path, { content }]) => [path, { keccak256: hashOfText(content) }]);
      const others = otherSources({ ...record, metadata: { sources: Object.fromEntries(hashes) } }, input);
      return others.length === 0
        ? notGiven("the metadata, which lists the sources")
        : failed("the build's sources", `another for ${others.join(", ")}`);
    }
    const listed = Object.keys(record.metadata.sources ?? {});
    if (listed.length === 0) return unknown("the record's metadata lists no sources");
    const missing = needed.filter((path) => !listed.includes(path));
    if (missing.length > 0)
      return failed("every source that the contract needs", `none of ${missing.join(", ")}`);
    const wrong = otherSources(record, input);
    return wrong.length === 0
      ? passed(countWords(listed.length, "source"))
      : failed("the keccak256 of the build's sources", `another for ${wrong.join(", ")}`);
  },
};
