import { getAddress } from "ethers/address";
import { hasDelegatecall } from "../bytecode/has-delegatecall.ts";
import { knownCode } from "../bytecode/known-codes.ts";
import { ChainError } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { BEACON_SLOT, IMPLEMENTATION_SELECTOR, IMPLEMENTATION_SLOT, PROXIABLE_SLOT } from "./proxy-slots.ts";

/** A contract that forwards calls to an implementation. Addresses are checksummed. */
export interface ProxyFacts {
  readonly kind: "EIP-1167" | "EIP-1967" | "EIP-1967 beacon" | "EIP-1822";
  readonly implementation: string;
  /** The contract that names the implementation, for a beacon proxy. */
  readonly beacon: string | null;
}

/**
 * Detects a proxy by its code, or by the storage slots that the standards reserve.
 *
 * @param state The state that the code was read from.
 * @param address Checksummed.
 * @param runtimeBytecode 0x-hex.
 * @returns null for no proxy; undefined when the node fails to answer.
 */
export async function readProxy(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
  signal: AbortSignal,
): Promise<ProxyFacts | null | undefined> {
  const clone = knownCode(runtimeBytecode)?.implementation;
  if (clone !== undefined) return { kind: "EIP-1167", implementation: getAddress(clone), beacon: null };
  // A proxy needs DELEGATECALL; most contracts have none, which saves the reads.
  if (!hasDelegatecall(runtimeBytecode)) return null;
  try {
    return await readSlots(state, address, signal);
  } catch (error) {
    // The implementation is additional information: verification does not need it.
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
    const named = addressIn(await state.call(beacon, IMPLEMENTATION_SELECTOR, signal));
    return named === undefined ? null : { kind: "EIP-1967 beacon", implementation: named, beacon };
  }
  return proxiable === undefined ? null : { kind: "EIP-1822", implementation: proxiable, beacon: null };
}

/** @param word 0x-hex of 32 bytes. */
function addressIn(word: string): string | undefined {
  const digits = word.slice(2);
  if (!/^0{24}[0-9a-fA-F]{40}$/.test(digits) || /^0*$/.test(digits)) return undefined;
  return getAddress(`0x${digits.slice(24).toLowerCase()}`);
}
