import { isDevelopmentChain } from "../domain/development-chain.ts";
import { explorerLinks, type PlaceKind } from "../domain/explorer.ts";
import { whyNotPublic } from "../domain/public-service.ts";
import type { HostWords } from "../errors/host-words.ts";
import {
  type CommandLine,
  type CommandOption,
  changed,
  networkOption,
  writeCommand,
} from "../errors/next-step.ts";
import { type Problem, VerifyContractError } from "../errors/problem.ts";
import type { ContractReport, Outcome, Relation } from "../report/model.ts";
import type { VerificationService } from "../services/verification/verification-service.ts";
import type { ForwardedWatch } from "../submission/forwarding.ts";
import { type ContractDraft, emptyContractReport } from "./empty-contract-report.ts";
import type { Ports } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { heardWitnesses, operatorOfWitness } from "./witness-operators.ts";

/** Thrown by a stage that knows the outcome. */
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

/** The stages in order; a report's timings are named after them. */
export type Stage =
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

/** A job that has to end before the run can continue. */
export interface Waiting {
  readonly kind: "job" | "other-job";
  /** When it was submitted, or, where that is not known, when the run first met it. */
  readonly since: Date;
  readonly isOfEarlierRun: boolean;
  /** The answer to a submission of this run was lost, so the unnamed job may be its own. */
  readonly mayBeOfThisRun?: boolean;
}

/** The run of one contract through the stages: the request, the ports, and what is known so far. */
export class Run {
  readonly request: VerifyRequest;
  readonly ports: Ports;
  /** The stages fill it in, so that every outcome reports what is known by then. */
  readonly draft: ContractDraft;
  /** The job that the stage `job` waits for. */
  waiting: Waiting | undefined;
  /** Of the last job that found a match. */
  forwardedWatch: ForwardedWatch | undefined;
  /** What is at the address, where it is no contract. */
  entity: PlaceKind | undefined;
  /** The stage that runs, or that ended the run. */
  current: Stage | undefined;
  /** By address, in lower case: read once, and at the block of the contract's code. */
  readonly libraryCodes = new Map<string, Promise<string | undefined>>();
  /** By what it finds out; a later one of the same name replaces an earlier one. */
  readonly #postponed = new Map<string, () => void>();
  readonly #startedMs: number;
  #startedAt: Date | undefined;

  constructor(request: VerifyRequest, ports: Ports) {
    this.request = request;
    this.ports = ports;
    this.#startedMs = ports.clock.elapsedMs();
    this.draft = {
      ...emptyContractReport(request),
      network: { name: ports.chain.networkName, chainId: ports.chainId },
    };
  }

