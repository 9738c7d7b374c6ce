import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { type CompiledProgram, compileWith } from "../compile.ts";
import type { Program } from "./phenomenon.ts";

const OUTPUT = { "*": { "*": ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"], "": ["ast"] } };

export function inputOf({ language = "Solidity", sources, settings }: Program): StandardJsonInput {
  return {
    language,
    sources: Object.fromEntries(Object.entries(sources).map(([path, content]) => [path, { content }])),
    settings: { optimizer: { enabled: true, runs: 200 }, ...settings, outputSelection: OUTPUT },
  };
}

export function compileProgram(program: Program): CompiledProgram {
  return compileWith(program.compiler ?? "0.8.28", inputOf(program));
}

export function splitContract(contract: string): readonly [path: string, name: string] {
  const colon = contract.lastIndexOf(":");
  return [contract.slice(0, colon), contract.slice(colon + 1)];
}
