import type { Abi } from "../../domain/build.ts";
import type { ContractMetadata } from "../../domain/record.ts";
import { asObject } from "../../text/is-object.ts";
import { type CheckRule, notGiven } from "../check.ts";
import { compareEntries, entriesOfAnyTool, functionsOf, wholeEntries } from "../compare/abi-entries.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { withCompiled } from "../compare/with-build.ts";

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's ABI, in any order, because the first submitter of the same code fixes the order. Where the match covers the metadata, the ABI also has the same entries as the metadata. Where it does not, another author may have named parameters differently and declared more events and errors, so the check compares only the functions, by name and types. Skipped without a compiled build.",
  run: (evidence) => {
    const { record } = evidence;
    if (record.abi == null) return notGiven("the ABI");
    const stored = record.abi;
    const described = restsOnSameMetadata(evidence) ? abiOfMetadata(record.metadata) : undefined;
    if (described !== undefined) {
      const found = compareEntries(wholeEntries(described), wholeEntries(stored), "entries");
      if (found.status === "failed") return found;
    }
    return withCompiled(evidence, ({ abi: built }) =>
      restsOnSameMetadata(evidence)
        ? compareEntries(entriesOfAnyTool(built), entriesOfAnyTool(stored), "entries")
        : compareEntries(functionsOf(built), functionsOf(stored), "functions"),
    );
  },
};

/** The metadata contains the ABI too, and its hash binds it to the chain. */
function abiOfMetadata(metadata: ContractMetadata | null | undefined): Abi | undefined {
  const { abi } = asObject(metadata?.output);
  return Array.isArray(abi) ? abi : undefined;
}
