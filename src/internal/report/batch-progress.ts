import type { ContractReport, Report } from "./model.ts";
import type { ProgressEvent } from "./progress.ts";

type BatchNetwork = NonNullable<Report["networks"]>[number];

/** A contract of a run, as a list shows it. */
export interface BatchContract {
  readonly name: string;
  readonly address: string;
  /** The name of its network, in a run over several. */
  readonly network?: string;
}

/** Progress of a run over deployments, as data. */
export type BatchEvent =
  | {
      readonly type: "batch";
      /** The deployment records that were read, relative to the project, with forward slashes. */
      readonly records: readonly string[];
      /** Those that will be looked at, in the order of the report; later events name them by their place here. */
      readonly contracts: readonly BatchContract[];
      /** Of a run that chose them by the chains of the records: those that are asked, then those that are left out. */
      readonly networks?: readonly Pick<BatchNetwork, "name" | "chainId" | "skipped">[];
      readonly passedOver: Report["passedOver"];
      readonly shard: Report["shard"];
      /** How many of a chain are looked at at once. */
      readonly concurrency: number;
    }
  | {
      readonly type: "started";
      readonly index: number;
      /** The implementation of a proxy is not in the list of the event `batch`. */
      readonly contract: BatchContract;
    }
  | { readonly type: "progress"; readonly index: number; readonly event: ProgressEvent }
  | { readonly type: "ended"; readonly index: number; readonly report: ContractReport }
  | {
      /** A service asked to be asked less; everything that asks it waits. */
      readonly type: "slowed-down";
      readonly host: string;
      readonly waitMs: number;
    }
  /** What did not answer answers again, so that the contracts which that ended are looked at once more. */
  | { readonly type: "tried-again"; readonly indexes: readonly number[] }
  /** The journal can't be written, so that no later run could resume this one. */
  | { readonly type: "no-journal"; readonly reason: string }
  /** Foundry has no profile of the name in `FOUNDRY_PROFILE`, so `default` is taken. */
  | { readonly type: "unknown-profile"; readonly profile: string };