  /** Milliseconds since the run began. */
  elapsedMs(): number {
    return Math.round(this.ports.clock.elapsedMs() - this.#startedMs);
  }

  /** The same where the machine may have slept meanwhile, which a monotonic clock need not count. */
  elapsedAtMostMs(): number {
    const now = this.ports.clock.now().getTime();
    return Math.max(this.elapsedMs(), now - (this.#startedAt?.getTime() ?? now));
  }

  /** Runs a stage and notes how long it took, also when it ends the run. */
  async stage<T>(name: Stage, work: () => Promise<T>): Promise<T> {
    const before = this.elapsedMs();
    this.current = name;
    this.#startedAt ??= this.ports.clock.now();
    try {
      return await work();
    } finally {
      this.draft.timings[`${name}Ms`] = this.elapsedMs() - before;
    }
  }

  /**
   * Postpones work that nothing but the report needs, such as the layout of the code: it is done while a service works,
   * and at the latest when the run ends.
   *
   * @param name What it finds out; replaces what was postponed under this name.
   */
  postpone(name: string, work: () => void): void {
    this.#postponed.set(name, work);
  }

  doPostponed(): void {
    const works = [...this.#postponed.values()];
    this.#postponed.clear();
    for (const work of works) work();
  }

  /** The command line that repeats this run for this contract alone, on the same network. */
  commandLine(): CommandLine {
    return lineOf(this.request, this.ports.chain.networkName, this.ports.words);
  }

  /**
   * The command that repeats the run with more options, for the next step of a problem: the whole run over deployments
   * where its command has these options, else this contract alone.
   */
  command(...options: readonly (string | CommandOption)[]): string {
    const set = options.map(optionOf);
    const { batch } = this.request;
    const line =
      batch !== undefined && set.every(([flag]) => OF_BATCH.has(flag)) ? batch : this.commandLine();
    const without = set.some(([flag]) => flag === FOLLOW) ? ["--no-follow-proxy"] : [];
    return writeCommand(this.ports.words, changed(line, set, without));
  }

  /** The command for a contract on the same network, without the options of this one. */
  plainCommand(action: "verify" | "check", target: string): string {
    const line = { ...this.commandLine(), subcommand: subcommandOf(action), targets: [target], options: [] };
    return writeCommand(this.ports.words, line);
  }

  /** The command that accepts what was found, for a contract of the lock file. */
  acceptCommand(name: string): string {
    const { globals } = this.commandLine();
    const line = { subcommand: "lock", targets: [], options: [["--update", name] as const], globals };
    return writeCommand(this.ports.words, line);
  }

  /** Where a submission goes. @throws VC109 where none is configured; a dry run has to do without. */
  verification(): VerificationService {
    const { verification, chainId } = this.ports;
    if (verification === undefined)
      throw new VerifyContractError("VC109", {
        values: { chainId, kind: whyNotPublic(chainId) ?? "which has no default" },
      });
    return verification;
  }

  isOnDefaultNetwork(): boolean {
    return this.ports.chain.networkName === this.ports.words.defaultNetwork;
  }

  /** Whether the chain is the host's own inside this process, which no option named. It lags behind nothing. */
  isInProcessByDefault(): boolean {
    const { operators, chainId } = this.ports;
    return this.isOnDefaultNetwork() && operators?.urls.node === undefined && isDevelopmentChain(chainId);
  }

  /** Pages about what is on chain, whatever came of it. */
  #explorerLinks(outcome: Outcome): ReturnType<typeof explorerLinks> {
    const { explorer, chainId } = this.ports;
    const { address, contractId, creationTransactionHash: transactionHash } = this.draft.target;
    if (explorer === undefined || address === null) return [];
    const kind = this.entity ?? (outcome === "not-deployed" ? "nothing" : "contract");
    return explorerLinks(explorer, chainId, { address, contractId, transactionHash, kind });
  }

  /** Makes the report from all findings so far. */
  finish({ outcome, problem: error }: Pick<Ended, "outcome" | "problem">): ContractReport {
    this.doPostponed();
    const { draft, request } = this;
    draft.timings.totalMs = this.elapsedMs();
    const witnesses = heardWitnesses(draft.checks, operatorOfWitness(this.ports));
    return {
      ...draft,
      ...(request.lookedAtAs === undefined || outcome === "not-tried" ? {} : { relation: this.#relation() }),
      links: [...draft.links, ...this.#explorerLinks(outcome)],
      outcome,
      ...(witnesses.length === 0 ? {} : { witnesses }),
      ...(error === undefined ? {} : { error }),
    };
  }

  /** Whether a build here made a contract that a proxy led to. */
  #relation(): Relation {
    const { contract, relation } = this.draft;
    return relation ?? { whose: contract === null ? "others" : "ours", roles: [] };
  }
}

const FOLLOW = "--follow-proxy";
/** Options that the command over deployments has too. */
const OF_BATCH: ReadonlySet<string> = new Set(["--sources", FOLLOW, "--timeout"]);

function optionOf(option: string | CommandOption): CommandOption {
  if (typeof option !== "string") return option;
  const [flag = "", ...value] = option.split(" ");
  return value.length === 0 ? [flag] : [flag, value.join(" ")];
}

/** What the user ran for one contract. */
function lineOf(
  {
    action,
    target,
    options,
    globals = [],
    networkArgument,
  }: Pick<VerifyRequest, "action" | "target" | "options" | "globals" | "networkArgument">,
  networkName: string,
  words: HostWords,
): CommandLine {
  return {
    subcommand: subcommandOf(action),
    targets: [target.input],
    options,
    globals: [...networkOption(networkArgument ?? networkName, words), ...globals],
  };
}

function subcommandOf(action: VerifyRequest["action"]): string | undefined {
  return action === "check" ? "check" : undefined;
}
