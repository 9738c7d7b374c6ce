import { parseTarget } from "../domain/target.ts";
import { again } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { ContractReport } from "../report/model.ts";
import { exitCodeOf } from "../report/outcome.ts";
import { inOrderOfProxies, type Lead, proxyLeads, relateProxies } from "../report/relate-proxies.ts";
import { resolveMinimalProxies } from "../report/resolve-minimal-proxies.ts";
import { reportOf } from "./make-report.ts";
import { commandLine, problemOf } from "./next-steps.ts";
import type { Ports, Proven } from "./ports.ts";
import type { VerifyRequest } from "./request.ts";
import { ContractRun, Ended } from "./run.ts";
import { verifyContract } from "./verify-contract.ts";

/** An implementation may be a proxy itself; a longer chain of proxies is a mistake. */
const MOST_PROXIES = 4;

/** The turn of one contract, with its own deadline where it has one. */
interface Turn extends Disposable {
  readonly ports: Ports;
}

/** Hosts that stopped answering: after that, requests to them fail at once. */
export interface Outages {
  readonly isAnyDead: () => boolean;
  readonly areAllBack: () => Promise<boolean>;
  /** True if the journal lets a second attempt find the submission of the first one. */
  readonly canResume: boolean;
  readonly onBack?: (indexes: readonly number[]) => void;
}

export interface ContractsOptions {
  /** Runs work when its turn comes; limits how many contracts are in work at once. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** @param index Place of the contract among the requests, and after them those of proxies that are followed. */
  readonly startTurn: (index: number, request: VerifyRequest) => Turn;
  /** True if the user or the deadline stopped the run, so that no further contract starts. */
  readonly isStopped: () => boolean;
  readonly onStarted: (index: number, request: VerifyRequest) => void;
  readonly onEnded: (index: number, report: ContractReport) => void;
  /**
   * Has explorers show a contract, after its turn: another contract has its turn meanwhile.
   *
   * @param proven Undefined for what they may not have.
   * @default no explorer is asked
   */
  readonly show?:
    | ((
        index: number,
        request: VerifyRequest,
        report: ContractReport,
        proven: Proven | undefined,
      ) => Promise<ContractReport>)
    | undefined;
  /** Hosts that stopped answering. @default none */
  readonly outages?: Outages;
  /** Start no further contract after the first that is not good enough; running ones still finish. */
  readonly bail: boolean;
  /** Notes on contracts that are not good enough, from earlier runs and this one. */
  readonly failures: Failures;
  /** Called for each contract that wrong use ends: an outcome like others, because what the others sent is sent. */
  readonly onWrongUse: (error: VerifyContractError) => void;
  /** Checksummed addresses of other shards' contracts. */
  readonly elsewhere: ReadonlySet<string>;
}

/** True if any contract of a run is not good enough, for all that share it. */
export interface Failures {
  any: boolean;
}

/** A contract in the queue; what proxies lead to is added at its end. */
interface Queued {
  readonly request: VerifyRequest;
  readonly depth: number;
}

/**
 * Verifies or checks contracts, and looks at or follows what proxies among them lead to.
 *
 * @returns One report for each contract, in the order of the requests; then those of what proxies lead to.
 */
export async function verifyContracts(
  requests: readonly VerifyRequest[],
  options: ContractsOptions,
): Promise<readonly ContractReport[]> {
  const queue: Queued[] = requests.map((request) => ({ request, depth: 0 }));
  const { elsewhere, failures } = options;
  const lookedAt = new Set([
    ...elsewhere,
    ...requests.flatMap(({ target }) => (target.kind === "address" ? target.address : [])),
  ]);
  const judged = new Set(lookedAt);
  const reports: ContractReport[] = [];
  const cutOff = new Set<number>();
  let hasBegun = false;

  const lookAt = async (index: number, { request, depth }: Queued): Promise<void> => {
    let next: readonly VerifyRequest[] = [];
    let shown: (() => Promise<void>) | undefined;
    const { show } = options;
    const end = (report: ContractReport): void => {
      failures.any ||= exitCodeOf(report.outcome) !== 0;
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
        ? notTried(request, ports)
        : await look({ ...request, lookedAt }, ports, options.onWrongUse);
      hasBegun = true;
      failures.any ||= exitCodeOf(report.outcome) !== 0;
      if (isCutOff(request, report, options.outages)) cutOff.add(index);
      if (show === undefined || isOver) end(report);
      else shown = async () => end(await show(index, request, report, proven));
      if (depth < MOST_PROXIES && !isOver) next = nextContracts(request, report, lookedAt, judged);
    });
    const following = next.map((each) => {
      const queued = { request: each, depth: depth + 1 };
      return lookAt(queue.push(queued) - 1, queued);
    });
    await all(shown === undefined ? following : [shown(), ...following]);
  };

  await all(queue.map((queued, index) => lookAt(index, queued)));
  const again = queue.flatMap((queued, index) => (cutOff.has(index) ? [{ queued, index }] : []));
  const mayGoOn = again.length > 0 && !options.bail && !options.isStopped();
  if (mayGoOn && (await options.outages?.areAllBack()) === true) {
    options.outages?.onBack?.(again.map(({ index }) => index));
    await all(again.map(({ queued, index }) => lookAt(index, queued)));
  }
  return inOrder(reports, requests.length, elsewhere);
}

