import { differingSettings } from "../../solidity/normalised-settings.ts";
import { type CheckRule, type Finding, failed, notGiven, passed, skipped, unknown } from "../check.ts";
import { withSameMetadata } from "../compare/comparable.ts";
import { listNames } from "../compare/compare-values.ts";
import { withBuild } from "../compare/with-build.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";

export const settings: CheckRule = {
  id: "settings",
  subject: "settings are the build's",
  witnesses: ["record", "build"],
  proves:
    "The compiler settings in the record's metadata equal the build's, with defaults filled in, in any order and letter case. The EVM version is compared only if both name one. The record's compilation settings count only if the metadata has none, because the first submitter of the same code fixed their form. Skipped where the match does not cover the metadata, and for languages other than Solidity.",
  run: (evidence) =>
    withSameMetadata(evidence, () => withBuild(evidence, (build) => compareSettings(evidence, build))),
};

function compareSettings({ record }: Evidence, build: EvidenceOfBuild): Finding {
  const { input } = build.compilation;
  if (input.language !== "Solidity") return skipped(`the settings of ${input.language} are not compared`);
  const ofMetadata = record.metadata?.settings;
  const ofCompilation = record.compilation?.compilerSettings;
  const stored = ofMetadata ?? ofCompilation;
  if (stored === undefined) return notGiven("the settings");
  const differing = differingSettings(input.settings, stored);
  if (differing.length === 0) {
    const isShared =
      ofMetadata !== undefined &&
      ofCompilation !== undefined &&
      differingSettings(input.settings, ofCompilation).length > 0;
    return passed(isShared ? "the metadata's; the shared compilation writes them differently" : undefined);
  }
  if (ofMetadata === undefined)
    return unknown(
      "the record has no metadata, and a shared compilation can have another submitter's settings",
    );
  if (mayBeOthers(build))
    return skipped(
      "the build's metadata may differ from the metadata on chain, so its settings may differ too",
    );
  return failed("the build's settings", `others for ${listNames(differing)}`);
}

/** The prediction alone does not show whether the metadata differs only in line endings, or in its settings too. */
function mayBeOthers({ compiled, expected }: EvidenceOfBuild): boolean {
  return compiled !== undefined && expected.runtime !== "exact_match" && expected.creation !== "exact_match";
}
