import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import type { Compile } from "../../../src/internal/solidity/compilers/recompile.ts";
import { recompileRecord } from "../../../src/internal/solidity/compilers/recompile-record.ts";
import { COMPILERS, solcOf } from "../solc.ts";

export function compilerHere(): { readonly compile: Compile; readonly compiled: string[] } {
  const compiled: string[] = [];
  return {
    compiled,
    compile: (input, { language, longVersion }) => {
      const [version = ""] = longVersion.split("+");
      if (language !== "Solidity" || !COMPILERS.some((each) => each.version === version))
        return Promise.resolve({ kind: "no-compiler", reason: "It is not here." });
      compiled.push(input);
      return Promise.resolve({ kind: "output", output: solcOf(version).compile(input) });
    },
  };
}

/** The evidence of `check` without a build, with a compiler at hand. */
export async function recompiledHere(
  evidence: Evidence,
  compile: Compile = compilerHere().compile,
): Promise<Evidence> {
  const { record, facts } = evidence;
  const recompiled = await recompileRecord(
    compile,
    record,
    facts.runtimeBytecode,
    new AbortController().signal,
  );
  return { ...evidence, build: undefined, libraries: [], recompiled };
}

export function claimsOf(evidence: Evidence) {
  const checks = runChecks(evidence);
  const claims = runClaims(evidence, checks);
  return {
    checks,
    failed: checks.filter(({ status }) => status === "failed").map(({ id }) => id),
    states: Object.fromEntries(claims.map(({ id, state }) => [id, state])),
  };
}
