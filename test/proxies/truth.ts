import type { Deployer } from "./deployer.ts";

/** What a contract of the suite is, by its construction. Addresses are checksummed. */
type Truth = NoProxy | SingleProxy | Diamond;

interface NoProxy {
  readonly is: "no-proxy";
}

export interface SingleProxy {
  readonly is: "proxy";
  /** The names that a report may give it. */
  readonly kind: RegExp;
  /** Whose code runs, for a sender that is not special. */
  readonly runs: string;
  /** The build's contract there; undefined where there is no code. */
  readonly runsContract: string | undefined;
  /** What runs after that, where what runs is a proxy itself. */
  readonly beyond?: string;
  readonly beacon?: string;
  /** What a slot names though another contract runs: all that can be said where a node proves nothing. */
  readonly named?: string;
  /** Whether its own bytes have the implementation, so that no node is needed. @default false */
  readonly isInCode?: boolean;
  /** Whether only a proof shows what runs. @default false */
  readonly isHidden?: boolean;
  /** Whether no call of a stranger gets through, so that no node proves anything. @default false */
  readonly isClosed?: boolean;
  /** Whether it looks at codes before it delegates, so that a call in which one is replaced shows something else. @default false */
  readonly seesReplacing?: boolean;
}

export interface Diamond {
  readonly is: "diamond";
  readonly facets: readonly Facet[];
}

export interface Facet {
  readonly address: string;
  readonly contract: string;
}

/** A contract on the chain. */
export interface Target {
  readonly name: string;
  readonly address: string;
  /** The build's contract, where it has sources in the project. */
  readonly contract?: string;
  readonly truth: Truth;
  /**
   * Whether slots, getters or beacons name what does not run. All that they name may be shown then, with none chosen,
   * and a service that believes them is contradicted.
   * @default false
   */
  readonly isLiar?: boolean;
}

/** A row of the table of kinds. */
export interface Row {
  readonly name: string;
  readonly make: (deployer: Deployer) => Promise<readonly Target[]>;
}

export function row(name: string, make: Row["make"]): Row {
  return { name, make };
}
