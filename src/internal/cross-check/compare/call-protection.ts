import type { Comparison } from "../../bytecode/compare.ts";
import { UNPROTECTED } from "../../bytecode/filled-in.ts";
import { type Finding, failed, unknown } from "../check.ts";
import type { Evidence } from "../evidence.ts";
import { ownAddresses } from "./own-addresses.ts";

/**
 * A library's code knows its own address, and so refuses calls to it. With another address it does not.
 *
 * @returns undefined where the call protection is right, and for other code.
 */
export function foreignCallProtection(
  { callProtection }: Comparison,
  evidence: Evidence,
): Finding | undefined {
  if (callProtection === undefined || callProtection === UNPROTECTED) return undefined;
  const { known, isComplete } = ownAddresses(evidence);
  if (known.includes(callProtection)) return undefined;
  return isComplete
    ? failed(
        `call protection with ${known.join(" or ")}`,
        callProtection,
        "a library's code has its own address",
      )
    : unknown("call protection holds none of the contract's known addresses");
}
