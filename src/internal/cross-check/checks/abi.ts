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
    "The record's ABI has the same entries as the metadata, where the match covers that, and as the build's, in any order: a shared compilation has the order of its first submitter. Where the match does not cover the metadata, another author may have named parameters otherwise and declared more events and errors: then the functions, by name and types, are compared. Skipped without a compiled build.",
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

/** The metadata has the ABI too, and is bound to the chain by its hash. */
function abiOfMetadata(metadata: ContractMetadata | null | undefined): readonly Fragment[] | undefined {
  const { output } = metadata ?? {};
  const abi = typeof output === "object" && output !== null && "abi" in output ? output.abi : undefined;
  return Array.isArray(abi) ? abi : undefined;
}

function compareEntries(expected: readonly string[], actual: readonly string[], what: string): Finding {
  const missing = without(expected, actual).length;
  const extra = without(actual, expected).length;
  const size = `${expected.length} ${what}`;
  return missing + extra === 0 ? passed(size) : failed(size, `${missing} of them missing, ${extra} others`);
}

function wholeEntries(fragments: readonly Fragment[]): readonly string[] {
  return fragments.map((fragment) => canonicalJson(fragment));
}

/**
 * Compilers before 0.6 write `constant` and `payable` beside the mutability, which says both; Foundry leaves them out of its
 * artifacts.
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

/** What the code itself decides: its selectors. */
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

/** Each entry counts as often as it stands there. */
function without(entries: readonly string[], taken: readonly string[]): readonly string[] {
  const left = [...taken];
  return entries.filter((entry) => {
    const index = left.indexOf(entry);
    if (index !== -1) left.splice(index, 1);
    return index === -1;
  });
}
