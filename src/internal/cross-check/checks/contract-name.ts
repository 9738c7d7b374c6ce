import { type CheckRule, demand, given, unknown } from "../check.ts";
import { needSameMetadata } from "../compare/comparable.ts";
import { compareEach } from "../compare/compare-values.ts";
import { needBuild } from "../compare/need.ts";
import type { EvidenceOfBuild } from "../evidence.ts";

export const contractName: CheckRule = {
  id: "contract-name",
  subject: "name is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its compilation name the build's contract, by path and name. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    needSameMetadata(evidence);
    const { record, build } = evidence;
    const targets = Object.entries(record.metadata?.settings?.compilationTarget ?? {});
    // The hash on chain covers the metadata, but nothing else in the record.
    const { name, fullyQualifiedName } = record.compilation ?? {};
    const path = targets[0]?.[0] ?? build?.contract.inputSourceName;
    const alone = name === undefined || path === undefined ? [] : [`${path}:${name}`];
    const named = [
      ...targets.map((target) => target.join(":")),
      ...(fullyQualifiedName === undefined ? alone : [fullyQualifiedName]),
    ];
    demand(compareEach(named[0] ?? "", named));
    if (build !== undefined) demand(compareEach(identifierOf(build), named));
    given(record.metadata, "the metadata, which names the contract");
    if (targets.length === 0) return unknown("the record's metadata names no compilation target");
    return compareEach(identifierOf(needBuild(evidence)), named);
  },
};

function identifierOf({ contract }: EvidenceOfBuild): string {
  return `${contract.inputSourceName}:${contract.name}`;
}
