import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { bindingRecords } from "../compare/records-of-this.ts";
import { withBuild } from "../compare/with-build.ts";
import type { Evidence, LinkedLibrary } from "../evidence.ts";

export const recordedLibraries: CheckRule = {
  id: "recorded-libraries",
  subject: "libraries are the deployment's",
  witnesses: ["chain", "deployment"],
  proves:
    "The code on chain is linked with each library at its address in the deployment record. A library that a manifest names must be linked. Skipped where nothing was linked, and where the deployment record names none of these libraries.",
  run: (evidence) =>
    withBuild(evidence, ({ libraries }) => {
      const unlinked = demandedNames(evidence).find(
        (name) => !libraries.some((each) => isCalled(name, each)),
      );
      if (unlinked !== undefined)
        return failed(`${unlinked}, which the manifest names`, "no such library is linked");
      if (libraries.length === 0) return skipped("no library was linked");
      const compared = libraries.flatMap((library) => {
        const recorded = bindingRecords(evidence).flatMap((record) =>
          recordedAddress(record.libraries, library),
        );
        return recorded.length === 0 ? [] : [{ library, recorded }];
      });
      if (compared.length === 0) return skipped("the deployment record names none of its libraries");
      const wrong = compared.find(
        ({ library, recorded }) => !recorded.every((address) => isSame(address, library.address)),
      );
      return wrong === undefined
        ? passed(compared.map(({ library }) => library.name).join(", "))
        : failed(
            `${wrong.library.name} at ${wrong.recorded.join(" or ")}`,
            `${wrong.library.name} at ${wrong.library.address}`,
          );
    }),
};

/** A tool's record may also have libraries that the contract does not use; the user's manifest may not. */
function demandedNames(evidence: Evidence): readonly string[] {
  const demanded = bindingRecords(evidence).filter(({ isDemanded }) => isDemanded === true);
  return demanded.flatMap(({ libraries = {} }) => Object.keys(libraries));
}

function isCalled(recorded: string, library: LinkedLibrary): boolean {
  return recordedAddress({ [recorded]: library.address }, library).length > 0;
}

/** A tool names a library by its path and name, or by its name alone. */
function recordedAddress(
  libraries: Readonly<Record<string, string>> = {},
  { name }: LinkedLibrary,
): readonly string[] {
  const bare = name.slice(name.lastIndexOf(":") + 1);
  const byName = new Map(Object.entries(libraries));
  const address = byName.get(name) ?? byName.get(bare) ?? endingWith(libraries, name);
  return address === undefined ? [] : [address];
}

/** Hardhat 3 compiles a file under the name `project/<path>`. */
function endingWith(libraries: Readonly<Record<string, string>>, name: string): string | undefined {
  return Object.entries(libraries).find(([key]) => key.includes(":") && name.endsWith(`/${key}`))?.[1];
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
