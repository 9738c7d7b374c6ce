import type { Problem } from "../errors/problem.ts";
import type { ContractReport, Outcome } from "../reports/model.ts";
import { type ContractDraft, emptyContractReport } from "./empty-contract-report.ts";
import type { Ports } from "./ports.ts";
import type { CommandOption, VerifyRequest } from "./request.ts";

/** Ends the stages early: the outcome is known. */
export class Ended extends Error {
  readonly outcome: Outcome;
  /** Undefined where nothing is wrong. */
  readonly problem: Problem | undefined;

  constructor(outcome: Outcome, problem?: Problem) {
    super(problem?.message ?? outcome);
    this.outcome = outcome;
    this.problem = problem;
  }
}

/** A job that has to end before anything else can be known. */
export interface Waiting {
  readonly kind: "job" | "other-job";
  /** When it was sent, as far as that is known; else when it was first met. */
  readonly since: Date;
  readonly isOfEarlierRun: boolean;
}

/** Hardhat's own name of the network that needs no option. */
const DEFAULT_NETWORK = "default";

/** One contract on its way: what was asked, the ports, and what is known so far. */
export class Run {
  readonly request: VerifyRequest;
  readonly ports: Ports;
  /** Filled in as the stages go on, so that every outcome carries what is known by then. */
  readonly draft: ContractDraft;
  /** The job that is waited for. */
  waiting: Waiting | undefined;
  /** The stage that goes on. */
  current: string | undefined;
  readonly #startedMs: number;

  constructor(request: VerifyRequest, ports: Ports) {
    this.request = request;
    this.ports = ports;
    this.#startedMs = ports.clock.elapsedMs();
    this.draft = emptyContractReport(request);
  }

  /** Milliseconds since the run began. */
  elapsedMs(): number {
    return Math.round(this.ports.clock.elapsedMs() - this.#startedMs);
  }

  /** Runs a stage and notes how long it took, also when it ends everything. */
  async stage<T>(name: string, work: () => Promise<T>): Promise<T> {
    const before = this.elapsedMs();
    this.current = name;
    try {
      return await work();
    } finally {
      this.draft.timings[`${name}Ms`] = this.elapsedMs() - before;
    }
  }

  /** The command that does the same again on the same network, for the next step of a problem. */
  command(...options: readonly string[]): string {
    const { action, target } = this.request;
    const flags = new Set(options.map((option) => option.split(" ", 1)[0]));
    const again = this.request.options.filter(([flag]) => !flags.has(flag)).map(writtenOption);
    const task = action === "check" ? "npx hardhat verify-contract check" : "npx hardhat verify-contract";
    return [`${task} ${target.input}${this.networkOption()}`, ...again, ...options].join(" ");
  }

  /** Led by a blank; empty for the network that needs none. */
  networkOption(): string {
    return this.isOnDefaultNetwork() ? "" : ` --network ${this.ports.chain.networkName}`;
  }

  isOnDefaultNetwork(): boolean {
    return this.ports.chain.networkName === DEFAULT_NETWORK;
  }

  finish(outcome: Outcome, error?: Problem): ContractReport {
    this.draft.timings.totalMs = this.elapsedMs();
    return {
      ...this.draft,
      outcome,
      ...(error === undefined ? {} : { error: { ...error, facts: [...error.facts] } }),
    };
  }
}

/** As a shell takes it. */
function writtenOption([flag, value]: CommandOption): string {
  if (value === undefined) return flag;
  return `${flag} ${/^[\w./:,=@+-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`}`;
}
