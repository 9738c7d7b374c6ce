import { differingSettings } from "../../solidity/normalised-settings.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../compare/comparable.ts";
import { listNames } from "../compare/list-names.ts";
import { withBuild } from "../compare/with-build.ts";
import type { Evidence, EvidenceOfBuild } from "../evidence.ts";

export const settings: CheckRule = {
  id: "settings",
  subject: "settings are the build's",
  witnesses: ["record", "build"],
  proves:
    "The compiler settings of the record's metadata are those of the build, with defaults spelled out, in any order and letter case; an EVM version only where both name one. The settings of its compilation may be written otherwise, because the first submitter of the same code fixed them: they are compared where the metadata has none. Skipped where the match does not cover the metadata, and for other languages than Solidity.",
  run: (evidence) => {
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    return withBuild(evidence, (build) => compareSettings(evidence, build));
  },
};

function compareSettings({ record }: Evidence, build: EvidenceOfBuild): Finding {
  const { input } = build.compilation;
  if (input.language !== "Solidity") return skipped(`the settings of ${input.language} are not compared`);
  const ofMetadata = record.metadata?.settings;
  const ofCompilation = record.compilation?.compilerSettings;
  const stored = ofMetadata ?? ofCompilation;
  if (stored === undefined) return unknown("the record names no settings");
  const differing = differingSettings(input.settings, stored);
  if (differing.length === 0) {
    const isShared =
      ofMetadata !== undefined &&
      ofCompilation !== undefined &&
      differingSettings(input.settings, ofCompilation).length > 0;
    return passed(
      isShared ? "the metadata's; those of the shared compilation are written otherwise" : undefined,
    );
  }
  if (ofMetadata === undefined)
    return unknown("the record has no metadata, and the settings of a shared compilation can be another's");
  if (mayBeOthers(build))
    return skipped("the build's metadata is not known to be the one on chain, so its settings may be others");
  return failed("the build's settings", `others for ${listNames(differing)}`);
}

/** Before the record was there it was not told whether the metadata differs in line endings, or in its settings too. */
function mayBeOthers({ compiled, expected }: EvidenceOfBuild): boolean {
  return compiled !== undefined && expected.runtime !== "exact_match" && expected.creation !== "exact_match";
}
