import type { ContractFields, MatchSummary } from "../../../domain/record.ts";

/** A JSON object as a service sent it. */
export type Sent = Readonly<Record<string, unknown>>;

/**
 * How a service differs from Sourcify's interface, v2. What it only spells differently is no part of it:
 * `one-spelling.ts` reads every spelling, whoever writes it.
 */
export interface Dialect {
  readonly name: string;
  /** Routes that are not below `/v2`. Asked for where `/v2` is not there. */
  readonly routes?: {
    /** What its paths begin with, in place of `/v2`. */
    readonly prefix: string;
    /** The chains that it may be used for, and why no others. */
    readonly chainIds: readonly number[];
    readonly whyNoOthers: string;
    /** Fields of a record that it refuses to be asked for. */
    readonly unknownFields: readonly (keyof ContractFields)[];
  };
  /** What it fills in without computing it: left out of its answers. */
  readonly neverComputed?: {
    readonly fields: readonly (keyof MatchSummary)[];
    /** Whether a record, or the matches in a job, are of such a service. */
    readonly isIn: (match: Sent) => boolean;
  };
}
