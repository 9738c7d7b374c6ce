import { type Findings, type OpenJudgement, open } from "../claim.ts";
import type { Evidence } from "../evidence.ts";

/** Why neither a build nor a compiler here shows what the sources compile to, and what would. */
export function whyNotCompiled({ recompiled, givenCompiled }: Evidence, checks: Findings): OpenJudgement {
  const compiled = recompiled ?? givenCompiled;
  const check = recompiled === undefined ? "given-input-here" : "recompiled-here";
  const why = checks.reason(check)?.replace(/\.$/, "") ?? "nothing was compiled on this machine";
  switch (compiled?.kind) {
    case undefined:
      return open("no build here has the code, and nothing was compiled on this machine", "recompile");
    case "no-compiler":
      return open(why, "compiler");
    case "not-possible":
    case "failed":
    case "compiled":
      return open(why, "build");
  }
}