/**
 * The reports of a run in their order, each with what the others show of it.
 *
 * @param named How many were named: they stay first, in their order.
 * @param elsewhere Checksummed addresses of other shards' contracts.
 */
export function inOrder(
  reports: readonly ContractReport[],
  named: number,
  elsewhere: ReadonlySet<string>,
): readonly ContractReport[] {
  return relateProxies(resolveMinimalProxies(inOrderOfProxies(reports, named), elsewhere));
}

async function all(works: readonly Promise<void>[]): Promise<void> {
  const ends = await Promise.allSettled(works);
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** True if a dead host caused the outcome, and verifying the contract once more does no harm. */
function isCutOff(
  { force }: VerifyRequest,
  { outcome, submitted }: ContractReport,
  outages: Outages | undefined,
): boolean {
  if (outcome !== "unavailable" || outages?.isAnyDead() !== true) return false;
  return !submitted.some(({ sent }) => sent) || (outages.canResume && !force);
}

/**
 * Verifies or checks one contract; wrong use is its outcome.
 *
 * @param onWrongUse Called with it.
 */
export async function look(
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
    const { problem: why } = error.for({ words: ports.words, line: commandLine(run) });
    return reportOf(run, "no-build", why);
  }
}

export function notTried(request: VerifyRequest, ports: Ports): ContractReport {
  const run = new ContractRun(request, ports);
  const ended = new Ended("not-tried", { code: "VC706", next: again });
  return reportOf(run, ended.outcome, problemOf(run, ended));
}

/**
 * The requests for what a proxy leads to and the run does not have yet.
 *
 * @param taken Checksummed addresses of the run; what is returned is added, so that nothing is looked at twice.
 * @param judged Those of them that are judged in any case: what was only looked at is judged where a clone needs it.
 */
function nextContracts(
  request: VerifyRequest,
  report: ContractReport,
  taken: Set<string>,
  judged: Set<string>,
): readonly VerifyRequest[] {
  const { target } = report;
  if (target.address !== null) taken.add(target.address);
  // An account that runs a contract's code isn't a contract.
  const isLookedAt = request.lookAtProxy === true && report.proxy?.kind !== "EIP-7702";
  if (!request.followProxy && !isLookedAt) return [];
  return proxyLeads(report).flatMap((lead) => {
    const next = requestFor(lead, request, report);
    const isJudged = next.lookedAtAs?.isJudged === true;
    if ((isJudged ? judged : taken).has(lead.address)) return [];
    taken.add(lead.address);
    if (isJudged) judged.add(lead.address);
    return [next];
  });
}

function requestFor(
  { role, address }: Lead,
  request: VerifyRequest,
  { outcome, named = [] }: ContractReport,
): VerifyRequest {
  const isRun = role === "implementation";
  // A minimal proxy has no name in a build, so the given name is its implementation's.
  const isNamed = isRun && outcome === "minimal-proxy";
  const isJudged = (isNamed && isAsked(request)) || (isRun && named.some(({ by }) => by !== "guess"));
  return {
    ...request,
    target: parseTarget(address),
    known: undefined,
    origins: [],
    recorded: [],
    options: request.options.filter(
      ([flag]) => flag !== "--creation-tx-hash" && (isNamed || flag !== "--contract"),
    ),
    contract: isNamed ? request.contract : undefined,
    creationTransactionHash: undefined,
    lookedAtAs: isJudged ? { isJudged, names: named.map(({ name }) => name) } : {},
  };
}

/** A clone that the user asks about is as good as what it runs. */
function isAsked({ origins, lookedAtAs }: VerifyRequest): boolean {
  return lookedAtAs === undefined ? origins.length === 0 : lookedAtAs.isJudged === true;
}
