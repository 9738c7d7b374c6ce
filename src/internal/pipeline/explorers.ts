import pLimit from "p-limit";
import { findClashingName } from "../bytecode/links.ts";
import { compareShown, getMatch } from "../cross-check/compare/shown-source.ts";
import { advice, again, configure, type NextStep } from "../errors/next-step.ts";
import type { ContractReport, ShownOn } from "../report/model.ts";
import { OUTCOMES } from "../report/outcome.ts";
import type { ExplorerService, Said } from "../services/explorers/explorer-service.ts";
import type { ShownSource } from "../services/explorers/shown-source.ts";
import { isRefusedConnection } from "../services/http/failures.ts";
import { limitedSignal, waitOrAbandon } from "../services/http/limited-signal.ts";
import { NotYet, retry, waitByTimer } from "../services/retry.ts";
import { ServiceError } from "../services/service-error.ts";
import {
  type EarlierSubmission,
  getNewestJob,
  hashSubmission,
  MATCHED,
  noteMeanwhile,
  type SubmissionKey,
} from "../submission/journal.ts";
import {
  findWithin,
  growingDelayMs,
  isTransientKind,
  MAX_ATTEMPTS,
  type Pacing,
  pollAtPace,
} from "../submission/pace.ts";
import { messageOf } from "../text/file-reason.ts";
import { withoutUndefined } from "../text/is-object.ts";
import { createProblem } from "./next-steps.ts";
import { type Ports, type Proven, Stopped } from "./ports.ts";
import { Ended } from "./run.ts";

export interface AskedExplorer {
  readonly key: string;
  readonly name: string;
  /**
   * Finds the host and reads the API key, once. @throws an error whose message explains why the explorer can't be used
   */
  readonly open: () => Promise<OpenExplorer>;
  /** Set if a daily limit or an invalid configuration disables the explorer. */
  closed?: Pick<ShownOn, "state" | "reason">;
}

export interface OpenExplorer {
  readonly service: ExplorerService;
  /** True if the host comes from a configuration, which may be wrong, rather than from the explorer's own list. */
  readonly isHostConfigured: boolean;
  readonly linksProxies: boolean;
  readonly pageOf: (address: string) => string | undefined;
}

type ShowPorts = Pick<
  Ports,
  "chainId" | "journal" | "polling" | "clock" | "signal" | "onProgress" | "verification" | "forwards"
>;

const BRIEF_WAITS_MS = [1000, 2000];

export async function showContract(
  explorers: readonly AskedExplorer[],
  proven: Proven,
  report: ContractReport,
  ports: ShowPorts,
): Promise<ContractReport> {
  // A forwarded job that is still running is followed, so nothing is submitted.
  const isForwarded = report.forwarded === undefined && ports.forwards === true;
  const [known = report] = isForwarded ? await readForwarded([report], ports, BRIEF_WAITS_MS) : [];
  const shown = await Promise.all(explorers.map((explorer) => showOn(explorer, proven, known, ports)));
  await ports.journal.written?.();
  return { ...known, explorers: shown };
}

export function applyRequirement(
  asked: Parameters<typeof createProblem>[0],
  report: ContractReport,
  used: readonly AskedExplorer[],
): ContractReport {
  const { outcome, relation, explorers = [] } = report;
  const isOfOthers = relation !== undefined && relation.whose === "others";
  if (OUTCOMES[outcome].isVerified !== true || isOfOthers) return report;
  const missing = explorers.filter(({ state }) => state !== "shown");
  if (missing.length === 0 && explorers.length > 0) return report;
  const facts =
    explorers.length === 0
      ? [["Reason", "no explorer was used, because no build's input is proven"] as const]
      : missing.map(({ name, reason }) => [name, reason] as const);
  const isRefused = explorers.length === 0 || missing.some(({ state }) => state === "refused");
  const ended = isRefused
    ? new Ended("rejected", { code: "VC418", facts, next: suggestCorrection(explorers, used) })
    : new Ended("unavailable", { code: "VC419", facts, next: again });
  return withoutUndefined({ ...report, outcome: ended.outcome, error: createProblem(asked, ended) });
}

