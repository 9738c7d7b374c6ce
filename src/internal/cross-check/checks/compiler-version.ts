import { type CheckRule, demand, given } from "../check.ts";
import { needSameMetadata } from "../compare/comparable.ts";
import { compareEach } from "../compare/compare-values.ts";
import { needBuild } from "../compare/need.ts";

export const compilerVersion: CheckRule = {
  id: "compiler-version",
  subject: "compiler is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its compilation name the long compiler version of the build. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    needSameMetadata(evidence);
    const { metadata, compilation: stored } = evidence.record;
    const withoutV = (version?: string) => version?.replace(/^v/, "") ?? [];
    const named = [metadata?.compiler?.version, stored?.compilerVersion].flatMap(withoutV);
    demand(compareEach(given(named[0], "the compiler version"), named));
    return compareEach(needBuild(evidence).compilation.compilerVersion.replace(/^v/, ""), named);
  },
};
