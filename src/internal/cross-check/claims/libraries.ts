import { type ClaimRule, notApplicable, open, proven } from "../claim.ts";
import { isOwnLibrary } from "../compare/own-library.ts";
import { whyNotCompiled } from "./not-compiled.ts";

export const librariesOfContract: ClaimRule = {
  id: "libraries",
  says: "Every linked library, and what those are linked with, is the one that the build means",
  proof:
    "Proven by the code at each address and the builds, also for the libraries of libraries. Open for a library that no build has.",
  checks: ["libraries", "recorded-libraries"],
  judge: (evidence, checks) => {
    const { build, recompiled, libraries } = evidence;
    if (build?.compiled === undefined && recompiled?.kind !== "compiled")
      return open(...whyNotCompiled(evidence, checks));
    if (libraries.length === 0) return notApplicable("no library was linked after compiling");
    const silent = libraries.find(({ runtimeBytecode }) => runtimeBytecode === undefined);
    if (silent !== undefined) return open(`the node does not return the code of ${silent.name}`, "wait");
    const unproven = libraries.find((library) => isOwnLibrary(library) !== true);
    return unproven === undefined
      ? proven(["chain", "build"])
      : open(`no build here has the library ${unproven.name} at ${unproven.address}`, "library-build");
  },
};
