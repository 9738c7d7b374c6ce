import { assert } from "chai";
import { importClosure } from "../../../src/internal/solidity/import-closure.ts";
import { type CompiledContract, contractOf } from "../compile.ts";
import { compileWith, inputOf, splitContract } from "./compile-program.ts";
import type { Program } from "./phenomenon.ts";

/**
 * Compares a compilation of the import closure alone with one of the whole input: equal metadata, code and list of sources.
 * @param isCodeOfAllFiles Expects different code, so the whole input must be submitted next.
 * @returns The number of sources left out.
 */
export function proveClosure(program: Program, isCodeOfAllFiles = false): number {
  const release = program.compiler ?? "0.8.28";
  const [path, name] = splitContract(program.contract);
  const input = inputOf(program);
  const closure = importClosure(input, path);
  if (closure.kind === "unknown") return assert.fail(closure.reason);

  const sources = Object.fromEntries(
    Object.entries(input.sources).filter(([source]) => closure.sources.includes(source)),
  );
  const whole = contractOf(compileWith(release, input), path, name);
  const part = contractOf(compileWith(release, { ...input, sources }), path, name);
  assert.equal(part.metadata, whole.metadata, "metadata");
  const codes = ({ evm }: CompiledContract) => [evm.bytecode.object, evm.deployedBytecode.object];
  if (isCodeOfAllFiles) assert.notDeepEqual(codes(part), codes(whole), "creation and runtime code");
  else assert.deepEqual(codes(part), codes(whole), "creation and runtime code");

  const named = Object.keys((JSON.parse(whole.metadata) as { sources: object }).sources);
  assert.sameMembers([...closure.sources], named);
  return Object.keys(input.sources).length - closure.sources.length;
}
