import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";

export const givenInputHere: CheckRule = {
  id: "given-input-here",
  subject: "input compiles to it here",
  witnesses: ["chain", "compiler"],
  proves:
    "The standard JSON input that was given, compiled here by the version that was named, is the code on chain, but for libraries, immutables and metadata. So a match, also a partial one, does not rest on the service's word alone. Solidity is compiled where the project, Hardhat's downloads or the package `solc` have the compiler, Vyper where `vyper` on PATH is of that version; elsewhere, and for other languages, it is skipped. Only with `--std-json-input`.",
  run: ({ givenCompiled, facts }) => {
    if (givenCompiled === undefined) return skipped("no standard JSON input was given");
    switch (givenCompiled.kind) {
      case "not-possible":
      case "no-compiler":
        return skipped(`only the service compiled it: ${givenCompiled.reason}`);
      case "failed":
        return unknown(`it could not be compiled here: ${givenCompiled.reason}`);
      case "compiled": {
        const onchain = describeCode(facts.runtimeBytecode);
        const { runtime } = givenCompiled;
        return compareCode("runtime", facts.runtimeBytecode, runtime)?.sameCode === true
          ? passed(onchain)
          : failed(onchain, describeCode(runtime.object), "the input that was given compiles to other code");
      }
    }
  },
};
