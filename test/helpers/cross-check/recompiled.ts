import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks, runClaims } from "../../../src/internal/cross-check/run-checks.ts";
import type { Compile } from "../../../src/internal/solidity/compilers/recompile.ts";
import { recompileRecord } from "../../../src/internal/solidity/compilers/recompile-record.ts";
import { COMPILERS, solcOf } from "../solc.ts";

export const compileHere: Compile = async (input, { language, longVersion }) => {
  const [release = ""] = longVersion.split("+");
  if (language !== "Solidity" || !COMPILERS.some(({ version }) => version === release))
    return { kind: "no-compiler", reason: `there is no compiler ${release}` };
  return { kind: "output", output: solcOf(release).compile(input) };
};

/** A compiler that records its inputs. */
export function compilerHere() {
  const compiled: string[] = [];
  const compile: Compile = (input, ...more) => {
    compiled.push(input);
    return compileHere(input, ...more);
  };
  return { compile, compiled };
}

/** The evidence of `check` if there is no build but a local compiler. */
export async function recompiledHere(evidence: Evidence, compile: Compile = compileHere): Promise<Evidence> {
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
