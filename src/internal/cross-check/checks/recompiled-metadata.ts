import type { ContractMetadata } from "../../domain/record.ts";
import { isSameJson } from "../../text/canonical-json.ts";
import { isObject } from "../../text/is-object.ts";
import { type CheckRule, failed, need, passed, skipped, unknown } from "../check.ts";
import { listNames } from "../compare/compare-values.ts";
import { needRecompiled } from "../compare/compiled-here.ts";

export const recompiledMetadata: CheckRule = {
  id: "recompiled-metadata",
  subject: "metadata is the compiler's",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The metadata that a compiler on this machine writes for the recompiled contract is the record's: compiler, language, settings, contract name, and the hash of every source that the contract needs. This proves them also where the code on chain has no metadata hash. Skipped where nothing was recompiled, and without Solidity metadata.",
  run: (evidence) => {
    const { described } = needRecompiled(evidence);
    const stored = need(evidence.record.metadata, skipped("the record has no metadata"));
    const { metadata: written } = need(described, skipped("the compiler writes no metadata"));
    if (!isObject(written)) return unknown("the compiler here wrote no metadata");
    const differing = differingParts(written, stored);
    return differing.length === 0
      ? passed(`${Object.keys(stored.sources ?? {}).length} sources`)
      : failed("the metadata that the compiler writes", `another one: ${listNames(differing)}`);
  },
};

/** `settings.optimizer` and the like. What the compiler says about the interface is the subject of another check. */
function differingParts(written: ContractMetadata, stored: ContractMetadata): readonly string[] {
  return keysOf(written, stored).flatMap((key) => {
    if (key === "output" || isSameJson(written[key], stored[key])) return [];
    const [one, other] = [written[key], stored[key]];
    if (!isObject(one) || !isObject(other)) return [key];
    return keysOf(one, other)
      .filter((inner) => !isSameJson(one[inner], other[inner]))
      .map((inner) => `${key}.${inner}`);
  });
}

function keysOf(one: object, other: object): readonly string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort();
}
