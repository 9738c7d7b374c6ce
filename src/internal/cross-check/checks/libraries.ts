import { isSameCode } from "../../bytecode/compare.ts";
import { UNNAMED } from "../../bytecode/links.ts";
import type { Side } from "../../domain/code-template.ts";
import { findLibraryAddress } from "../../domain/package-source.ts";
import type { ContractRecord } from "../../domain/record.ts";
import {
  type CheckRule,
  type Finding,
  failed,
  needBuild,
  needCompiled,
  passed,
  skipped,
  unknown,
  worstFinding,
} from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { getLocalCompilation, isExactlyOnChain } from "../compare/compiled-here.ts";
import { explainUnproven, findProvenCompilation, isDifferentLibrary } from "../compare/linked-library.ts";
import { getBindingRecords } from "../compare/records-of-this.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const libraries: CheckRule = {
  id: "libraries",
  claim: "libraries",
  subject: "libraries as in the build",
  witnesses: ["chain", "build", "record"],
  proves:
    "Every library linked in the runtime code, the creation code, created contracts or `settings.libraries` has the expected code on chain, except for call protection. The expected code is compiled from the library sources that the contract was compiled with, in a build or on this machine. The same applies to libraries that are linked to these libraries. The record contains the same library addresses. Unknown if no build or compiler produces the code.",
  run: (evidence) => {
    const { libraries: linked, record } = evidence;
    if (getLocalCompilation(evidence) === undefined) needCompiled(evidence);
    if (linked.length === 0) return skipped("no library is linked");
    return worstFinding(
      passed(`${linked.length} ${linked.length === 1 ? "library" : "libraries"}`),
      ...linked.map((library) => checkLibrary(library, evidence)),
      compareAddresses("runtime", record, linked),
      compareAddresses("creation", record, linked),
    );
  },
};

function checkLibrary(library: LinkedLibrary, evidence: Evidence): Finding {
  const { build } = evidence;
  const { name, address, compiled, others = [], runtimeBytecode = "0x" } = library;
  if (findProvenCompilation(library) !== undefined) return passed();
  if (!isDifferentLibrary(library)) return unknown(explainUnproven(library, evidence).reason);
  const [known] = compiled;
  if (runtimeBytecode === "0x" || known === undefined)
    return failed(`code of ${name} at ${address}`, describeCode(""));
  if (build?.compiled !== undefined && !isExactlyOnChain(evidence, build.compiled))
    return unknown(
      `${name} at ${address} is not the build's version, but the build's metadata isn't on chain either`,
    );
  const other = others.find(({ template }) => isSameCode("runtime", runtimeBytecode, template));
  const reason =
    other === undefined || known.file === undefined
      ? "the contract calls a different library than in the build, or another version of it"
      : `the contract was compiled with the library in ${known.file}, but calls the one in ${other.file}`;
  return failed(`${name}: ${describeCode(known.template.object)}`, describeCode(runtimeBytecode), reason);
}

/**
 * Compares the library addresses in the record with those in the code. Returns undefined if they are equal, or if the
 * record lists no addresses because the libraries were linked by its settings. Doesn't compare names, because another
 * submitter may use different names.
 */
function compareAddresses(
  side: Side,
  record: ContractRecord,
  linked: readonly LinkedLibrary[],
): Finding | undefined {
  const { libraries: recorded = {} } = record[`${side}Bytecode`]?.transformationValues ?? {};
  const named = new Set(Object.values(recorded).map((address) => address.toLowerCase()));
  if (named.size === 0) return undefined;
  const own = linked.filter(({ linkedBy }) => linkedBy !== "library");
  const missing = own.find(
    ({ linkedBy, address }) =>
      address !== undefined && linkedBy === "runtime code" && !named.has(address.toLowerCase()),
  );
  const foreign = [...named].find(
    (address) => !own.some((library) => library.address?.toLowerCase() === address),
  );
  const mayHaveMore = side === "creation" && own.some(({ address }) => address === undefined);
  if (missing === undefined && (foreign === undefined || mayHaveMore)) return undefined;
  return failed(
    missing === undefined ? "no other library" : `${missing.name} at ${missing.address}`,
    `the record's ${side} code has ${foreign ?? "no library there"}`,
  );
}

export const recordedLibraries: CheckRule = {
  id: "recorded-libraries",
  claim: "libraries",
  subject: "libraries as in the deployment",
  witnesses: ["chain", "deployment"],
  needs: "deployment-record",
  proves:
    "The code on chain uses the library addresses given in the deployment record. Every library listed in the user's manifest must be linked.",
  run: (evidence) => {
    needBuild(evidence);
    const linked = evidence.libraries.filter(({ linkedBy }) => linkedBy !== "library");
    const unlinked = listRequiredNames(evidence).filter(
      (name) => !linked.some((library) => findLibraryAddress({ [name]: "" }, library.name) !== undefined),
    );
    if (unlinked.length > 0 && !areNamesKnown(evidence, linked))
      return unknown(`the build does not show whether it is linked to ${unlinked[0]}`);
    if (unlinked.length > 0)
      return failed(`${unlinked[0]}, which the manifest names`, "no such library is linked");
    if (linked.length === 0) return skipped("no library was linked");
    const compared = linked.flatMap(({ name, address }) => {
      const recorded = getBindingRecords(evidence).flatMap(
        (record) => findLibraryAddress(record.libraries, name) ?? [],
      );
      return recorded.length === 0 || address === undefined ? [] : [{ name, address, recorded }];
    });
    if (compared.length === 0)
      return skipped("the deployment record contains none of the contract's libraries");
    const wrong = compared.find(({ address, recorded }) =>
      recorded.some((each) => each.toLowerCase() !== address.toLowerCase()),
    );
    return wrong === undefined
      ? passed([...new Set(compared.map(({ name }) => name))].join(", "))
      : failed(`${wrong.name} at ${wrong.recorded.join(" or ")}`, `${wrong.name} at ${wrong.address}`);
  },
};

/**
 * Lists the libraries in the user's manifest, all of which the contract must use. A tool's deployment record may also
 * contain unused libraries.
 */
function listRequiredNames(evidence: Evidence): readonly string[] {
  const demanded = getBindingRecords(evidence).filter(({ isDemanded }) => isDemanded === true);
  return demanded.flatMap(({ libraries = {} }) => Object.keys(libraries));
}

/**
 * True if the libraries' names are known. Some build files don't contain the names. An input that wasn't compiled has
 * no code to link.
 */
function areNamesKnown(evidence: Evidence, linked: readonly LinkedLibrary[]): boolean {
  const isCompiled = evidence.build?.compiled !== undefined || getLocalCompilation(evidence) !== undefined;
  return isCompiled && !linked.some(({ name }) => name.startsWith(UNNAMED));
}
