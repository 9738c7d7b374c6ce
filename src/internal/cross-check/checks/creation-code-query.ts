import { codeLength, decodeCode } from "../../bytecode/code.ts";
import { compareCode } from "../../bytecode/compare.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { compareBytes, describeCode } from "../compare-values.ts";
import { withQueryContract } from "../with-query-contract.ts";

export const creationCodeQuery: CheckRule = {
  id: "creation-code-query",
  subject: "creation code is the chain's",
  witnesses: ["query service", "chain", "build"],
  proves:
    "The query service's `bytecode` is the creating transaction's input. For a contract created from a file it lacks the constructor arguments, and must be the beginning of the input. Where the chain does not show the input, it is compared with the build's creation code.",
  run: ({ facts, build, query }) =>
    withQueryContract(query, ({ bytecode, file_id }) => {
      const input = facts.creation?.creationBytecode;
      if (bytecode === null || bytecode === "0x") {
        if (input === undefined)
          return skipped("neither the chain nor the query service knows the creation code");
        return unknown("the query service has no creation code of it");
      }
      if (input === undefined) {
        const withBuild = compareCode("creation", bytecode, build.candidate.creation);
        return withBuild?.sameCode === true
          ? passed(`${describeCode(bytecode)}, the build's`)
          : failed(describeCode(build.candidate.creation.object), describeCode(bytecode));
      }
      if (file_id === null) return compareBytes(input, bytecode);
      const withoutArguments = codeLength(build.candidate.creation.object);
      const isBeginning =
        decodeCode(bytecode) !== undefined &&
        input.toLowerCase().startsWith(bytecode.toLowerCase()) &&
        codeLength(bytecode) >= withoutArguments;
      return isBeginning
        ? passed(`${describeCode(bytecode)}, from file ${file_id}`)
        : failed(`the first ${withoutArguments} bytes of ${describeCode(input)}`, describeCode(bytecode));
    }),
};
