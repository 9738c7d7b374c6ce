import type { ContractReport, Report } from "./model.ts";
import type { ProgressEvent } from "./progress.ts";

/** Progress of a run over deployments, as data. */
export type BatchEvent =
  | {
      readonly type: "batch";
      /** The deployment records that were read, relative to the project, with forward slashes. */
      readonly records: readonly string[];
      /** Those that will be looked at, in the order of the report; later events name them by their place here. */
      readonly contracts: readonly { readonly name: string; readonly address: string }[];
      readonly passedOver: Report["passedOver"];
      readonly shard: Report["shard"];
      /** How many are looked at at once. */
      readonly concurrency: number;
    }
  | {
      readonly type: "started";
      readonly index: number;
      /** The implementation of a proxy is not in the list of the event `batch`. */
      readonly contract: { readonly name: string; readonly address: string };
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
