import { fullNode, likeRelay, tracesOnly, type Weakness, withoutTraces } from "./weak-node.ts";

/** A node that the contracts are read from, and what it can show. */
export interface NodeKind {
  readonly name: string;
  readonly weakness: Weakness;
  /** Whether a call can have another code in the place of one on chain, and so show that it runs. */
  readonly replaces: boolean;
  readonly traces: boolean;
  /** Whether it reads storage. */
  readonly reads: boolean;
}

export const NODES: readonly NodeKind[] = [
  { name: "a node that can do all", weakness: fullNode, replaces: true, traces: true, reads: true },
  { name: "a node without traces", weakness: withoutTraces, replaces: true, traces: false, reads: true },
  {
    name: "a relay: no traces, state overrides are ignored",
    weakness: likeRelay,
    replaces: false,
    traces: false,
    reads: true,
  },
  {
    name: "a node without storage reads, on which only traces show what runs",
    weakness: tracesOnly,
    replaces: false,
    traces: true,
    reads: false,
  },
  {
    name: "a relay without storage reads",
    weakness: (request) => (request.method === "eth_getStorageAt" ? "refuses" : likeRelay(request)),
    replaces: false,
    traces: false,
    reads: false,
  },
];
