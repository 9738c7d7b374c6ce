import type { Deployer } from "./deployer.ts";

/** Known from the construction. Addresses are checksummed. */
type Truth = NoProxy | SingleProxy | Diamond;

interface NoProxy {
  readonly is: "no-proxy";
}

export interface SingleProxy {
  readonly is: "proxy";
  /** Names that a report may use. */
  readonly kind: RegExp;
  /** The contract that runs for an ordinary sender. */
  readonly runs: string;
  /** Undefined for an address without code. */
  readonly runsContract: string | undefined;
  /** The implementation's own implementation, if it is a proxy too. */
  readonly beyond?: string;
  readonly beacon?: string;
  /** An address in a slot although another contract runs. A weak node can't report more. */
  readonly named?: string;
  /** The bytecode contains the implementation, so no node is needed. @default false */
  readonly isInCode?: boolean;
  /** Only a proof shows what runs. @default false */
  readonly isHidden?: boolean;
  /** Rejects calls from strangers, so no node proves anything. @default false */
  readonly isClosed?: boolean;
  /** Checks code before it delegates, so a call with replaced code shows something else. @default false */
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

export interface Target {
  readonly name: string;
  readonly address: string;
  readonly contract?: string;
  readonly truth: Truth;
  /** Slots, getters or beacons name something that doesn't run. A report may list them without a choice. @default false */
  readonly isLiar?: boolean;
}

export interface Row {
  readonly name: string;
  readonly make: (deployer: Deployer) => Promise<readonly Target[]>;
}

export function row(name: string, make: Row["make"]): Row {
  return { name, make };
}
