import { differingSettings } from "../../solidity/normalised-settings.ts";
import { type CheckRule, failed, given, passed, skipped, unknown } from "../check.ts";
import { needSameMetadata } from "../compare/comparable.ts";
import { listNames } from "../compare/compare-values.ts";
import { needBuild } from "../compare/need.ts";

export const settings: CheckRule = {
  id: "settings",
  subject: "settings are the build's",
  witnesses: ["record", "build"],
  proves:
    "The compiler settings in the record's metadata equal the build's, with defaults filled in, in any order and letter case. The EVM version is compared only if both name one. The record's compilation settings count only if the metadata has none, because the first submitter of the same code fixed their form. Skipped where the match does not cover the metadata, and for languages other than Solidity.",
  run: (evidence) => {
    needSameMetadata(evidence);
    const { compiled, compilation, expected } = needBuild(evidence);
    const { record } = evidence;
    const { language, settings: built } = compilation.input;
    if (language !== "Solidity") return skipped(`the settings of ${language} are not compared`);
    const ofMetadata = record.metadata?.settings;
    const ofCompilation = record.compilation?.compilerSettings;
    const differing = differingSettings(built, given(ofMetadata ?? ofCompilation, "the settings"));
    if (differing.length === 0) {
      const isShared =
        ofMetadata !== undefined &&
        ofCompilation !== undefined &&
        differingSettings(built, ofCompilation).length > 0;
      return passed(isShared ? "the metadata's; the shared compilation writes them differently" : undefined);
    }
    if (ofMetadata === undefined)
      return unknown(
        "the record has no metadata, and a shared compilation can have another submitter's settings",
      );
    // The prediction alone does not show whether the metadata differs only in line endings, or in its settings too.
    const isExact = expected.runtime === "exact_match" || expected.creation === "exact_match";
    return compiled !== undefined && !isExact
      ? skipped("the build's metadata may differ from the metadata on chain, so its settings may differ too")
      : failed("the build's settings", `others for ${listNames(differing)}`);
  },
};
