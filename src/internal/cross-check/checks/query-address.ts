import { longZeroAddress } from "../../domain/contract-addresses.ts";
import { type CheckRule, passed } from "../check.ts";
import { compareText } from "../compare/compare-values.ts";
import { needQueryContract } from "../compare/need.ts";

export const queryAddress: CheckRule = {
  id: "query-address",
  subject: "contract has this address",
  witnesses: ["query service", "request"],
  proves:
    "The query service answered with the requested contract: its EVM address is the requested one, or its number is the one in the requested long-zero address.",
  run: (evidence) => {
    const contract = needQueryContract(evidence);
    const asked = evidence.facts.address.toLowerCase();
    const isItsNumber = asked === longZeroAddress(contract.contract_id);
    return isItsNumber ? passed(asked) : compareText(asked, contract.evm_address.toLowerCase());
  },
};
