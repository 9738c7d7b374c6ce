import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { TransformationValues } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { compiledByUs } from "../compare/compiled-here.ts";
import { mayHaveOtherAddress } from "../compare/own-library.ts";
import { isShownLibrary, whyNotShown } from "../compare/shown-library.ts";
import { withCompiled } from "../compare/with-build.ts";
import { worstOf } from "../compare/worst-of.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const libraries: CheckRule = {
  id: "libraries",
  subject: "libraries are the build's",
  witnesses: ["chain", "build", "record"],
  proves:
    "Every library that the code on chain is linked with has code at its address, and that code is the library that the contract was compiled with, placeholders aside; so for the libraries of libraries. The same library from another build fails. If the record names the linked addresses, they are the same. A library that the build files lack needs an exact record of its own, made of the source that the contract's metadata names, and is unknown otherwise. Skipped where nothing was linked after compiling.",
  run: (evidence) =>
    withCompiledHere(evidence, () => {
      const { libraries: linked, nestedLibraries, record } = evidence;
      if (linked.length === 0) return skipped("no library was linked after compiling");
      const all = [...linked, ...nestedLibraries].map((library) => onChain(library, evidence));
      const worst = worstOf(passed(summary(evidence)), ...all);
      if (worst.status === "failed") return worst;
      const addresses =
        compareAddresses("runtime", record.runtimeBytecode?.transformationValues, linked) ??
        compareAddresses("creation", record.creationBytecode?.transformationValues, linked);
      return addresses ?? worst;
    }),
};

/** With a build, or with what a compiler here made of the record or of the given input. */
function withCompiledHere(evidence: Evidence, compare: () => Finding): Finding {
  const { recompiled, givenCompiled } = evidence;
  return compiledByUs({ recompiled, givenCompiled }) === undefined
    ? withCompiled(evidence, compare)
    : compare();
}

function onChain(library: LinkedLibrary, { record }: Evidence): Finding {
  const { name, address, template, file, others = [], runtimeBytecode } = library;
  if (runtimeBytecode === "0x") return failed(`code of ${name} at ${address}`, "no code");
  if (isShownLibrary(library, record)) return passed();
  if (template === undefined || runtimeBytecode === undefined || mayHaveOtherAddress(library))
    return unknown(whyNotShown(library).reason);
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

function summary({ libraries: linked, nestedLibraries }: Evidence): string {
  const count = linked.length + nestedLibraries.length;
  return `${count} ${count === 1 ? "library" : "libraries"}`;
}
