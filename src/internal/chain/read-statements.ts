import { getAddress } from "ethers/address";
import { hasSelector } from "../bytecode/has-selector.ts";
import { ChainError, isExecutionFailure } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { BEACON_SLOT, GETTERS, IMPLEMENTATION_SELECTOR, type Place, SLOTS } from "./proxy-slots.ts";

/** What a slot, a beacon or a function of a contract says of its implementation. */
export interface Statement extends Place {
  readonly from: "slot" | "beacon" | "getter";
  /** Checksummed. */
  readonly implementation: string;
  readonly beacon: string | null;
}

export interface Statements {
  readonly list: readonly Statement[];
  /** The method that the node did not answer; undefined if it answered all. */
  readonly failed: string | undefined;
}

/** Reads all places that may name an implementation, of which none counts more than another. */
export async function readStatements(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
  signal: AbortSignal,
): Promise<Statements> {
  let failed: string | undefined;
  const attempt = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ChainError) || signal.aborted) throw error;
      if (!isExecutionFailure(error)) failed ??= error.method;
      return undefined;
    }
  };
  // A beacon may answer the proxy in another way than others. A node may refuse such a sender; then the answer is what everybody gets.
  const ask = async (to: string, data: string): Promise<string> => {
    try {
      return await state.call(to, data, signal, { from: address });
    } catch (error) {
      if (!(error instanceof ChainError) || signal.aborted || isExecutionFailure(error)) throw error;
      return state.call(to, data, signal);
    }
  };
  const inSlot = async ({ slot, ...place }: (typeof SLOTS)[number]): Promise<Statement | undefined> => {
    const implementation = addressIn(await attempt(() => state.storage(address, slot, signal)));
    return implementation === undefined
      ? undefined
      : { ...place, from: "slot", implementation, beacon: null };
  };
  const byGetter = async ({
    selector,
    ...place
  }: (typeof GETTERS)[number]): Promise<Statement | undefined> => {
    if (!hasSelector(runtimeBytecode, selector)) return undefined;
    const implementation = addressIn(await attempt(() => ask(address, selector)));
    return implementation === undefined
      ? undefined
      : { ...place, from: "getter", implementation, beacon: null };
  };
  const byBeacon = async (): Promise<Statement | undefined> => {
    const beacon = addressIn(await attempt(() => state.storage(address, BEACON_SLOT, signal)));
    if (beacon === undefined) return undefined;
    const implementation = addressIn(await attempt(() => ask(beacon, IMPLEMENTATION_SELECTOR)));
    if (implementation !== undefined) return { ...BEACON, from: "beacon", implementation, beacon };
    failed ??= "eth_call";
    return undefined;
  };
  const [slots, beacon, getters] = await Promise.all([
    Promise.all(SLOTS.map(inSlot)),
    byBeacon(),
    Promise.all(GETTERS.map(byGetter)),
  ]);
  const list = [...slots, beacon, ...getters].filter((each) => each !== undefined);
  // What says more comes first: the kind is that of the first which names what runs.
  return {
    list: [...list.filter(({ isWeak }) => !isWeak), ...list.filter(isGetter), ...list.filter(isSlot)],
    failed,
  };
}

const isGetter = ({ isWeak, from }: Statement): boolean => isWeak && from === "getter";
const isSlot = ({ isWeak, from }: Statement): boolean => isWeak && from === "slot";
const BEACON: Place = { kind: "EIP-1967 beacon", where: "beacon", isWeak: false };

/**
 * @param word 0x-hex of 32 bytes.
 * @returns The checksummed address, if the word is one; undefined for zero too.
 */
export function addressIn(word: string | undefined): string | undefined {
  const digits = word?.slice(2) ?? "";
  if (!/^0{24}[0-9a-fA-F]{40}$/.test(digits) || /^0*$/.test(digits)) return undefined;
  return getAddress(`0x${digits.slice(24).toLowerCase()}`);
}
