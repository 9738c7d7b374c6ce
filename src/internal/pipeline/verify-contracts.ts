import { again } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { ContractReport } from "../report/model.ts";
import { getExitCode } from "../report/outcome.ts";
import { type Lead, proxyLeads, relateProxies, sortByProxies } from "../report/relate-proxies.ts";
import { resolveMinimalProxies } from "../report/resolve-minimal-proxies.ts";
import type { HostBreakers } from "../services/http/hosts.ts";
import { relateRequest } from "./find-related.ts";
import { createReport } from "./make-report.ts";
import { createProblem, getCommandLine } from "./next-steps.ts";
import type { Ports, Proven } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { ContractRun, Ended, hasSent } from "./run.ts";
import { verifyContract } from "./verify-contract.ts";

/** An implementation may be a proxy too, but a longer chain of proxies is a mistake. */
const MOST_PROXIES = 4;

export interface ContractsOptions {
  /** Runs work when its turn comes, to limit concurrency. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** @param index Position among the requests. Contracts found by following proxies come last. */
  readonly startTurn: (index: number, request: VerifyRequest) => Disposable & { readonly ports: Ports };
  /** True if no further contracts may be started. */
  readonly isStopped: () => boolean;
  readonly onStarted: (index: number, request: VerifyRequest) => void;
  readonly onEnded: (index: number, report: ContractReport) => void;
  /** Runs during the next contract's turn. `proven` is undefined if the contract must not be submitted. */
  readonly show?:
    | ((
        index: number,
        request: VerifyRequest,
        report: ContractReport,
        proven: Proven | undefined,
      ) => Promise<ContractReport>)
    | undefined;
  /** If the hosts that were down are back at the end, contracts that failed because of them are retried. @default none are */
  readonly breakers?: Pick<HostBreakers, "isAnyDead" | "areAllBack"> | undefined;
  /** True if the journal lets a second attempt find the first attempt's submission. */
  readonly canResume: boolean;
  readonly onBack: (indexes: readonly number[]) => void;
  /** Contracts that are already running still finish. */
  readonly bail: boolean;
  /** Shared by several runs. */
  readonly failures: Failures;
  readonly onWrongUse: (error: VerifyContractError) => void;
  /** Checksummed addresses of other shards' contracts. */
  readonly elsewhere: ReadonlySet<string>;
}

export interface Failures {
  any: boolean;
}

/** Returns one report per contract in request order, followed by the contracts to which proxies refer. */
export async function verifyContracts(
  requests: readonly VerifyRequest[],
  options: ContractsOptions,
): Promise<readonly ContractReport[]> {
  const { elsewhere, failures } = options;
  const lookedAt = new Set([
    ...elsewhere,
    ...requests.flatMap(({ target }) => (target.kind === "address" ? target.address : [])),
  ]);
  const judged = new Set(lookedAt);
  const reports: ContractReport[] = [];
  const cutOff = new Map<number, VerifyRequest>();
  let count = requests.length;
  let hasBegun = false;

  const lookAt = async (index: number, request: VerifyRequest): Promise<void> => {
    let next: readonly VerifyRequest[] = [];
    let shown: (() => Promise<void>) | undefined;
    const { show } = options;
    const end = (report: ContractReport): void => {
      failures.any ||= getExitCode(report.outcome) !== 0;
      reports[index] = report;
      options.onEnded(index, report);
    };
    await options.inTurn(async () => {
      using turn = options.startTurn(index, { ...request, lookedAt });
      const isOver = (options.bail && failures.any) || (hasBegun && options.isStopped());
      if (!isOver) options.onStarted(index, request);
      let proven: Proven | undefined;
      const ports =
        show === undefined ? turn.ports : { ...turn.ports, onProven: (it: Proven) => (proven = it) };
      const report = isOver
        ? createNotTried(request, ports)
        : await verifyOrReport({ ...request, lookedAt }, ports, options.onWrongUse);
      hasBegun = true;
      failures.any ||= getExitCode(report.outcome) !== 0;
      if (isCutOff(request, report, options)) cutOff.set(index, request);
      if (show === undefined || isOver) end(report);
      else shown = async () => end(await show(index, request, report, proven));
      if (!isOver) next = listNextContracts(request, report, lookedAt, judged);
    });
    const following = next.map((each) => lookAt(count++, each));
    await awaitAll(shown === undefined ? following : [shown(), ...following]);
  };

  await awaitAll(requests.map((request, index) => lookAt(index, request)));
  const again = [...cutOff].sort(([one], [other]) => one - other);
  const mayGoOn = again.length > 0 && !options.bail && !options.isStopped();
  if (mayGoOn && (await options.breakers?.areAllBack()) === true) {
    options.onBack(again.map(([index]) => index));
    await awaitAll(again.map(([index, request]) => lookAt(index, request)));
  }
  return sortReports(reports, requests.length, elsewhere);
}

