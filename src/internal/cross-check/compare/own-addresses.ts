import type { OwnAddresses } from "../../bytecode/replay/check-places.ts";
import type { Evidence } from "../evidence.ts";

/** 4 bytes of shard, 8 of realm, 8 of number: shard and realm are zero on every public network. */
const STANDS_FOR_NUMBER = /^0x0{24}/;

/**
 * The addresses by which the code of the contract can know itself. A long-zero address stands for its number, and the
 * contract may have an EVM address besides, which only the query service tells.
 */
export function ownAddresses({ facts, query }: Evidence): OwnAddresses {
  const asked = facts.address.toLowerCase();
  const told = query.state === "known" ? query.contract : undefined;
  const number = told?.contract_id?.split(".").at(-1);
  return {
    known: [
      asked,
      ...(told === undefined ? [] : [told.evm_address.toLowerCase()]),
      ...(number === undefined ? [] : [`0x${BigInt(number).toString(16).padStart(40, "0")}`]),
    ],
    isComplete: told !== undefined || !STANDS_FOR_NUMBER.test(asked),
  };
}
