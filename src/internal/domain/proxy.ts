/**
 * How a contract forwards its calls.
 *
 * By the bytes of the whole code: `EIP-1167` (minimal proxies, also with PUSH0 and with arguments), `EIP-3448`, `CWIA`
 * (clones with immutable arguments), `Vyper forwarder`, `Sequence`, `EIP-7702`. By a storage slot: `EIP-1967`,
 * `EIP-1967 beacon`, `EIP-1822`, `ZeppelinOS`. By a function of its own: `Safe`, `Unitroller`, `EIP-897`. By selector:
 * `EIP-2535` (a diamond). `other`: a call showed it, and no standard names it.
 */
export type ProxyKind =
  | "EIP-1167"
  | "EIP-3448"
  | "CWIA"
  | "Vyper forwarder"
  | "Sequence"
  | "EIP-7702"
  | "EIP-1967"
  | "EIP-1967 beacon"
  | "EIP-1822"
  | "ZeppelinOS"
  | "Safe"
  | "Unitroller"
  | "EIP-897"
  | "EIP-2535"
  | "other";

/** An address that something names as the implementation. Addresses are checksummed. */
export interface ProxyCandidate {
  readonly implementation: string;
  /** What names it: the proxy's code, a storage slot, a beacon, a function of the proxy, or a call that ran its code. */
  readonly from: "code" | "slot" | "beacon" | "getter" | "call";
  /** The same for people: `slot of EIP-1967`, `masterCopy()`. */
  readonly where: string;
  /** The beacon that named it. */
  readonly beacon: string | null;
  /** Whether there is code at the address; null if the node did not say. */
  readonly hasCode: boolean | null;
  /** Whether its code ran in a call to the proxy, from a random sender: null if no call could show it. */
  readonly runs: boolean | null;
}

/** A contract that a diamond forwards some of its functions to. */
export interface Facet {
  /** Checksummed. */
  readonly address: string;
  /** 4-byte selectors in lower case, with 0x; empty where only the address is known. */
  readonly selectors: readonly string[];
}

export interface Facets {
  /** How they are known: `facets()` or `facetAddresses()` of the diamond, or its events `DiamondCut`. */
  readonly from: "facets()" | "facetAddresses()" | "DiamondCut";
  readonly list: readonly Facet[];
  /** What its events come to, where that are other facets than it lists. */
  readonly byEvents?: readonly Facet[];
}

/** What may upgrade a proxy: a contract, such as a ProxyAdmin, or an account. */
export interface ProxyAdmin {
  /** Checksummed. */
  readonly address: string;
  readonly hasCode: boolean;
}

/** A contract that forwards calls. */
export interface ProxyFacts {
  readonly kind: ProxyKind;
  /** The one implementation, checksummed; null where candidates conflict or have no code, and for a diamond. */
  readonly implementation: string | null;
  /** The contract that names the implementation, for a beacon proxy. */
  readonly beacon: string | null;
  /**
   * How the implementation is known. `code`: the proxy's code contains it, and no other code can run. `probe`: an `eth_call`
   * with the implementation's code replaced ran the replacement, as the proxy. `trace`: `debug_traceCall` showed it. These two
   * hold for random senders and calldata at the block that was read. `stated`: a slot, a beacon or a function names it,
   * and no call could show it. `conflicting`: there are several, or what is named does not run. `no-code`: nothing is at its address.
   */
  readonly proof: "code" | "probe" | "trace" | "stated" | "conflicting" | "no-code";
  /** All that names or runs an implementation, the one that runs first. Empty for a diamond without slots. */
  readonly candidates: readonly ProxyCandidate[];
  /** Of a diamond. */
  readonly facets?: Facets;
}

/** Hand-written bytes that only forward calls: no compiler made them, and no service can verify them. */
const SOURCELESS: ReadonlySet<string> = new Set<ProxyKind>([
  "EIP-1167",
  "EIP-3448",
  "CWIA",
  "Vyper forwarder",
  "Sequence",
  "EIP-7702",
]);

/** Whether a kind of proxy is a fixed sequence of bytes without sources, so that only its implementation can be verified. */
export function isSourceless(kind: string): boolean {
  return SOURCELESS.has(kind);
}
