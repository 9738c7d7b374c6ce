import type { CheckContractsRequest } from "./check-contracts-request.ts";

/** What to lock, and how. The other keys are those of a check over several contracts. */
export interface LockRequest<Connection = unknown>
  extends Omit<
    CheckContractsRequest<Connection>,
    "evidence" | "locked" | "bail" | "shard" | "at" | "recompile" | "followProxy" | "noFollowProxy"
  > {
  /** Name or address of the one contract whose entry is replaced. @default all */
  readonly update?: string | undefined;
  /** Lock what is not verified, too. @default false */
  readonly allowUnverified?: boolean | undefined;
}
