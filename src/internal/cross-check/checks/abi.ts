import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../comparable.ts";
import { canonicalJson } from "../compare-values.ts";

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's, in any order: a shared compilation has the order of its first submitter.",
  run: (evidence) => {
    const { record, build } = evidence;
    if (record.abi === undefined || record.abi === null) return unknown("the record has no ABI");
    const built = entriesOf(build.candidate.abi);
    const stored = entriesOf(record.abi);
    const missing = built.filter((entry) => !stored.includes(entry)).length;
    const extra = stored.filter((entry) => !built.includes(entry)).length;
    const size = `${built.length} entries`;
    if (missing + extra === 0) return passed(size);
    // Names of parameters are in the ABI and not in the code.
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    return failed(size, `${missing} of them missing, ${extra} others`);
  },
};

function entriesOf(fragments: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return fragments.map((fragment) => canonicalJson(fragment)).sort();
}
