import { type CheckRule, unknown } from "../check.ts";
import { compareBytes, findDissenter } from "../compare/compare-values.ts";
import { needQueryContract } from "../compare/need.ts";

export const runtimeCodeQuery: CheckRule = {
  id: "runtime-code-query",
  subject: "runtime code is the chain's",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's `runtime_bytecode` equals the code from eth_getCode, byte for byte. If they differ, the record's code names the dissenting witness. If one operator runs both, as on Hedera by default, it is a consistency check.",
  run: (evidence) => {
    const { runtime_bytecode: code } = needQueryContract(evidence);
    if (code === null || code === "0x")
      return unknown("the query service has no runtime code of the contract yet");
    const { facts, record } = evidence;
    const why = findDissenter(facts.runtimeBytecode, code, record.runtimeBytecode?.onchainBytecode);
    return compareBytes(facts.runtimeBytecode, code, why);
  },
};
