import { getAddress } from "ethers/address";
import { bareName } from "../../bytecode/links.ts";
import { type ClaimRule, notApplicable, proven, whyNotCompiled } from "../claim.ts";
import { compiledByUs } from "../compare/compiled-here.ts";
import { shownAs, whyNotShown } from "../compare/linked-library.ts";
import type { LinkedLibrary } from "../evidence.ts";
import { vouchedInitCode } from "./creation-code.ts";

export const librariesOfContract: ClaimRule = {
  id: "libraries",
  proof:
    "Proven where the code at each address, call protection aside, is what the sources on record compile to: in any build of these sources, or by a compiler here, which for a library that no build has takes version and settings from the library's own record. No record's match and no metadata hash proves a library. Open where neither makes the code, and for a library of the constructor alone where the executed init code is not known; whoever vouches for that code vouches for it too.",
  checks: ["libraries", "recorded-libraries"],
  judge: (evidence, checks) => {
    const { build, facts } = evidence;
    if (build?.compiled === undefined && compiledByUs(evidence) === undefined)
      return whyNotCompiled(evidence, checks);
    // Init code that the configuration accepts does not have this constructor's libraries.
    const libraries = evidence.libraries.filter(
      ({ linkedBy, address }) =>
        evidence.isForeignCreationAllowed !== true || linkedBy !== "constructor" || address !== undefined,
    );
    if (libraries.length === 0) return notApplicable("no library is linked");
    const unknown = libraries
      .filter((library) => shownAs(library) === undefined)
      .map((library) => whyNotShown(library, evidence));
    // A library that waiting may prove is named first.
    const [first] = [...unknown.filter(({ closing }) => closing === "wait"), ...unknown];
    if (first !== undefined) return first;
    const isConstructors = libraries.some(({ linkedBy }) => linkedBy === "constructor");
    const stated = isConstructors ? vouchedInitCode(facts.creation) : undefined;
    if (stated !== undefined) return stated;
    const by = libraries.map((library) => shownAs(library)?.by ?? "build");
    return proven(["chain", ...new Set(by)], linkedBySettings(libraries));
  },
};

/** The project itself chose these addresses. */
function linkedBySettings(libraries: readonly LinkedLibrary[]): string | undefined {
  const named = libraries.filter(({ linkedBy }) => linkedBy === "settings");
  const each = named.map(
    (library) => `${bareName(library)} is linked by settings to ${getAddress(library.address ?? "")}`,
  );
  return each.length === 0 ? undefined : each.join(", ");
}
