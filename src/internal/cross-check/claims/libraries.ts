import { type ClaimRule, notApplicable, open, proven } from "../claim.ts";
import { compiledByUs } from "../compare/compiled-here.ts";
import { isOwnLibrary, mayHaveOtherAddress, OTHER_ADDRESS } from "../compare/own-library.ts";
import { isLibraryOfRecord } from "../compare/recorded-library.ts";
import { whyNotCompiled } from "./not-compiled.ts";

export const librariesOfContract: ClaimRule = {
  id: "libraries",
  says: "Every linked library, and what those are linked with, is the one that the build means",
  proof:
    "Proven by the code at each address and the builds, also for the libraries of libraries. A library that no build has is proven by its own exact record, made of the source that the contract's metadata names, where it calls no library itself, and open otherwise.",
  checks: ["libraries", "recorded-libraries"],
  judge: (evidence, checks) => {
    const { build, recompiled, givenCompiled, libraries, nestedLibraries, record } = evidence;
    if (build?.compiled === undefined && compiledByUs({ recompiled, givenCompiled }) === undefined)
      return open(...whyNotCompiled(evidence, checks));
    if (libraries.length === 0) return notApplicable("no library was linked after compiling");
    const all = [...libraries, ...nestedLibraries];
    const silent = all.find(({ runtimeBytecode }) => runtimeBytecode === undefined);
    if (silent !== undefined) return open(`the node does not return the code of ${silent.name}`, "wait");
    const unknown = all.find(
      (library) => isOwnLibrary(library) !== true && !isLibraryOfRecord(library, record),
    );
    if (unknown !== undefined && mayHaveOtherAddress(unknown))
      return open(`${unknown.name} at ${unknown.address}: ${OTHER_ADDRESS}`, "none");
    if (unknown !== undefined)
      return open(`no build here has the library ${unknown.name} at ${unknown.address}`, "library-build");
    return proven(["chain", all.every(({ template }) => template === undefined) ? "record" : "build"]);
  },
};
