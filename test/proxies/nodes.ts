import { fullNode, likeRelay, tracesOnly, type Weakness, withoutTraces } from "./weak-node.ts";

/** A node that the contracts are read from, and what it can show. */
export interface NodeKind {
  readonly name: string;
  readonly weakness: Weakness;
  /** Whether a call to it can show which code runs. */
  readonly proves: boolean;
  /** Whether it reads storage. */
  readonly reads: boolean;
}

export const NODES: readonly NodeKind[] = [
  { name: "a node that can do all", weakness: fullNode, proves: true, reads: true },
  { name: "a node without traces", weakness: withoutTraces, proves: true, reads: true },
  {
    name: "a relay: no traces, state overrides are ignored",
    weakness: likeRelay,
    proves: false,
    reads: true,
  },
  {
    name: "a node without storage reads, on which only traces show what runs",
    weakness: tracesOnly,
    proves: true,
    reads: false,
  },
  {
    name: "a relay without storage reads",
    weakness: (request) => (request.method === "eth_getStorageAt" ? "refuses" : likeRelay(request)),
    proves: false,
    reads: false,
  },
];