function suggestCorrection(shown: readonly ShownOn[], used: readonly AskedExplorer[]): NextStep {
  const misconfigured = used.find(({ closed }) => closed?.state === "refused");
  if (misconfigured !== undefined)
    return configure(`check apiUrl and apiKey of verifyContract.explorers.${misconfigured.key}`);
  return shown.length === 0
    ? advice("specify the contract's build with --build-info")
    : advice("fix what the explorer reports, or leave explorer out of --require");
}

/** An explorer may lag behind the chain, or take a while to show a contract. */
const LAG_MS = 60_000;
/** After this time, a submission that may have arrived is sent again. */
const LOST_MS = 10 * 60_000;
/** After this time, a refused input is submitted again, because the explorer may have been fixed. */
const TRUST_REFUSAL_MS = 3_600_000;
/** The journal's result for a refused job. The explorer's message isn't stored, because it may repeat the API key. */
const REFUSED = "refused";
/** Multiplier for the first poll delay, because explorers take seconds to compile and allow few requests per second. */
const SLOWER = 40;
/** Maximum number of consecutive responses that don't describe the job. */
const MOST_UNCLEAR = 3;

async function showOn(
  explorer: AskedExplorer,
  proven: Proven,
  report: ContractReport,
  ports: ShowPorts,
): Promise<ShownOn> {
  const { key, name } = explorer;
  const said: ShownOn = { explorer: key, name, state: "waiting", facts: [] };
  if (explorer.closed !== undefined) return withoutUndefined({ ...said, ...explorer.closed });
  ports.onProgress({ type: "showing", explorer: name });
  const opened = await waitOrAbandon(explorer.open(), ports.signal).catch((error: unknown): End => {
    if (error instanceof Stopped || ports.signal.aborted) return endWithoutAnswer(error, ports);
    explorer.closed = { state: "refused", reason: messageOf(error) };
    return explorer.closed;
  });
  if ("state" in opened) return withoutUndefined({ ...said, ...opened });
  const showing = new Showing({ explorer, open: opened, proven, report, ports });
  const ended = await showing.run().catch((error: unknown) => endWithoutAnswer(error, ports));
  return withoutUndefined({
    ...said,
    verificationId: showing.id,
    addedLibraries:
      showing.isSubmitted && proven.addedLibraries.length > 0 ? proven.addedLibraries : undefined,
    url: ended.state === "shown" ? opened.pageOf(proven.address) : undefined,
    ...ended,
  });
}

type End = Pick<ShownOn, "state"> & Partial<ShownOn>;

/** A failure never ends the run, because the contract is verified regardless. */
function endWithoutAnswer(error: unknown, { signal }: ShowPorts): End {
  const stop = [error, signal.reason].find((reason) => reason instanceof Stopped);
  if (stop !== undefined || signal.aborted)
    return {
      state: "waiting",
      reason: stop?.by === "deadline" ? "the deadline passed" : "the run was stopped",
    };
  const reason = error instanceof ServiceError ? error.reason : "its response can't be compared";
  return { state: "waiting", reason };
}

interface Parts {
  readonly explorer: AskedExplorer;
  readonly open: OpenExplorer;
  readonly proven: Proven;
  readonly report: ContractReport;
  readonly ports: ShowPorts;
}

