import { compareCode } from "../../bytecode/compare.ts";
import type { CodeTemplate } from "../../domain/code-template.ts";
import type { TransformationValues } from "../../domain/record.ts";
import { type CheckRule, type Finding, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { withCompiled } from "../compare/with-build.ts";
import { worstOf } from "../compare/worst-of.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const libraries: CheckRule = {
  id: "libraries",
  subject: "libraries are the build's",
  witnesses: ["chain", "build", "record"],
  proves:
    "At the address of every library that the code on chain is linked with there is code, and it is that of the library that the contract was compiled with, placeholders aside: that of another build, also a known one, fails. Where the record names the addresses that were filled in, they are the same ones. Skipped where nothing was linked after compiling. Where the build files lack a library, only that there is code.",
  run: (evidence) =>
    withCompiled(evidence, () => {
      const { libraries: linked, record } = evidence;
      if (linked.length === 0) return skipped("the code is linked with no library after compiling");
      const worst = worstOf(passed(summary(evidence)), ...linked.map(onChain));
      if (worst.status === "failed") return worst;
      const told =
        compareAddresses("runtime", record.runtimeBytecode?.transformationValues, linked) ??
        compareAddresses("creation", record.creationBytecode?.transformationValues, linked);
      return told ?? worst;
    }),
};

function onChain(library: LinkedLibrary): Finding {
  const { name, address, template, file, equals = [], others = [], runtimeBytecode } = library;
  if (runtimeBytecode === undefined) return unknown(`the node does not say what code ${name} has`);
  if (runtimeBytecode === "0x") return failed(`code of ${name} at ${address}`, "no code");
  const isCodeOf = (known: CodeTemplate) => compareCode("runtime", runtimeBytecode, known)?.sameCode === true;
  if (template === undefined || [template, ...equals.map((each) => each.template)].some(isCodeOf))
    return passed();
  const other = others.find((each) => isCodeOf(each.template));
  const reason =
    other === undefined || file === undefined
      ? "the contract calls another library than the build has, or another version of it"
      : `the contract was compiled with the library of ${file}, and calls that of ${other.file}`;
  return failed(`${name}: ${describeCode(template.object)}`, describeCode(runtimeBytecode), reason);
}

/**
 * Undefined where they are the same, and where the record names none, as for one that was linked in its settings. By
 * address, because another submitter's names may be others; creation code can have libraries of its own.
 */
function compareAddresses(
  side: "runtime" | "creation",
  values: TransformationValues | null | undefined,
  linked: readonly LinkedLibrary[],
): Finding | undefined {
  const told = new Set(Object.values(values?.libraries ?? {}).map((address) => address.toLowerCase()));
  if (told.size === 0) return undefined;
  const missing = linked.find(({ address }) => !told.has(address.toLowerCase()));
  const known = new Set(linked.map(({ address }) => address.toLowerCase()));
  const foreign = [...told].find((address) => !known.has(address));
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
    : `${size}, of which the build files lack ${unread.length}: there is code`;
}
