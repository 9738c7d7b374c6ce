import type { Closing, Findings } from "../claim.ts";
import type { Evidence } from "../evidence.ts";

/** Why neither a build nor a compiler here shows what the sources compile to, and what would. */
export function whyNotCompiled(
  { recompiled, build }: Evidence,
  checks: Findings,
): readonly [string, Closing] {
  const isGiven = build !== undefined;
  const why = checks.reason(isGiven ? "given-input-here" : "recompiled-here");
  if (recompiled?.kind === "no-compiler") return [recompiled.reason, "compiler"];
  if (recompiled !== undefined || isGiven) return [why ?? "nothing was compiled on this machine", "compiler"];
  return ["no build here has the code, and nothing was compiled on this machine", "recompile"];
}
