import { getAddress } from "ethers/address";
import { hasSelector } from "../bytecode/has-selector.ts";
import type { ProxyKind } from "../report/model.ts";
import { ChainError, isExecutionFailure } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";

/** A contract's implementation according to a slot, a beacon or a function. */
export interface Statement extends Place {
  readonly from: "slot" | "beacon" | "getter";
  /** Checksummed. */
  readonly implementation: string;
  readonly beacon: string | null;
}

/** Reads all places that may contain the implementation's address. None of them takes precedence. */
export async function readStatements(state: ChainState, address: string, runtimeBytecode: string) {
  /** The RPC method that failed. Undefined if none failed. */
  let failed: string | undefined;
  const attempt = async <T>(read: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ChainError) || state.signal.aborted) throw error;
      if (!isExecutionFailure(error)) failed ??= error.method;
      return undefined;
    }
  };
  const ask = (to: string, data: string): Promise<string> => callAs(state, address, to, data);
  const readPlace = async (
    { kind, where, isWeak }: Place,
    from: "slot" | "getter",
    read: () => Promise<string>,
  ): Promise<Statement | undefined> => {
    const implementation = readAddress(await attempt(read));
    return implementation === undefined
      ? undefined
      : { kind, where, isWeak, from, implementation, beacon: null };
  };
  const readFromBeacon = async (): Promise<Statement | undefined> => {
    const beacon = readAddress(await attempt(() => state.storage(address, BEACON_SLOT)));
    if (beacon === undefined) return undefined;
    const implementation = readAddress(await attempt(() => ask(beacon, IMPLEMENTATION_SELECTOR)));
    if (implementation !== undefined) return { ...BEACON, from: "beacon", implementation, beacon };
    failed ??= "eth_call";
    return undefined;
  };
  const getters = GETTERS.filter(({ selector }) => hasSelector(runtimeBytecode, selector));
  // Most specific first, because the kind of proxy is determined by the first statement that contains its
  // implementation.
  const read = await Promise.all([
    ...SLOTS.map((it) => readPlace(it, "slot", () => state.storage(address, it.slot))),
    readFromBeacon(),
    ...getters.map((it) => readPlace(it, "getter", () => ask(address, it.selector))),
    readPlace(FIRST_SLOT, "slot", () => state.storage(address, `0x${"0".repeat(64)}`)),
  ]);
  return { list: read.filter((each) => each !== undefined), failed };
}

/**
 * A beacon may return a different implementation to the proxy than to other callers. If the node rejects the proxy as the
 * sender, the default sender is used.
 */
export async function callAs(state: ChainState, from: string, to: string, data: string): Promise<string> {
  try {
    return await state.call(to, data, { from });
  } catch (error) {
    if (!(error instanceof ChainError) || state.signal.aborted || isExecutionFailure(error)) throw error;
    return state.call(to, data);
  }
}

const BEACON: Place = { kind: "EIP-1967 beacon", where: "beacon", isWeak: false };

/** Returns the checksummed address. Undefined if the word is zero or not an address. */
export function readAddress(word: string | undefined): string | undefined {
  const digits = word?.slice(2) ?? "";
  if (!/^0{24}[0-9a-fA-F]{40}$/.test(digits) || /^0*$/.test(digits)) return undefined;
  return getAddress(`0x${digits.slice(24).toLowerCase()}`);
}

/** keccak256("eip1967.proxy.implementation") - 1 (EIP-1967). */
export const IMPLEMENTATION_SLOT = "0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
/** keccak256("eip1967.proxy.beacon") - 1 (EIP-1967). */
export const BEACON_SLOT = "0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50";
/** keccak256("eip1967.proxy.admin") - 1 (EIP-1967). */
export const ADMIN_SLOT = "0xb53127684a568b3173ae13b9f8a6016e243e63b6e8ee1178d6a717850b5d6103";
/** keccak256("PROXIABLE") (EIP-1822). */
export const PROXIABLE_SLOT = "0xc5f16f0fcc639fa48a6947836d9850f504798523bf8c9a3a87d5876cf622bcf7";
/** keccak256("org.zeppelinos.proxy.implementation") (zos-lib). */
const ZEPPELINOS_SLOT = "0x7050c9e0f4ca769c69bd3a8ef740bc37934f8e2c036e5a723fd8ee048ed3f8c3";
/** `implementation()`, as in beacons and EIP-897. */
export const IMPLEMENTATION_SELECTOR = "0x5c60da1b";
/** `proxyType()` from EIP-897. */
export const PROXY_TYPE_SELECTOR = "0x4555d5c9";

interface Place {
  readonly kind: ProxyKind;
  /** Shown to the user. */
  readonly where: string;
  /** True if ordinary contracts may also have an address in this place, so other evidence is needed. */
  readonly isWeak: boolean;
}

const SLOTS: readonly (Place & { readonly slot: string })[] = [
  { slot: IMPLEMENTATION_SLOT, kind: "EIP-1967", where: "EIP-1967 slot", isWeak: false },
  { slot: PROXIABLE_SLOT, kind: "EIP-1822", where: "EIP-1822 slot", isWeak: false },
  { slot: ZEPPELINOS_SLOT, kind: "ZeppelinOS", where: "ZeppelinOS slot", isWeak: false },
];
const FIRST_SLOT: Place = { kind: "other", where: "slot 0", isWeak: true };

/** Each function is called only if the proxy's own code contains its selector. */
const GETTERS: readonly (Place & { readonly selector: string })[] = [
  { selector: "0xa619486e", kind: "Safe", where: "masterCopy()", isWeak: false },
  { selector: "0xbb82aa5e", kind: "Unitroller", where: "comptrollerImplementation()", isWeak: false },
  { selector: IMPLEMENTATION_SELECTOR, kind: "EIP-897", where: "implementation()", isWeak: true },
];
