import type { ContractMetadata } from "../../domain/record.ts";
import { canonicalJson } from "../../text/canonical-json.ts";
import { type CheckRule, type Finding, failed, passed, unknown } from "../check.ts";
import { restsOnSameMetadata } from "../compare/comparable.ts";
import { withCompiled } from "../compare/with-build.ts";

type Fragment = Readonly<Record<string, unknown>>;

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's ABI, in any order, because the first submitter of the same code fixes the order. Where the match covers the metadata, the ABI also has the same entries as the metadata. Where it does not, another author may have named parameters differently and declared more events and errors, so the check compares only the functions, by name and types. Skipped without a compiled build.",
  run: (evidence) => {
    const { record } = evidence;
    if (record.abi === undefined || record.abi === null) return unknown("the record has no ABI");
    const stored = record.abi;
    const described = restsOnSameMetadata(evidence) ? abiOfMetadata(record.metadata) : undefined;
    if (described !== undefined) {
      const found = compareEntries(wholeEntries(described), wholeEntries(stored), "entries");
      if (found.status === "failed") return found;
    }
    return withCompiled(evidence, ({ abi: built }) =>
      restsOnSameMetadata(evidence)
        ? compareEntries(entriesOfAnyTool(built), entriesOfAnyTool(stored), "entries")
        : compareEntries(functions(built), functions(stored), "functions"),
    );
  },
};

/** The metadata contains the ABI too, and its hash binds it to the chain. */
function abiOfMetadata(metadata: ContractMetadata | null | undefined): readonly Fragment[] | undefined {
  const { output } = metadata ?? {};
  const abi = typeof output === "object" && output !== null && "abi" in output ? output.abi : undefined;
  return Array.isArray(abi) ? abi : undefined;
}

function compareEntries(expected: readonly string[], actual: readonly string[], what: string): Finding {
  const missing = without(expected, actual).length;
  const extra = without(actual, expected).length;
  const size = `${expected.length} ${what}`;
  return missing + extra === 0 ? passed(size) : failed(size, `${missing} missing, ${extra} others`);
}

function wholeEntries(fragments: readonly Fragment[]): readonly string[] {
  return fragments.map((fragment) => canonicalJson(fragment));
}

/**
 * Compilers before 0.6 write `constant` and `payable` beside `stateMutability`, which says the same; Foundry's artifacts
 * omit them.
 */
function entriesOfAnyTool(fragments: readonly Fragment[]): readonly string[] {
  return wholeEntries(
    fragments.map((fragment) => {
      if (typeof fragment.stateMutability !== "string") return fragment;
      const { constant: _, payable: __, ...rest } = fragment;
      return rest;
    }),
  );
}

/** The code itself determines the selectors. */
function functions(fragments: readonly Fragment[]): readonly string[] {
  return fragments
    .filter(({ type }) => type === "function")
    .map(({ name, inputs }) => `${String(name)}(${typesOf(inputs)})`);
}

function typesOf(parameters: unknown): string {
  if (!Array.isArray(parameters)) return "";
  return parameters
    .map(({ type, components }: Fragment) =>
      String(type).startsWith("tuple") ? `(${typesOf(components)})${String(type).slice(5)}` : String(type),
    )
    .join(",");
}

/** The entries without the taken ones; duplicates count. */
function without(entries: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return entries.filter((entry) => {
    const index = left.indexOf(entry);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
