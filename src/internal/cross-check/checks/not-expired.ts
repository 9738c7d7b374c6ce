import type { QueryContract } from "../../services/query/model.ts";
import { type CheckRule, failed, need, passed, skipped } from "../check.ts";
import { needQueryContract } from "../compare/need.ts";
import { nanosecondsOf, nanosecondsOfSeconds, timeOf } from "../compare/timestamps.ts";

export const notExpired: CheckRule = {
  id: "not-expired",
  subject: "contract is not expired",
  witnesses: ["query service", "chain"],
  proves:
    "The contract's expiration is in the future, or it has none. A query service without a stored expiration reports the creation time plus the auto-renew period. Such a calculated time in the past is skipped while the code is on chain, because the network does not remove the contract then.",
  run: (evidence) => {
    const contract = needQueryContract(evidence);
    const { facts, now } = evidence;
    const expires = nanosecondsOf(need(contract.expiration_timestamp, passed("no expiration")));
    if (expires > BigInt(now.getTime()) * 1_000_000n) return passed(timeOf(expires));
    if (facts.runtimeBytecode !== "0x" && isCalculated(contract, expires))
      return skipped(
        `${timeOf(expires)} is past, but it is only the creation time plus the auto-renew period, and the code is still on chain`,
      );
    return failed(`an expiration after ${now.toISOString()}`, timeOf(expires));
  },
};

function isCalculated(contract: QueryContract, expires: bigint): boolean {
  const { created_timestamp: creation, auto_renew_period: period } = contract;
  if (creation === null || period === null) return false;
  return nanosecondsOf(creation) + nanosecondsOfSeconds(Number(period)) === expires;
}
