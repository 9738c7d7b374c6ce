import { type ClaimRule, notApplicable, open, proven } from "../claim.ts";
import { compiledByUs } from "../compare/compiled-here.ts";
import { isShownLibrary, whyNotShown } from "../compare/shown-library.ts";
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
    const unknown = all.filter((library) => !isShownLibrary(library, record)).map(whyNotShown);
    // What waiting may close is said first.
    const [first] = [...unknown.filter(({ closing }) => closing === "wait"), ...unknown];
    if (first !== undefined) return open(first.reason, first.closing);
    return proven(["chain", all.every(({ template }) => template === undefined) ? "record" : "build"]);
  },
};