class Showing {
  id: string | undefined;
  isSubmitted = false;
  readonly #parts: Parts;
  readonly #pacing: Pacing;
  readonly #lagMs: number;
  readonly #key: SubmissionKey;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { open, proven, ports } = parts;
    const { polling, chainId } = ports;
    const { firstDelayMs, maxDelayMs } = polling;
    const slower = { firstDelayMs: Math.min(firstDelayMs * SLOWER, maxDelayMs), maxDelayMs: maxDelayMs * 2 };
    this.#pacing = { ...ports, polling: { ...polling, ...slower } };
    this.#lagMs = polling.lookForMs ?? LAG_MS;
    const { address, runtimeBytecode, addedLibraries: _, ...sent } = proven;
    const input = hashSubmission(sent, runtimeBytecode);
    this.#key = { service: open.service.url, chainId, address, input };
  }

  async run(): Promise<End> {
    const before = await this.#readFirst();
    if (before !== undefined) return before;
    const earlier = await this.#parts.ports.journal.lookUp(this.#key);
    return (
      (await this.#resume(earlier)) ?? (await this.#followForwarded()) ?? (await this.#submitAndFollow())
    );
  }

  /** If the first response isn't an explorer's, the host's URL is wrong. Later, it may come from a gateway. */
  async #readFirst(): Promise<End | undefined> {
    const { explorer, open } = this.#parts;
    try {
      return await this.#read("before");
    } catch (error) {
      if (!(open.isHostConfigured && error instanceof ServiceError && isWrongHost(error))) throw error;
      explorer.closed = {
        state: "refused",
        reason: `there is no explorer API at ${open.service.url}: ${error.reason}`,
      };
      return explorer.closed;
    }
  }

  /** Undefined if there are no sources yet, or only sources copied from a similar contract. */
  async #read(by: NonNullable<ShownOn["by"]>): Promise<End | undefined> {
    const { open, proven, ports } = this.#parts;
    const answer = await open.service.source(proven.address, { signal: ports.signal });
    if (answer.state === "shown")
      return answer.source.similarTo === undefined ? this.#compared(answer.source, by) : undefined;
    // A lagging explorer may not have indexed the contract yet. The submission waits until it has.
    const isMissing = answer.state === "not-verified" || answer.state === "not-indexed";
    return isMissing ? undefined : this.#endFromAnswer(answer);
  }

  /** Undefined if the input must be submitted again. */
  async #resume(earlier: EarlierSubmission | undefined): Promise<End | undefined> {
    const job = getNewestJob(earlier);
    const now = this.#parts.ports.clock.now();
    // The clock may have been wrong when the entry was written, so the entry's age can be negative.
    const ageMs = earlier === undefined ? Infinity : Math.abs(now.getTime() - earlier.at.getTime());
    if (earlier?.kind === "lost" && ageMs < LOST_MS) {
      const end = await this.#awaitShown("earlier-run");
      const reason = "an earlier run submitted it, but the response was lost";
      return end.state === "shown" ? end : { state: "waiting", reason };
    }
    if (job === undefined) return undefined;
    const trustMs = job.result === MATCHED ? LOST_MS : job.result === REFUSED ? TRUST_REFUSAL_MS : Infinity;
    if (ageMs > trustMs) return undefined;
    return this.#follow(job.verificationId, "earlier-run");
  }

  async #followForwarded(): Promise<End | undefined> {
    const { explorer, report } = this.#parts;
    const forwarded = report.forwarded?.find(({ to }) => to === explorer.key);
    if (forwarded?.state !== "accepted" || forwarded.verificationId === undefined) return undefined;
    const end = await this.#follow(forwarded.verificationId, "forwarded");
    // The forwarded input may differ from the proven one.
    return end?.state === "refused" ? undefined : end;
  }

  async #submitAndFollow(): Promise<End> {
    const { input, compilerVersion } = this.#parts.proven;
    const clashing = findClashingName({ ...input, compilerVersion });
    if (clashing !== undefined)
      return {
        state: "refused",
        reason: `explorers take the addresses of libraries from the settings, where solc ${compilerVersion} can't tell two libraries named ${clashing} apart`,
      };
    const answer = await this.#submit();
    if (answer.state === "accepted") {
      const end = await this.#follow(answer.id, "this-run");
      return end ?? { state: "waiting", reason: "the explorer no longer knows the submission" };
    }
    return answer.state === "already" ? this.#awaitShown("before") : this.#endFromAnswer(answer);
  }

  async #submit(): ReturnType<ExplorerService["submit"]> {
    const { open, proven, ports } = this.#parts;
    const { journal, clock, signal } = ports;
    await journal.note(this.#key, { event: "sending" });
    this.isSubmitted = true;
    const startedMs = clock.elapsedMs();
    const submitOnce = async (): ReturnType<ExplorerService["submit"]> => {
      const answer = await open.service.submit(proven, { signal });
      if (answer.state === "not-indexed" && clock.elapsedMs() - startedMs < this.#lagMs) throw new NotYet();
      return answer;
    };
    try {
      const answer = await retry(submitOnce, { attempts: MAX_ATTEMPTS, delayMs: this.#delayMs, signal });
      const isAccepted = answer.state === "accepted";
      noteMeanwhile(
        journal,
        this.#key,
        isAccepted ? { event: "accepted", verificationId: answer.id } : { event: "not-accepted" },
      );
      return answer;
    } catch (error) {
      if (error instanceof ServiceError && error.mayHaveArrived !== true)
        noteMeanwhile(journal, this.#key, { event: "not-accepted" });
      throw error;
    }
  }

  readonly #delayMs = (attempt: number, error: Error): number | undefined =>
    error instanceof NotYet ? growingDelayMs(this.#pacing.polling, attempt, Math.random()) : undefined;

  /** @returns undefined if the explorer doesn't know the job */
  async #follow(id: string, by: NonNullable<ShownOn["by"]>): Promise<End | undefined> {
    this.id = id;
    const answer = await this.#poll(id);
    if (answer.state === "unknown-job") {
      this.id = undefined;
      return undefined;
    }
    const isPassed = answer.state === "passed" || answer.state === "already";
    // The journal has no entry for a forwarded job.
    if (by !== "forwarded" && (isPassed || answer.state === "refused")) {
      const result = isPassed ? MATCHED : REFUSED;
      noteMeanwhile(this.#parts.ports.journal, this.#key, { event: "ended", verificationId: id, result });
    }
    return isPassed ? this.#awaitShown(by) : this.#endFromAnswer(answer);
  }

  #poll(id: string): Promise<Said> {
    const { open, ports } = this.#parts;
    const { signal } = ports;
    let unclear = 0;
    const ask = async (): Promise<Said> => {
      const answer = await open.service.status(id, { signal });
      const isUnclear = answer.state === "unreadable" || answer.state === "not-verified";
      unclear = isUnclear ? unclear + 1 : 0;
      const goesOn = answer.state === "pending" || answer.state === "not-indexed";
      if (goesOn || (isUnclear && unclear < MOST_UNCLEAR)) throw new NotYet();
      return answer;
    };
    // A gateway may block one request but not the next.
    return pollAtPace(ask, this.#pacing, (error) => isTransientKind(error) || error.kind === "unusable");
  }

  async #awaitShown(by: NonNullable<ShownOn["by"]>): Promise<End> {
    const end = await findWithin(this.#lagMs, () => this.#read(by), this.#pacing);
    return end ?? { state: "waiting", reason: "it reports the contract as verified, but doesn't show it" };
  }

  async #compared(shown: ShownSource, by: NonNullable<ShownOn["by"]>): Promise<End> {
    const facts = compareShown(this.#parts.proven, shown);
    const proxy = await this.#linked(shown);
    return withoutUndefined({ state: "shown" as const, match: getMatch(facts), by, facts, proxy });
  }

  /** A failure doesn't affect the result. */
  async #linked({ isProxy, implementation: linked }: ShownSource): Promise<ShownOn["proxy"]> {
    const { open, proven, report, ports } = this.#parts;
    const { service, linksProxies } = open;
    const { signal } = ports;
    const implementation = report.proxy?.implementation;
    if (implementation == null) return undefined;
    if (isProxy && linked === implementation.toLowerCase()) return "linked";
    if (!linksProxies) return undefined;
    try {
      const sent = await service.linkProxy(proven.address, implementation, { signal });
      if (sent.state !== "accepted") return sent.state === "passed" ? "linked" : "not-linked";
      const ended = async () => {
        const { state } = await service.linkStatus(sent.id, { signal });
        if (state === "pending") throw new NotYet();
        return state;
      };
      const state = await retry(ended, { attempts: 10, delayMs: this.#delayMs, signal });
      return state === "passed" ? "linked" : "not-linked";
    } catch (error) {
      if (!(error instanceof ServiceError || error instanceof NotYet) || signal.aborted) throw error;
      return "not-linked";
    }
  }

  /** A response that applies to every contract disables the explorer for this run. */
  #endFromAnswer({ state, said }: Said): End {
    const { explorer } = this.#parts;
    switch (state) {
      case "bad-configuration":
        explorer.closed = { state: "refused", reason: said };
        return explorer.closed;
      case "daily-limit":
        explorer.closed = { state: "waiting", reason: `${said}: run the command again tomorrow` };
        return explorer.closed;
      case "refused":
        return { state: "refused", reason: said };
      case "not-indexed":
        return { state: "waiting", reason: `it doesn't know the contract yet: ${said}` };
      case "pending":
      case "passed":
      case "already":
      case "not-verified":
      case "unknown-job":
      case "rate-limited":
      case "unreadable":
        return { state: "waiting", reason: `unexpected answer: ${said || state}` };
    }
  }
}

function isWrongHost(error: ServiceError): boolean {
  return error.isForeign === true || error.status === 404 || isRefusedConnection(error);
}

/** Milliseconds before each read. Most results arrive within the first three seconds. */
const WAITS_MS = [1000, 2000, 3000, 4000];
const MOST_FORWARDED_MS = 10_000;
/** One response each from Etherscan, Blockscout and Routescan. */
const MOST_ANSWERS = 3;
const JOBS_AT_ONCE = 4;

type Answers = NonNullable<ContractReport["forwarded"]>;

/**
 * No verdict depends on these results. Waits only if the service is known to forward verified contracts, or if the
 * first job shows that it does.
 */
export async function readForwarded(
  reports: readonly ContractReport[],
  ports: Pick<Ports, "verification" | "forwards" | "clock" | "signal" | "onProgress">,
  waitsMs = WAITS_MS,
): Promise<readonly ContractReport[]> {
  const { verification, forwards, clock, signal, onProgress } = ports;
  const known = new Map<string, Answers>();
  for (const { outcome, verificationId, forwarded = [] } of reports)
    if (outcome === "verified" && verificationId !== null) known.set(verificationId, forwarded);
  let open = [...known].flatMap(([id, answers]) => (answers.length < MOST_ANSWERS ? [id] : []));
  if (verification === undefined || forwards === false || open.length === 0) return reports;

  using limit = limitedSignal(signal, MOST_FORWARDED_MS);
  /** @returns True if another result may follow. */
  const read = async (id: string): Promise<boolean> => {
    const before = known.get(id)?.length ?? 0;
    const job = await verification.job(id, { signal: limit.signal, once: true }).catch(ignoreServiceError);
    if (job?.state === "matched" && job.forwarded !== undefined) known.set(id, job.forwarded);
    const { length } = known.get(id) ?? [];
    // The service forwards to all explorers at once, so the wait ends with the first read that returns nothing new.
    return length === 0 || (length > before && length < MOST_ANSWERS);
  };
  const isShown = () => [...known.values()].some(({ length }) => length > 0);
  if (forwards === undefined && !isShown()) await read(open[0] ?? "");
  if (forwards === true || isShown()) {
    onProgress({ type: "waiting-for-forwarded" });
    const inTurn = pLimit(JOBS_AT_ONCE);
    for (const waitMs of waitsMs) {
      if (open.length === 0 || limit.signal.aborted) break;
      await (clock.wait ?? waitByTimer)(waitMs, limit.signal).catch(() => {});
      const mayFollow = await Promise.all(open.map((id) => inTurn(() => read(id))));
      open = open.filter((_, index) => mayFollow[index]);
    }
  }
  return reports.map((report) => {
    const answers = known.get(report.verificationId ?? "") ?? [];
    return answers.length === 0 ? report : { ...report, forwarded: answers };
  });
}

/** Also ignores the error from a stopped run, because the verdicts are already final. */
function ignoreServiceError(error: unknown): undefined {
  if (!(error instanceof ServiceError)) throw error;
}
