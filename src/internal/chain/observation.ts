/** What calls to a contract show of the code that it delegates to. */
export interface Observation {
  /** How it was shown; null where the node offers no way. */
  readonly method: "probe" | "trace" | null;
  /** Checksummed addresses whose code ran as the contract, and answered the call. */
  readonly ran: readonly string[];
}

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/** Not the contract itself, as for several calls in one; nor zero, as a diamond without a check has for unknown selectors. */
export function mayBeImplementation(target: string, address: string): boolean {
  return target !== address.toLowerCase() && target !== ZERO_ADDRESS;
}
