import { type CheckRule, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../comparable.ts";
import { compareText } from "../compare-values.ts";

export const contractName: CheckRule = {
  id: "contract-name",
  subject: "name is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's compilation target is the contract of the build, path and name. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    const { record, build } = evidence;
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    const target = Object.entries(record.metadata?.settings?.compilationTarget ?? {})[0];
    const name = target === undefined ? record.compilation?.fullyQualifiedName : `${target[0]}:${target[1]}`;
    if (name === undefined) return unknown("the record names no contract");
    return compareText(`${build.candidate.inputSourceName}:${build.candidate.name}`, name);
  },
};
