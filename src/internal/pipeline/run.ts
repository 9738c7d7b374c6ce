import type { PlaceKind } from "../domain/explorer.ts";
import { Memo } from "../domain/memo.ts";
import type { ErrorCode, ProblemDetails } from "../errors/problem.ts";
import type { ContractCode, ContractReport, Outcome } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";

/** The stages in order. The report's timings use these names. */
type Stage =
  | "builds"
  | "target"
  | "stored"
  | "deployment"
  | "proxy"
  | "build"
  | "submission"
  | "job"
  | "record"
  | "crossCheck";

export class ContractRun {
  readonly request: VerifyRequest;
  readonly ports: Ports;
  /** Library code keyed by lower-case address, read at the same block as the contract's code. */
  readonly libraryCodes = new Memo<string | undefined>();
  current: Stage | undefined;
  readonly #startedMs: number;
  #startedAt: Date | undefined;
  #timings: Omit<ContractReport["timings"], "totalMs"> = {};
  #findings: Findings;

  constructor(request: VerifyRequest, ports: Ports) {
    this.request = request;
    this.ports = ports;
    this.#startedMs = ports.clock.elapsedMs();
    const network = { name: ports.chain.networkName, chainId: ports.chainId };
    this.#findings = { ...createFindings(request), network };
  }

  get findings(): Findings {
    return this.#findings;
  }

  note(found: Found | undefined): void {
    if (found !== undefined) this.#findings = addFound(this.#findings, found);
  }

  /** Runs a stage and records its duration, even if the stage ends the run. */
  async stage<T>(name: Stage, work: () => Promise<T>): Promise<T> {
    const before = this.elapsedMs();
    this.current = name;
    this.#startedAt ??= this.ports.clock.now();
    try {
      return await work();
    } finally {
      this.#timings = { ...this.#timings, [`${name}Ms`]: this.elapsedMs() - before };
    }
  }

  timings(): ContractReport["timings"] {
    return { ...this.#timings, totalMs: this.elapsedMs() };
  }

  elapsedMs(): number {
    return Math.round(this.ports.clock.elapsedMs() - this.#startedMs);
  }

  /** An upper bound on the elapsed time, including system sleep, which a monotonic clock may exclude. */
  elapsedAtMostMs(): number {
    const now = this.ports.clock.now().getTime();
    return Math.max(this.elapsedMs(), now - (this.#startedAt?.getTime() ?? now));
  }
}

/** The context for every stage except `job`: stages return their findings instead of noting them. */
export type Run = Omit<ContractRun, "note" | "stage">;

export interface Waiting {
  readonly kind: "job" | "other-job";
  /** When the job was submitted, or first seen by this run. */
  readonly since: Date;
  readonly isOfEarlierRun: boolean;
  /** True if the response to this run's submission was lost, so the job may be from this run. */
  readonly mayBeOfThisRun?: boolean;
}

/** A killed service leaves its jobs pending. Few compilations take longer than the second limit. */
const LOST_AFTER_MS = 10 * 60_000;
const LEFT_AFTER_MS = 2 * 60_000;

export function mayBeLost(job: Pick<Waiting, "since" | "isOfEarlierRun">, now: Date): boolean {
  const ageMs = now.getTime() - job.since.getTime();
  return ageMs > (job.isOfEarlierRun ? LEFT_AFTER_MS : LOST_AFTER_MS);
}

/** The report is built from these findings, whatever the outcome. */
export interface Findings extends Omit<ContractReport, "outcome" | "error" | "code"> {
  /** Computes the code layout, either while a service is working or at the end of the run. */
  readonly code?: () => ContractCode | undefined;
  /** The entity at the address, if it isn't a contract. */
  readonly entity?: PlaceKind;
  readonly waiting: Waiting | null;
}

/** An undefined value means that the fact is still unknown. */
export type Found = {
  readonly [Key in keyof Omit<Findings, "target">]?: Findings[Key] | undefined;
} & { readonly target?: { readonly [Key in keyof Target]?: Target[Key] | undefined } };

type Target = Findings["target"];

export function createFindings(
  request: Pick<VerifyRequest, "target" | "origins"> & Partial<VerifyRequest>,
): Findings {
  const { target, creationTransactionHash, origins } = request;
  return {
    target: {
      input: target.input,
      address: target.kind === "address" ? target.address : null,
      contractId: target.kind === "contract-id" ? target.contractId : null,
      creationTransactionHash: creationTransactionHash ?? null,
      blockNumber: null,
    },
    deployments: origins,
    contract: null,
    match: null,
    previousMatch: null,
    expectedMatch: null,
    verificationId: null,
    submitted: [],
    constructorArguments: null,
    libraries: {},
    immutables: {},
    proxy: null,
    checks: [],
    differences: [],
    explanations: [],
    candidates: [],
    links: [],
    timings: { totalMs: 0 },
    waiting: null,
  };
}

export function addFound(findings: Findings, { target = {}, ...found }: Found): Findings {
  return {
    ...findings,
    ...withoutUndefined(found),
    target: { ...findings.target, ...withoutUndefined(target) },
  };
}

export function hasSent({ submitted }: Pick<Findings, "submitted">): boolean {
  return submitted.some(({ sent }) => sent);
}

/** Runs the work only once, even if it fails. */
export function once<T>(work: () => T): () => T | undefined {
  let isDone = false;
  let value: T | undefined;
  return () => {
    if (!isDone) {
      isDone = true;
      value = work();
    }
    return value;
  };
}

export interface End extends ProblemDetails {
  readonly code?: ErrorCode;
  readonly found?: Found;
}

/** Returned or thrown by a stage that determines the outcome. */
export class Ended extends Error {
  readonly outcome: Outcome;
  readonly end: End;

  /** @param cause The service's response or failure, which may come from a different service than the user intended. */
  constructor(outcome: Outcome, end: End = {}, cause?: unknown) {
    super(outcome, { cause });
    this.outcome = outcome;
    this.end = end;
  }
}
