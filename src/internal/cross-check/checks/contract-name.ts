import { type CheckRule, notGiven, skipped, unknown } from "../check.ts";
import { OTHER_METADATA, restsOnSameMetadata } from "../compare/comparable.ts";
import { compareEach } from "../compare/compare-values.ts";
import { withBuild } from "../compare/with-build.ts";

export const contractName: CheckRule = {
  id: "contract-name",
  subject: "name is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's metadata and its compilation name the build's contract, by path and name. Skipped where the match does not cover the metadata.",
  run: (evidence) => {
    const { record } = evidence;
    if (!restsOnSameMetadata(evidence)) return skipped(OTHER_METADATA);
    const targets = Object.entries(record.metadata?.settings?.compilationTarget ?? {}).map(
      ([path, name]) => `${path}:${name}`,
    );
    const { fullyQualifiedName } = record.compilation ?? {};
    const named = fullyQualifiedName === undefined ? targets : [...targets, fullyQualifiedName];
    if (record.metadata == null) return notGiven("the metadata, which names the contract");
    if (targets.length === 0) return unknown("the record's metadata names no compilation target");
    // The hash on chain covers the metadata, but nothing else in the record.
    const [target = ""] = targets;
    const itself = compareEach(target, named);
    if (itself.status === "failed") return itself;
    return withBuild(evidence, ({ contract }) =>
      compareEach(`${contract.inputSourceName}:${contract.name}`, named),
    );
  },
};
