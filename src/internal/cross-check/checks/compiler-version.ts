import { type CheckRule, notGiven } from "../check.ts";
import { withSameMetadata } from "../compare/comparable.ts";
import { compareEach } from "../compare/compare-values.ts";
import { withBuild } from "../compare/with-build.ts";

export const compilerVersion: CheckRule = {
  id: "compiler-version",
  subject: "compiler is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its compilation name the long compiler version of the build. Skipped where the match does not cover the metadata.",
  run: (evidence) =>
    withSameMetadata(evidence, () => {
      const { metadata, compilation: stored } = evidence.record;
      const versions = [metadata?.compiler?.version, stored?.compilerVersion];
      const named = versions.filter((version) => version !== undefined).map(withoutV);
      const [first] = named;
      if (first === undefined) return notGiven("the compiler version");
      const itself = compareEach(first, named);
      if (itself.status === "failed") return itself;
      return withBuild(evidence, ({ compilation }) =>
        compareEach(withoutV(compilation.compilerVersion), named),
      );
    }),
};

function withoutV(version: string): string {
  return version.replace(/^v/, "");
}
