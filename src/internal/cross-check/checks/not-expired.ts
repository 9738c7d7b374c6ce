import type { QueryContract } from "../../services/query/model.ts";
import { type CheckRule, failed, passed, skipped } from "../check.ts";
import { nanosecondsOf, nanosecondsOfSeconds, timeOf } from "../compare/timestamps.ts";
import { withQueryContract } from "../compare/with-query-contract.ts";

export const notExpired: CheckRule = {
  id: "not-expired",
  subject: "contract is not expired",
  witnesses: ["query service", "chain"],
  proves:
    "The contract's expiration is in the future, or it has none. A query service without a stored expiration reports the creation time plus the auto-renew period. Such a calculated time in the past is skipped while the code is on chain, because the network does not remove the contract then.",
  run: ({ query, facts, now }) =>
    withQueryContract(query, (contract) => {
      const { expiration_timestamp: expiration } = contract;
      if (expiration === null) return passed("no expiration");
      const expires = nanosecondsOf(expiration);
      if (expires > BigInt(now.getTime()) * 1_000_000n) return passed(timeOf(expires));
      if (facts.runtimeBytecode !== "0x" && isCalculated(contract, expires))
        return skipped(
          `${timeOf(expires)} is past, but it is only the creation time plus the auto-renew period, and the code is still on chain`,
        );
      return failed(`an expiration after ${now.toISOString()}`, timeOf(expires));
    }),
};

function isCalculated(contract: QueryContract, expires: bigint): boolean {
  const { created_timestamp: creation, auto_renew_period: period } = contract;
  if (creation === null || period === null) return false;
  return nanosecondsOf(creation) + nanosecondsOfSeconds(Number(period)) === expires;
}
