import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { TransformationValues } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { isOwnLibrary } from "../compare/own-library.ts";
import { withCompiled } from "../compare/with-build.ts";
import { worstOf } from "../compare/worst-of.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const libraries: CheckRule = {
  id: "libraries",
  subject: "libraries are the build's",
  witnesses: ["chain", "build", "record"],
  proves:
    "Every library that the code on chain is linked with has code at its address, and that code is the library that the contract was compiled with, placeholders aside. The same library from another build fails. If the record names the linked addresses, they are the same. Skipped where nothing was linked after compiling. For a library that the build files lack, the check proves only that there is code.",
  run: (evidence) =>
    withCompiled(evidence, () => {
      const { libraries: linked, record } = evidence;
      if (linked.length === 0) return skipped("no library was linked after compiling");
      const worst = worstOf(passed(summary(evidence)), ...linked.map(onChain));
      if (worst.status === "failed") return worst;
      const addresses =
        compareAddresses("runtime", record.runtimeBytecode?.transformationValues, linked) ??
        compareAddresses("creation", record.creationBytecode?.transformationValues, linked);
      return addresses ?? worst;
    }),
};

function onChain(library: LinkedLibrary): Finding {
  const { name, address, template, file, others = [], runtimeBytecode } = library;
  if (runtimeBytecode === undefined) return unknown(`the node does not return the code of ${name}`);
  if (runtimeBytecode === "0x") return failed(`code of ${name} at ${address}`, "no code");
  if (template === undefined || isOwnLibrary(library) === true) return passed();
  const isCodeOf = (known: CodeTemplate) => compareCode("runtime", runtimeBytecode, known)?.sameCode === true;
  const other = others.find((each) => isCodeOf(each.template));
  const reason =
    other === undefined || file === undefined
      ? "the contract calls a library that is not the build's, or another version of it"
      : `the contract was compiled with the library in ${file}, but calls the one in ${other.file}`;
  return failed(`${name}: ${describeCode(template.object)}`, describeCode(runtimeBytecode), reason);
}

/**
 * Undefined if they are the same, or if the record names none because its settings linked them. Compares addresses,
 * because another submitter's names may differ; creation code can link further libraries.
 */
function compareAddresses(
  side: "runtime" | "creation",
  values: TransformationValues | null | undefined,
  linked: readonly LinkedLibrary[],
): Finding | undefined {
  const named = new Set(Object.values(values?.libraries ?? {}).map((address) => address.toLowerCase()));
  if (named.size === 0) return undefined;
  const missing = linked.find(({ address }) => !named.has(address.toLowerCase()));
  const known = new Set(linked.map(({ address }) => address.toLowerCase()));
  const foreign = [...named].find((address) => !known.has(address));
  if (missing === undefined && (side === "creation" || foreign === undefined)) return undefined;
  return failed(
    missing === undefined ? "no other library" : `${missing.name} at ${missing.address}`,
    `the record's ${side} code has ${foreign ?? "no library there"}`,
  );
}

function summary({ libraries: linked }: Evidence): string {
  const unread = linked.filter(({ template }) => template === undefined);
  const size = `${linked.length} ${linked.length === 1 ? "library" : "libraries"}`;
  return unread.length === 0
    ? size
    : `${size}; the build files lack ${unread.length} of them, which have code`;
}