/** @param named The number of named contracts, which stay first in their order. */
export function sortReports(
  reports: readonly ContractReport[],
  named: number,
  elsewhere: ReadonlySet<string>,
): readonly ContractReport[] {
  return relateProxies(resolveMinimalProxies(sortByProxies(reports, named), elsewhere));
}

async function awaitAll(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** True if a dead host caused the outcome and a second attempt is safe. */
function isCutOff(
  { force }: VerifyRequest,
  report: ContractReport,
  { breakers, canResume }: ContractsOptions,
): boolean {
  if (report.outcome !== "unavailable" || breakers?.isAnyDead !== true) return false;
  return !hasSent(report) || (canResume && !force);
}

/** Invalid usage becomes the contract's outcome, because other contracts may already be submitted. */
export async function verifyOrReport(
  request: VerifyRequest,
  ports: Ports,
  onWrongUse: (error: VerifyContractError) => void,
): Promise<ContractReport> {
  try {
    return await verifyContract(request, ports);
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    onWrongUse(error);
    const run = new ContractRun(request, ports);
    const { problem: why } = error.for({ words: ports.words, line: getCommandLine(run) });
    return createReport(run, "no-build", why);
  }
}

export function createNotTried(request: VerifyRequest, ports: Ports): ContractReport {
  const run = new ContractRun(request, ports);
  const ended = new Ended("not-tried", { code: "VC706", next: again });
  return createReport(run, ended.outcome, createProblem(run, ended));
}

/** Adds new addresses to both sets. A contract in `taken` is judged again if a clone's verdict depends on it. */
function listNextContracts(
  request: VerifyRequest,
  report: ContractReport,
  taken: Set<string>,
  judged: Set<string>,
): readonly VerifyRequest[] {
  const { target } = report;
  if (target.address !== null) taken.add(target.address);
  if ((request.related?.depth ?? 0) >= MOST_PROXIES) return [];
  // An account that delegates to a contract isn't a contract.
  const isLookedAt = request.lookAtProxy === true && report.proxy?.kind !== "EIP-7702";
  if (!request.followProxy && !isLookedAt) return [];
  return proxyLeads(report).flatMap((lead) => {
    const next = createLinkedRequest(lead, request, report);
    const isJudged = next.related?.isJudged === true;
    if ((isJudged ? judged : taken).has(lead.address)) return [];
    taken.add(lead.address);
    if (isJudged) judged.add(lead.address);
    return [next];
  });
}

function createLinkedRequest(
  { role, address }: Lead,
  request: VerifyRequest,
  { outcome, named = [] }: ContractReport,
): VerifyRequest {
  const isRun = role === "implementation";
  // A minimal proxy has no name in a build, so the name applies to its implementation.
  const isNamed = isRun && outcome === "minimal-proxy";
  const isJudged = (isNamed && isRequested(request)) || (isRun && named.some(({ by }) => by !== "guess"));
  const related = isJudged ? { isJudged, names: named.map(({ name }) => name) } : {};
  return relateRequest(request, address, related, isNamed);
}

/** A clone that the user asks about is judged by its implementation. */
function isRequested({ origins, related }: VerifyRequest): boolean {
  return related === undefined ? origins.length === 0 : related.isJudged === true;
}
