import { type CheckRule, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../comparable.ts";
import { compareText } from "../compare-values.ts";

export const compilerVersion: CheckRule = {
  id: "compiler-version",
  subject: "compiler is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's compiler version is the long version of the build. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    const { record, build } = evidence;
    // The compilation may be another submitter's, who compiled the same code; the metadata is this contract's.
    const version = record.metadata?.compiler?.version ?? record.compilation?.compilerVersion;
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    if (version === undefined) return unknown("the record names no compiler version");
    return compareText(build.compilation.compilerVersion.replace(/^v/, ""), version.replace(/^v/, ""));
  },
};
