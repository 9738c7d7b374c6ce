import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, need, passed, skipped, unknown } from "../check.ts";
import { describeCode } from "../compare/compare-values.ts";
import { foreignCallProtection } from "../compare/own-addresses.ts";

export const givenInputHere: CheckRule = {
  id: "given-input-here",
  subject: "input compiles to its code",
  witnesses: ["chain", "compiler"],
  needs: "given-input",
  proves:
    "The given standard JSON input, compiled on this machine with the given version, gives the code on chain, except libraries, immutables and metadata. So even a partial match does not rest on the service alone. Solidity needs the compiler in the project, Hardhat's downloads or the package `solc`; Vyper needs `vyper` of that version on PATH. Skipped without the compiler, and for other languages. Only with `--std-json-input`.",
  run: (evidence) => {
    const { facts } = evidence;
    const compiled = need(evidence.givenCompiled, skipped("no standard JSON input was given"));
    switch (compiled.kind) {
      case "not-possible":
      case "no-compiler":
        return skipped(`only the service compiled it: ${compiled.reason}`);
      case "failed":
        return unknown(`it could not be compiled here: ${compiled.reason}`);
      case "compiled": {
        const onchain = describeCode(facts.runtimeBytecode);
        const comparison = compareCode("runtime", facts.runtimeBytecode, compiled.runtime);
        return comparison?.sameCode === true
          ? (foreignCallProtection(comparison, evidence) ?? passed(onchain))
          : failed(onchain, describeCode(compiled.runtime.object), "the given input compiles to other code");
      }
    }
  },
};
