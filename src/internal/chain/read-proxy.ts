import { getAddress } from "ethers/address";
import { hasDelegatecall } from "../bytecode/has-delegatecall.ts";
import { minimalProxyTarget } from "../bytecode/minimal-proxy.ts";
import { ChainError } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { BEACON_SLOT, IMPLEMENTATION_SELECTOR, IMPLEMENTATION_SLOT, PROXIABLE_SLOT } from "./proxy-slots.ts";

/** A contract that passes calls on to another one. Addresses are checksummed. */
export interface ProxyFacts {
  readonly kind: "EIP-1167" | "EIP-1967" | "EIP-1967 beacon" | "EIP-1822";
  readonly implementation: string;
  /** The contract that names the implementation, for a beacon proxy. */
  readonly beacon: string | null;
}

/**
 * Finds out whether a contract is a proxy: by its code, or by the storage slots that the standards reserve.
 *
 * @param state That from which the code was read.
 * @param address Checksummed.
 * @param runtimeBytecode 0x-hex.
 * @returns null for no proxy, undefined where the node does not say.
 */
export async function readProxy(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
  signal: AbortSignal,
): Promise<ProxyFacts | null | undefined> {
  const clone = minimalProxyTarget(runtimeBytecode);
  if (clone !== undefined) return { kind: "EIP-1167", implementation: getAddress(clone), beacon: null };
  // Nothing is passed on without it; most contracts need no call.
  if (!hasDelegatecall(runtimeBytecode)) return null;
  try {
    return await readSlots(state, address, signal);
  } catch (error) {
    // What a proxy points to is told beside what was found out; a node that does not say so stops nothing.
    if (error instanceof ChainError && !signal.aborted) return undefined;
    throw error;
  }
}

async function readSlots(
  state: ChainState,
  address: string,
  signal: AbortSignal,
): Promise<ProxyFacts | null> {
  const slots = [IMPLEMENTATION_SLOT, BEACON_SLOT, PROXIABLE_SLOT] as const;
  const [implementation, beacon, proxiable] = (
    await Promise.all(slots.map((slot) => state.storage(address, slot, signal)))
  ).map(addressIn);
  if (implementation !== undefined) return { kind: "EIP-1967", implementation, beacon: null };
  if (beacon !== undefined) {
    const behind = addressIn(await state.call(beacon, IMPLEMENTATION_SELECTOR, signal));
    return behind === undefined ? null : { kind: "EIP-1967 beacon", implementation: behind, beacon };
  }
  return proxiable === undefined ? null : { kind: "EIP-1822", implementation: proxiable, beacon: null };
}

/** @param word 0x-hex of 32 bytes. */
function addressIn(word: string): string | undefined {
  const digits = word.slice(2);
  if (!/^0{24}[0-9a-fA-F]{40}$/.test(digits) || /^0*$/.test(digits)) return undefined;
  return getAddress(`0x${digits.slice(24).toLowerCase()}`);
}
