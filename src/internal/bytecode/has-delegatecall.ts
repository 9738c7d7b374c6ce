import { delegateSites } from "./delegate-sites.ts";

/**
 * Whether a code has a reachable DELEGATECALL or CALLCODE: false is certain.
 *
 * @param runtimeBytecode 0x-hex.
 */
export function hasDelegatecall(runtimeBytecode: string): boolean {
  return delegateSites(runtimeBytecode).length > 0;
}
