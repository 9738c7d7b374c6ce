import { canonicalJson } from "../../text/canonical-json.ts";
import { type CheckRule, failed, passed, unknown } from "../check.ts";
import { restsOnSameMetadata } from "../comparable.ts";
import { withCompiled } from "../with-build.ts";

type Fragment = Readonly<Record<string, unknown>>;

export const abi: CheckRule = {
  id: "abi",
  subject: "ABI is the build's",
  witnesses: ["record", "build"],
  proves:
    "The record's ABI has the same entries as the build's, in any order: a shared compilation has the order of its first submitter. Where the match does not cover the metadata, another author may have named parameters otherwise and declared more events and errors: then the functions, by name and types, are compared. Skipped without a compiled build.",
  run: (evidence) =>
    withCompiled(evidence, (compiled) => {
      const { record } = evidence;
      if (record.abi === undefined || record.abi === null) return unknown("the record has no ABI");
      const entriesOf = restsOnSameMetadata(evidence) ? wholeEntries : functions;
      const built = entriesOf(compiled.abi);
      const stored = entriesOf(record.abi);
      const missing = without(built, stored).length;
      const extra = without(stored, built).length;
      const size = `${built.length} ${entriesOf === functions ? "functions" : "entries"}`;
      return missing + extra === 0
        ? passed(size)
        : failed(size, `${missing} of them missing, ${extra} others`);
    }),
};

function wholeEntries(fragments: readonly Fragment[]): readonly string[] {
  return fragments.map((fragment) => canonicalJson(fragment));
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
