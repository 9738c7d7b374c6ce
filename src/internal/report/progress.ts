import type {
  BuildContract,
  ContractReport,
  ExpectedMatch,
  Relation,
  Report,
  StoredMatch,
  SubmissionReport,
} from "./model.ts";

/** Progress of a run, as data. A screen turns it into lines; a program may ignore it. */
export type ProgressEvent =
  | {
      readonly type: "target";
      /** As the user gave it. */
      readonly input: string;
      readonly address: string;
      readonly contractId: string | null;
      /** Length of the code on chain. */
      readonly codeBytes: number;
      readonly creationTransactionHash: string | null;
      /** The source of the creating transaction: the option, a deployment record, the stored record, the query service, or the chain; null if none did. */
      readonly creationKnownFrom: "option" | "deployment" | "record" | "query-service" | "chain" | null;
    }
  /** The service being asked: the query service for a contract id, the verification service for its record, or the node for the code. */
  | { readonly type: "reading"; readonly what: "contract-id" | "stored" | "code" }
  /** The query service does not know it yet, or has no code of it. */
  | { readonly type: "waiting-for-query"; readonly target: string; readonly url: string }
  | { readonly type: "waiting-for-code"; readonly address: string; readonly chainId: number }
  | {
      readonly type: "build";
      readonly contract: BuildContract;
      readonly expectedMatch: ExpectedMatch;
      /** How many contracts were compared with the chain; 0 for a compiler input whose output is not known. */
      readonly candidates: number;
    }
  | {
      readonly type: "stored";
      readonly match: StoredMatch | null;
      /** Why it is not known, where it is not. */
      readonly unknown?: string | undefined;
    }
  /** Only the metadata differs from what was deployed, so that no match will be exact. */
  | {
      readonly type: "not-as-deployed";
      /** True if the person at the terminal decides. */
      readonly isAsked: boolean;
    }
  | { readonly type: "submitting"; readonly url: string; readonly submission: SubmissionReport }
  | { readonly type: "submitted"; readonly verificationId: string }
  /** Follows a job of an earlier or parallel run for the same input. */
  | { readonly type: "resumed"; readonly verificationId: string; readonly sentAt: Date }
  | {
      readonly type: "polling";
      readonly verificationId: string;
      readonly elapsedMs: number;
      /** How many times the job was asked for, this one included. */
      readonly polls: number;
    }
  /** The job is pending for so long that its service may have lost it. */
  | {
      readonly type: "job-stands-still";
      readonly verificationId: string;
      readonly since: Date;
      readonly isOfEarlierRun: boolean;
    }
  | {
      readonly type: "retrying";
      /** As it is named in messages: "verification service". */
      readonly service: string;
      readonly reason: string;
      readonly delayMs: number;
      /** The number of the try that comes next; the first is 1. */
      readonly attempt: number;
    }
  | { readonly type: "waiting-for-other-job"; readonly elapsedMs: number }
  | { readonly type: "job-ended"; readonly verificationId: string; readonly result: string }
  /** The journal can't be written, so that no later run could resume this one. */
  | { readonly type: "no-journal"; readonly reason: string }
  /** Contracts that the run takes because they belong to those which are named; said before anything is sent. */
  | {
      readonly type: "related";
      readonly contracts: readonly (BatchContract & {
        readonly because: NonNullable<Relation["because"]>;
      })[];
    }
  /** Local services were started for this run, and their records end with it. */
  | {
      readonly type: "local-services";
      /** The verification service's URL. */
      readonly url: string;
      /** The command whose services keep records longer. */
      readonly serve: string;
    }
  /** Foundry has no profile of the name in `FOUNDRY_PROFILE`, so `default` is taken. */
  | { readonly type: "unknown-profile"; readonly profile: string }
  | { readonly type: "reading-record" }
  /** An earlier run's job ended well, and the service has no record of it: a copy or a cache of it may be behind. */
  | {
      readonly type: "waiting-for-lost-record";
      readonly verificationId: string;
      /** Milliseconds that are waited at most. */
      readonly mostMs: number;
    }
  /** It has none after that, so that the same is submitted again. */
  | { readonly type: "record-lost"; readonly verificationId: string }
  /** The record is still weaker than what the job of this run found. */
  | { readonly type: "waiting-for-record" }
  | { readonly type: "checking" }
  /** The verdict is known; what other services answer to the forwarded verification is waited for, up to ten seconds. */
  | { readonly type: "waiting-for-forwarded" }
  /** The verdict is known; an explorer is asked to show the contract. */
  | { readonly type: "showing"; readonly explorer: string };

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
      /** The contracts of the run, in the order of the report; later events name them by their place here. */
      readonly contracts: readonly BatchContract[];
      /** Set if the records' chains chose the networks: the networks used, then those left out. */
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
  /** A dead host answers again, so that the contracts that it ended are tried once more. */
  | { readonly type: "tried-again"; readonly indexes: readonly number[] }
  | Extract<ProgressEvent, { type: "no-journal" | "related" | "local-services" | "unknown-profile" }>;
