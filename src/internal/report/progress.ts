import type { ContractReport, Relation, Report, SubmissionReport } from "./model.ts";

/** Progress events of a run. Screens turn them into lines; programs may ignore them. */
export type ProgressEvent =
  /** The run has determined the code and its creation, the build, or the stored match. */
  | { readonly type: "target" | "build" | "stored" }
  /**
   * The request in progress: to the query service for a contract id, to the verification service for the record, or to
   * the node for the code.
   */
  | { readonly type: "reading"; readonly what: "contract-id" | "stored" | "code" }
  /** The query service doesn't know the contract yet, or has no code for it. */
  | { readonly type: "waiting-for-query"; readonly target: string; readonly url: string }
  | { readonly type: "waiting-for-code"; readonly address: string; readonly chainId: number }
  /** Only the metadata differs from that of the deployed code, so no match will be exact. */
  | {
      readonly type: "not-as-deployed";
      /** True if the user is asked whether to continue. */
      readonly isAsked: boolean;
    }
  | { readonly type: "submitting"; readonly url: string; readonly submission: SubmissionReport }
  | { readonly type: "submitted"; readonly verificationId: string }
  /** Follows a job that an earlier or parallel run started for the same input. */
  | { readonly type: "resumed"; readonly verificationId: string; readonly sentAt: Date }
  | { readonly type: "polling"; readonly verificationId: string }
  /** The job has been pending for so long that its service may have lost it. */
  | {
      readonly type: "job-stands-still";
      readonly verificationId: string;
      readonly since: Date;
      readonly isOfEarlierRun: boolean;
    }
  | {
      readonly type: "retrying";
      /** The name used in messages: "verification service". */
      readonly service: string;
      readonly reason: string;
      readonly delayMs: number;
      /** The next attempt's number, from 1. */
      readonly attempt: number;
    }
  | { readonly type: "waiting-for-other-job" | "job-ended" }
  /** The journal can't be written, so no later run could resume this one. */
  | { readonly type: "no-journal"; readonly reason: string }
  /** Contracts included because they are related to the user's contracts. Reported before anything is sent. */
  | {
      readonly type: "related";
      readonly contracts: readonly (BatchContract & {
        readonly because: NonNullable<Relation["because"]>;
      })[];
    }
  /** Local services were started for this run. Their records are lost when it ends. */
  | {
      readonly type: "local-services";
      /** The URL of the verification service. */
      readonly url: string;
      /** The command that starts services with persistent records. */
      readonly serve: string;
    }
  | { readonly type: "reading-record" }
  /** An earlier run's job succeeded, but the service has no record: one of its replicas or caches may be behind. */
  | {
      readonly type: "waiting-for-lost-record";
      readonly verificationId: string;
      /** Maximum wait in milliseconds. */
      readonly mostMs: number;
    }
  /** The record is still missing after the wait, so the same input is submitted again. */
  | { readonly type: "record-lost"; readonly verificationId: string }
  /** The record is still weaker than the result of this run's job. */
  | { readonly type: "waiting-for-record" }
  | { readonly type: "checking" }
  /** The verdict is known. The run waits up to ten seconds for other services to answer the forwarded verification. */
  | { readonly type: "waiting-for-forwarded" }
  /** The verdict is known. The contract is being submitted to an explorer. */
  | { readonly type: "showing"; readonly explorer: string };

export type BatchNetwork = Pick<NonNullable<Report["networks"]>[number], "name" | "chainId" | "skipped">;

/** A contract in a run, as shown in a list. */
export interface BatchContract {
  readonly name: string;
  readonly address: string;
  /** The name of its network, if the run covers several networks. */
  readonly network?: string;
}

/** Progress events of a run that verifies deployments. */
export type BatchEvent =
  | {
      readonly type: "batch";
      /** The deployment records that were read: paths relative to the project, with forward slashes. */
      readonly records: readonly string[];
      /** The contracts of the run, in report order. Later events refer to them by index. */
      readonly contracts: readonly BatchContract[];
      /** The networks used, then the skipped ones. Set if they were chosen by the chains in the records. */
      readonly networks?: readonly BatchNetwork[];
      readonly passedOver: Report["passedOver"];
      readonly shard: Report["shard"];
      /** The number of contracts per chain that are processed in parallel. */
      readonly concurrency: number;
    }
  | {
      readonly type: "started";
      readonly index: number;
      /** The whole contract, because a proxy's implementation isn't listed in the `batch` event. */
      readonly contract: BatchContract;
    }
  | { readonly type: "progress"; readonly index: number; readonly event: ProgressEvent }
  | { readonly type: "ended"; readonly index: number; readonly report: ContractReport }
  | {
      /** A service asked for fewer requests, so all requests to it wait. */
      readonly type: "slowed-down";
      readonly host: string;
      readonly waitMs: number;
    }
  /** A dead host answers again, so the contracts that failed because of it are retried. */
  | { readonly type: "tried-again"; readonly indexes: readonly number[] }
  | Extract<ProgressEvent, { type: "no-journal" | "related" | "local-services" }>;
