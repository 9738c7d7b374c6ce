import type { StandardJsonInput } from "../../domain/compiler-input.ts";
import { selectOutputs } from "../../domain/output-selection.ts";
import type { CompilerTarget, Recompiled } from "./compiled-here.ts";
import { contractIn } from "./contract-in-output.ts";

/** The compiler that a standard JSON input needs. */
interface WantedCompiler {
  readonly language: string;
  readonly longVersion: string;
}

/** Compiles a standard JSON input with a compiler of this language and long version. */
export type Compile = (
  input: string,
  compiler: WantedCompiler,
  signal: AbortSignal,
) => Promise<
  | { readonly kind: "output"; readonly output: string }
  | { readonly kind: "failed" | "no-compiler"; readonly reason: string }
>;

/** For the metadata sections of the contracts that it creates. */
export const ASSEMBLY = "evm.legacyAssembly";

/** Compiles one contract of a standard JSON input. */
export async function recompile(
  compile: Compile,
  input: StandardJsonInput,
  target: CompilerTarget,
  signal: AbortSignal,
): Promise<Recompiled> {
  const { language } = input;
  if (language !== "Solidity" && language !== "Vyper")
    return { kind: "not-possible", reason: `only Solidity and Vyper are compiled here, not ${language}` };
  const { compilerVersion } = target;
  const contractIdentifier = `${target.inputSourceName}:${target.name}`;
  const selected = selectOutputs(input, { compilerVersion, contractIdentifier }, [ASSEMBLY]);
  const longVersion = compilerVersion.replace(/^v/, "");
  const answer = await compile(JSON.stringify(selected), { language, longVersion }, signal);
  switch (answer.kind) {
    case "output":
      return contractIn(answer.output, language, target);
    case "failed":
      return { kind: "not-possible", reason: answer.reason };
    case "no-compiler":
      return { ...answer, language, longVersion };
  }
}

/** The contract of a fully qualified name, `path:Name`. */
export function targetOf(fullyQualifiedName: string, compilerVersion: string): CompilerTarget {
  const colon = fullyQualifiedName.lastIndexOf(":");
  const inputSourceName = fullyQualifiedName.slice(0, Math.max(0, colon));
  return { inputSourceName, name: fullyQualifiedName.slice(colon + 1), compilerVersion };
}
