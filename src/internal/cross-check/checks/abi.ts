import { type CheckRule, failed, passed, unknown } from "../check.ts";
import { canonicalJson } from "../compare-values.ts";

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's, in any order: a shared compilation has the order of its first submitter.",
  run: ({ record, build }) => {
    if (record.abi === undefined || record.abi === null) return unknown("the record has no ABI");
    const built = entriesOf(build.candidate.abi);
    const stored = entriesOf(record.abi);
    const missing = built.filter((entry) => !stored.includes(entry)).length;
    const extra = stored.filter((entry) => !built.includes(entry)).length;
    const size = `${built.length} entries`;
    return missing + extra === 0 ? passed(size) : failed(size, `${missing} of them missing, ${extra} others`);
  },
};

function entriesOf(fragments: readonly Readonly<Record<string, unknown>>[]): readonly string[] {
  return fragments.map((fragment) => canonicalJson(fragment)).sort();
}
