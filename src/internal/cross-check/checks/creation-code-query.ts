import { codeLength, decodeCode } from "../../bytecode/code.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { compareBytes, describeCode } from "../compare-values.ts";
import { withQueryContract } from "../with-query-contract.ts";

export const creationCodeQuery: CheckRule = {
  id: "creation-code-query",
  subject: "creation code is the chain's",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's `bytecode` is the creating transaction's input. For a contract created from a file it lacks the constructor arguments, and must be the beginning of the input.",
  run: ({ facts, build, query }) =>
    withQueryContract(query, ({ bytecode, file_id }) => {
      const input = facts.creation?.creationBytecode;
      if (input === undefined) return skipped("the creation code is not known from the chain");
      if (bytecode === null || bytecode === "0x")
        return unknown("the query service has no creation code of it");
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
