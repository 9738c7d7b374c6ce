import { type CheckRule, unknown } from "../check.ts";
import { compareBytes } from "../compare/compare-values.ts";
import { findDissenter } from "../compare/find-dissenter.ts";
import { withQueryContract } from "../compare/with-query-contract.ts";

export const runtimeCodeQuery: CheckRule = {
  id: "runtime-code-query",
  subject: "runtime code is the chain's",
  witnesses: ["query service", "chain"],
  proves:
    "The query service's `runtime_bytecode` is the code that eth_getCode gives, byte for byte. Where it is not, the stored record's code tells which of the two is alone.",
  run: ({ facts, query, record }) =>
    withQueryContract(query, ({ runtime_bytecode: code }) => {
      if (code === null || code === "0x")
        return unknown("the query service's record is incomplete: it has no runtime code yet");
      const { runtimeBytecode: onchain } = facts;
      return compareBytes(
        onchain,
        code,
        findDissenter(onchain, code, record.runtimeBytecode?.onchainBytecode),
      );
    }),
};
