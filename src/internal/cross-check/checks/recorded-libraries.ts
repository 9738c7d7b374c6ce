import { UNNAMED } from "../../bytecode/links.ts";
import { recordedLibraryAddress } from "../../domain/package-source.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { compiledByUs } from "../compare/compiled-here.ts";
import { needBuild } from "../compare/need.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const recordedLibraries: CheckRule = {
  id: "recorded-libraries",
  subject: "libraries are the deployment's",
  witnesses: ["chain", "deployment"],
  needs: "deployment-record",
  proves:
    "The code on chain is linked with each library at its address in the deployment record. A library that a manifest names must be linked: in the runtime code, in the constructor, or by the settings. Skipped where nothing was linked, and where the deployment record names none of these libraries.",
  run: (evidence) => {
    needBuild(evidence);
    const linked = evidence.libraries.filter(({ linkedBy }) => linkedBy !== "library");
    const unlinked = demandedNames(evidence).filter(
      (name) => !linked.some((library) => isCalled(name, library)),
    );
    if (unlinked.length > 0 && !areLinksNamed(evidence, linked))
      return unknown(`the build does not say whether it is linked with ${unlinked[0]}`);
    if (unlinked.length > 0)
      return failed(`${unlinked[0]}, which the manifest names`, "no such library is linked");
    if (linked.length === 0) return skipped("no library was linked");
    const compared = linked.flatMap(({ name, address }) => {
      const recorded = bindingRecords(evidence).flatMap(
        (record) => recordedLibraryAddress(record.libraries, name) ?? [],
      );
      return recorded.length === 0 || address === undefined ? [] : [{ name, address, recorded }];
    });
    if (compared.length === 0) return skipped("the deployment record names none of its libraries");
    const wrong = compared.find(({ address, recorded }) =>
      recorded.some((each) => each.toLowerCase() !== address.toLowerCase()),
    );
    return wrong === undefined
      ? passed([...new Set(compared.map(({ name }) => name))].join(", "))
      : failed(`${wrong.name} at ${wrong.recorded.join(" or ")}`, `${wrong.name} at ${wrong.address}`);
  },
};

/** A tool's record may also have libraries that the contract does not use; the user's manifest may not. */
function demandedNames(evidence: Evidence): readonly string[] {
  const demanded = bindingRecords(evidence).filter(({ isDemanded }) => isDemanded === true);
  return demanded.flatMap(({ libraries = {} }) => Object.keys(libraries));
}

/** True if the names are known: some build files lack them, and a given input without a compiler has no code. */
function areLinksNamed(evidence: Evidence, linked: readonly LinkedLibrary[]): boolean {
  const isCompiled = evidence.build?.compiled !== undefined || compiledByUs(evidence) !== undefined;
  return isCompiled && !linked.some(({ name }) => name.startsWith(UNNAMED));
}

function isCalled(recorded: string, { name }: LinkedLibrary): boolean {
  return recordedLibraryAddress({ [recorded]: "" }, name) !== undefined;
}
