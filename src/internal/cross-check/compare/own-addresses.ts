import type { Comparison } from "../../bytecode/compare.ts";
import { UNPROTECTED } from "../../bytecode/filled-in.ts";
import type { OwnAddresses } from "../../bytecode/replay/check-places.ts";
import { isLongZero, listAddresses } from "../../domain/contract-addresses.ts";
import { type Finding, failed, unknown } from "../check.ts";
import type { Evidence } from "../evidence.ts";

/**
 * Returns the addresses that the contract's code may see as its own address. A contract with a long-zero address may
 * also have an EVM address that only the query service knows.
 */
export function getOwnAddresses({ facts, query }: Evidence): OwnAddresses {
  const asked = facts.address.toLowerCase();
  const contract = query.state === "known" ? query.contract : undefined;
  return { known: listAddresses(asked, contract), isComplete: contract !== undefined || !isLongZero(asked) };
}

/**
 * Finds wrong call protection. A library's code contains its own address in order to refuse direct calls. If the
 * address were wrong, the library would accept such calls.
 *
 * @returns undefined if the call protection is correct, or if the code has no call protection.
 */
export function checkCallProtection({ callProtection }: Comparison, evidence: Evidence): Finding | undefined {
  if (callProtection === undefined || callProtection === UNPROTECTED) return undefined;
  const { known, isComplete } = getOwnAddresses(evidence);
  if (known.includes(callProtection)) return undefined;
  return isComplete
    ? failed(
        `call protection with ${known.join(" or ")}`,
        callProtection,
        "a library's code must contain its own address",
      )
    : unknown("call protection contains none of the contract's known addresses");
}
