import { compareCode } from "../../bytecode/compare.ts";
import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { compareBytes, describeCode, findDissenter } from "../compare/compare-values.ts";
import { needCompiled, needQueryContract } from "../compare/need.ts";

export const creationCodeQuery: CheckRule = {
  id: "creation-code-query",
  subject: "creation code is the chain's",
  witnesses: ["query service", "chain", "build"],
  proves:
    "The query service's `bytecode` equals the init code that the chain shows: the creating transaction's input, a call trace, or what the CREATE2 address proves. For a contract created from a file it lacks the constructor arguments, and must be a prefix. Where the chain does not show the init code, the check compares `bytecode` with the build's creation code; a difference is then unknown. If the chain and the query service differ, the record's code names the dissenting witness.",
  run: (evidence) => {
    const { bytecode, file_id } = needQueryContract(evidence);
    const { facts, record } = evidence;
    const executed = facts.creation?.initCode;
    const input = executed?.shownBy === "query-service" ? undefined : executed?.bytecode;
    if (bytecode === null || bytecode === "0x")
      return input === undefined
        ? skipped("neither the chain nor the query service knows the creation code")
        : unknown("the query service has no creation code of the contract");
    if (input === undefined)
      return compareCode("creation", bytecode, needCompiled(evidence).creation)?.sameCode === true
        ? passed(`${describeCode(bytecode)}, the build's`)
        : unknown(
            "the query service's creation code is not the build's, and the chain does not show which code was executed",
          );
    const why = findDissenter(input, bytecode, record.creationBytecode?.onchainBytecode);
    const same = compareBytes(input, bytecode, why);
    if (file_id === null || same.status === "passed") return same;
    const withoutArguments = codeLength(needCompiled(evidence).creation.object);
    const isBeginning =
      decodeCode(bytecode) !== undefined &&
      input.toLowerCase().startsWith(bytecode.toLowerCase()) &&
      codeLength(bytecode) >= withoutArguments;
    return isBeginning
      ? passed(`${describeCode(bytecode)}, from file ${file_id}`)
      : failed(`the first ${withoutArguments} bytes of ${describeCode(input)}`, describeCode(bytecode), why);
  },
};
