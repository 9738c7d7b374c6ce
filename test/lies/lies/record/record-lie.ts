import type { ClaimId } from "../../../../src/internal/report/claim-ids.ts";
import type { KnownClass } from "../../table/classes.ts";
import type { LimitId } from "../../table/limits.ts";
import type { Body } from "../../world/lying-proxy.ts";
import type { Subject } from "../../world/subjects.ts";
import type { Lie } from "../lie.ts";
import { row } from "../lie.ts";

export type Mode = "check" | "check-alone" | "verify" | "recompile";

export interface RecordLie {
  readonly name: string;
  readonly claim: ClaimId;
  readonly catches?: readonly KnownClass[];
  readonly fits?: Lie["fits"];
  /** A success may vouch for the claim in someone else's name, but must not call it proven. */
  readonly mayBeVouched?: boolean;
  readonly modes?: readonly Mode[];
  readonly limit?: LimitId;
  /** @param other Record of another contract of the same compiler. */
  readonly change: (record: Body, other: Body, subject: Subject) => Body | undefined;
}

export const told = row<RecordLie>;

export const OF_CODE = ["runtimeBytecode", "creationBytecode"] as const;
export const OF_SOURCES = ["sources", "compilation", "metadata", "stdJsonInput"] as const;
export const OF_INTERFACE = ["abi", "storageLayout", "signatures"] as const;

export function pick(record: Body, keys: readonly string[]): Body {
  return Object.fromEntries(keys.map((key) => [key, record[key]]));
}

export const isNot =
  (...kinds: readonly Subject["kind"][]) =>
  ({ kind }: Subject) =>
    !kinds.includes(kind);
export const is =
  (...kinds: readonly Subject["kind"][]) =>
  ({ kind }: Subject) =>
    kinds.includes(kind);

/** Uses the code on chain as the compiled code, so nothing has to be filled in. */
export function filledIn(side: Body): Body {
  return {
    ...side,
    recompiledBytecode: side?.onchainBytecode,
    transformations: [],
    transformationValues: {},
    linkReferences: {},
    immutableReferences: {},
    cborAuxdata: side?.cborAuxdata,
  };
}
