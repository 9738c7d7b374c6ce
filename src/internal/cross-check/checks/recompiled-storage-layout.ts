import { type CheckRule, skipped } from "../check.ts";
import { compareLayouts, isSolidityLayout } from "../compare/compare-layouts.ts";
import { hasMetadataHash, needRecompiled, OTHER_WORDS } from "../compare/compiled-here.ts";

export const recompiledStorageLayout: CheckRule = {
  id: "recompiled-storage-layout",
  subject: "storage layout is the compiler's",
  witnesses: ["record", "compiler"],
  needs: "compiled-record",
  proves:
    "The record's storage layout has the variables that a compiler on this machine finds in the recompiled contract, each with the same slot, byte, type, length and name. Skipped where nothing was recompiled, where the record has no Solidity storage layout, where another author may have named the variables of the same code without a metadata hash, and for compilers before 0.5.13, which write none.",
  run: (evidence) => {
    const { described } = needRecompiled(evidence);
    if (described === undefined || !isSolidityLayout(described.storageLayout))
      return skipped("the compiler describes no storage layout");
    const found = compareLayouts(described.storageLayout, evidence.record.storageLayout);
    return found.status === "failed" && !hasMetadataHash(described) ? skipped(OTHER_WORDS) : found;
  },
};
