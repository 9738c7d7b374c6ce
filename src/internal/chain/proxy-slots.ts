import type { ProxyKind } from "../report/model.ts";

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
const FIRST_SLOT = `0x${"0".repeat(64)}`;
/** `implementation()` of a beacon, and of EIP-897. */
export const IMPLEMENTATION_SELECTOR = "0x5c60da1b";
/** `proxyType()` of EIP-897. */
export const PROXY_TYPE_SELECTOR = "0x4555d5c9";

/** A place that may name an implementation. */
export interface Place {
  readonly kind: ProxyKind;
  /** For people. */
  readonly where: string;
  /** Whether ordinary contracts have an address there too, so that it counts only where more shows a proxy. */
  readonly isWeak: boolean;
}

/** Slots with the implementation's address. */
export const SLOTS: readonly (Place & { readonly slot: string })[] = [
  { slot: IMPLEMENTATION_SLOT, kind: "EIP-1967", where: "slot of EIP-1967", isWeak: false },
  { slot: PROXIABLE_SLOT, kind: "EIP-1822", where: "slot of EIP-1822", isWeak: false },
  { slot: ZEPPELINOS_SLOT, kind: "ZeppelinOS", where: "slot of ZeppelinOS", isWeak: false },
  { slot: FIRST_SLOT, kind: "other", where: "slot 0", isWeak: true },
];

/** Functions of proxies. Each is asked only where the proxy's own code has its selector. */
export const GETTERS: readonly (Place & { readonly selector: string })[] = [
  { selector: "0xa619486e", kind: "Safe", where: "masterCopy()", isWeak: false },
  { selector: "0xbb82aa5e", kind: "Unitroller", where: "comptrollerImplementation()", isWeak: false },
  { selector: IMPLEMENTATION_SELECTOR, kind: "EIP-897", where: "implementation()", isWeak: true },
];
