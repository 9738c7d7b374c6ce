import type { OwnAddresses } from "../../bytecode/replay/check-places.ts";
import { addressesOf, isLongZero } from "../../domain/contract-addresses.ts";
import type { Evidence } from "../evidence.ts";

/**
 * The addresses that the contract's code can see as its own. A long-zero address is the contract's number, and such a
 * contract may also have an EVM address, which only the query service knows.
 */
export function ownAddresses({ facts, query }: Evidence): OwnAddresses {
  const asked = facts.address.toLowerCase();
  const contract = query.state === "known" ? query.contract : undefined;
  return {
    known: addressesOf(asked, contract),
    isComplete: contract !== undefined || !isLongZero(asked),
  };
}
