import { asObject } from "../../text/is-object.ts";
import { type CheckRule, demand, given } from "../check.ts";
import { compareEntries, entriesOfAnyTool, functionsOf, wholeEntries } from "../compare/abi-entries.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { needCompiled } from "../compare/need.ts";

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's ABI, in any order, because the first submitter of the same code fixes the order. Where the match covers the metadata, the ABI also has the same entries as the metadata. Where it does not, another author may have named parameters differently and declared more events and errors, so the check compares only the functions, by name and types. Skipped without a compiled build.",
  run: (evidence) => {
    const { record } = evidence;
    const stored = given(record.abi, "the ABI");
    const isSame = restsOnSameMetadata(evidence);
    // The metadata contains the ABI too, and its hash binds it to the chain.
    const { abi: described } = asObject(record.metadata?.output);
    if (isSame && Array.isArray(described))
      demand(compareEntries(wholeEntries(described), wholeEntries(stored), "entries"));
    const { abi: built } = needCompiled(evidence);
    return isSame
      ? compareEntries(entriesOfAnyTool(built), entriesOfAnyTool(stored), "entries")
      : compareEntries(functionsOf(built), functionsOf(stored), "functions");
  },
};
