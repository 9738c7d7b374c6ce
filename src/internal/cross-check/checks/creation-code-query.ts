import { compareCode } from "../../bytecode/compare.ts";
import { codeLength, decodeCode } from "../../domain/code-template.ts";
import { type CheckRule, failed, passed, skipped, unknown } from "../check.ts";
import { compareBytes, describeCode, findDissenter } from "../compare/compare-values.ts";
import { withCompiled } from "../compare/with-build.ts";
import { withQueryContract } from "../compare/with-query-contract.ts";

export const creationCodeQuery: CheckRule = {
  id: "creation-code-query",
  subject: "creation code is the chain's",
  witnesses: ["query service", "chain", "build"],
  proves:
    "The query service's `bytecode` equals the init code that the chain shows: the creating transaction's input, a call trace, or what the CREATE2 address proves. For a contract created from a file it lacks the constructor arguments, and must be a prefix. Where the chain does not show the init code, the check compares `bytecode` with the build's creation code; a difference is then unknown. If the chain and the query service differ, the record's code names the dissenting witness.",
  run: (evidence) =>
    withQueryContract(evidence.query, ({ bytecode, file_id }) => {
      const { facts } = evidence;
      const executed = facts.creation?.initCode;
      const input = executed?.shownBy === "query-service" ? undefined : executed?.bytecode;
      if (bytecode === null || bytecode === "0x") {
        if (input === undefined)
          return skipped("neither the chain nor the query service knows the creation code");
        return unknown("the query service has no creation code of the contract");
      }
      if (input === undefined) {
        return withCompiled(evidence, ({ creation }) =>
          compareCode("creation", bytecode, creation)?.sameCode === true
            ? passed(`${describeCode(bytecode)}, the build's`)
            : unknown(
                "the query service's creation code is not the build's, and the chain does not show which code was executed",
              ),
        );
      }
      const why = findDissenter(input, bytecode, evidence.record.creationBytecode?.onchainBytecode);
      const same = compareBytes(input, bytecode, why);
      if (file_id === null || same.status === "passed") return same;
      return withCompiled(evidence, ({ creation }) => {
        const withoutArguments = codeLength(creation.object);
        const isBeginning =
          decodeCode(bytecode) !== undefined &&
          input.toLowerCase().startsWith(bytecode.toLowerCase()) &&
          codeLength(bytecode) >= withoutArguments;
        return isBeginning
          ? passed(`${describeCode(bytecode)}, from file ${file_id}`)
          : failed(
              `the first ${withoutArguments} bytes of ${describeCode(input)}`,
              describeCode(bytecode),
              why,
            );
      });
    }),
};
