import { type CheckRule, notGiven, skipped } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../compare/comparable.ts";
import { compareEach } from "../compare/compare-values.ts";
import { withBuild } from "../compare/with-build.ts";

export const compilerVersion: CheckRule = {
  id: "compiler-version",
  subject: "compiler is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its compilation name the long compiler version of the build. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    const { record } = evidence;
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    const named = [record.metadata?.compiler?.version, record.compilation?.compilerVersion].filter(
      (version) => version !== undefined,
    );
    if (named.length === 0) return notGiven("the compiler version");
    const [first = ""] = named.map((version) => withoutV(version));
    const itself = compareEach(
      first,
      named.map((version) => withoutV(version)),
    );
    if (itself.status === "failed") return itself;
    return withBuild(evidence, ({ compilation }) =>
      compareEach(
        withoutV(compilation.compilerVersion),
        named.map((version) => withoutV(version)),
      ),
    );
  },
};

function withoutV(version: string): string {
  return version.replace(/^v/, "");
}
