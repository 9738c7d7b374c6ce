import type { CheckRule } from "../check.ts";
import { compareText } from "../compare-values.ts";
import { withQueryContract } from "../with-query-contract.ts";

export const queryAddress: CheckRule = {
  id: "query-address",
  subject: "contract has this address",
  witnesses: ["query service", "request"],
  proves: "The contract that the query service answered with has the EVM address that was asked for.",
  run: ({ facts, query }) =>
    withQueryContract(query, (contract) =>
      compareText(facts.address.toLowerCase(), contract.evm_address.toLowerCase()),
    ),
};
