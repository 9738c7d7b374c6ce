import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { attemptsLeft } from "../chain/retry-until-present.ts";
import type { DeployedTarget } from "../deployments/plan-targets.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import { comparisonWith } from "../pipeline/check-locked.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { emptyContractReport } from "../pipeline/empty-contract-report.ts";
import { withForwarded } from "../pipeline/read-forwarded.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { type Failures, verifyContracts } from "../pipeline/verify-contracts.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { batchLine } from "./batch-line.ts";
import { withoutNetwork } from "./command-line.ts";
import type { ContractPlace, EvidenceOfRun, MakePorts } from "./evidence-of-run.ts";
import type { Host } from "./host.ts";
import type { Lane, Lost, Open, PlannedLane } from "./lane.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { lockedOf } from "./locked-lane.ts";
import { type Caller, CLOCK } from "./open-chain.ts";
import { outagesOf, portsOf, type SharedPorts, servicesOf, sharedPorts } from "./ports-of.ts";
import { displayedOrigins, withBuilds } from "./recorded-targets.ts";
import type { ValidBatch } from "./validate-batch-request.ts";
import { withConfig } from "./validate-request.ts";

/** What came of the contracts of all chains. */
interface Walked {
  /** Those of a chain together, in the order of the chains. */
  readonly contracts: readonly ContractReport[];
  /** Of each chain. */
  readonly services: readonly Report["services"][];
}

/** What all chains of a run have in common. */
interface Walk {
  readonly caller: Caller;
  readonly onProgress: (event: BatchEvent) => void;
  readonly valid: ValidBatch;
  readonly host: Host;
  readonly project: ProjectPaths;
  readonly shared: SharedPorts;
  readonly failures: Failures;
  readonly evidence: EvidenceOfRun;
  /** Whether the run is over several chains. */
  readonly isOfSeveral: boolean;
  /** When the chains were first asked, on the clock of the ports. */
  readonly startedMs: number;
  readonly wrongUses: VerifyContractError[];
  /** The place of a contract among all; that of an implementation that is followed comes after the planned ones. */
  readonly placeOf: (lane: PlannedLane, index: number) => number;
}

/**
 * Verifies or checks the contracts of all chains; the chains at the same time.
 *
 * @throws VerifyContractError for wrong use that holds for every contract.
 */
export async function walkLanes(
  lanes: readonly PlannedLane[],
  request: Caller & { readonly onProgress?: ((event: BatchEvent) => void) | undefined },
  valid: ValidBatch,
  host: Host,
  project: ProjectPaths,
  evidence: EvidenceOfRun,
): Promise<Walked> {
  const { onProgress = () => {} } = request;
  const walk: Walk = {
    caller: request,
    onProgress,
    valid,
    host,
    project,
    shared: sharedPorts(host, valid.fresh, (reason) => onProgress({ type: "no-journal", reason })),
    failures: { any: false },
    evidence,
    isOfSeveral: lanes.length > 1,
    startedMs: CLOCK.elapsedMs(),
    wrongUses: [],
    placeOf: placesOf(lanes),
  };
  const contracts = (await Promise.all(lanes.map((lane, number) => walkLane(lane, number, walk)))).flat();
  const [first] = walk.wrongUses;
  if (first !== undefined && walk.wrongUses.length === contracts.length) throw first;
  const services = lanes.map((lane) => servicesOfLane(lane, walk.shared));
  return { contracts, services };
}

/** A contract in the list that a screen shows. */
export function shownTarget({ target, origins: [first], lockedName, locked }: Shown, network?: string) {
  return {
    name: first?.name ?? lockedName ?? locked?.entry?.name ?? target.input,
    address: target.kind === "address" ? target.address : target.contractId,
    ...(network === undefined ? {} : { network }),
  };
}

type Shown = Pick<VerifyRequest, "target" | "locked"> &
  Pick<DeployedTarget, "lockedName"> & { readonly origins: readonly { readonly name: string }[] };

async function walkLane(lane: PlannedLane, number: number, walk: Walk): Promise<readonly ContractReport[]> {
  const { node } = lane;
  const { caller, onProgress, valid, failures, evidence } = walk;
  const elsewhere = elsewhereOf(lane);
  evidence.lane(number, { named: lane.targets.length, elsewhere });
  if (node.kind === "unknown")
    return lane.targets.map((target, index) => {
      const report = lostReport(target, lane, index, node, walk);
      evidence.given({ lane: number, index }, report);
      return report;
    });
  const { config } = node;
  const at = (index: number): number => walk.placeOf(lane, index);
  const named = walk.isOfSeveral ? lane.networkName : undefined;
  const reports = await verifyContracts(requestsOf(lane, node, walk), {
    inTurn: (work) =>
      limitConcurrency(
        config.concurrency,
        { chainId: lane.chainId, serviceUrl: config.verification?.url },
        work,
      ),
    startTurn: (index, request) => startTurn(lane, node, { lane: number, index }, at(index), request, walk),
    isStopped: () => caller.signal?.aborted === true,
    outages: {
      ...outagesOf(node, valid.fresh),
      onBack: (indexes) => onProgress({ type: "tried-again", indexes: indexes.map(at) }),
    },
    onStarted: (index, request) =>
      onProgress({ type: "started", index: at(index), contract: shownTarget(request, named) }),
    onEnded: (index, report) => {
      evidence.ended({ lane: number, index }, report);
      onProgress({ type: "ended", index: at(index), report });
    },
    onWrongUse: (error) => walk.wrongUses.push(error),
    bail: valid.bail,
    failures,
    elsewhere,
  });
  if (valid.common.forwarded !== "at-end") return reports;
  const signal = caller.signal ?? new AbortController().signal;
  const whole = await withForwarded(
    reports,
    portsOf(node, walk.shared, signal, () => {}),
  );
  evidence.forwarded(number, whole);
  return whole;
}

function startTurn(
  lane: PlannedLane,
  node: Open,
  place: ContractPlace,
  index: number,
  request: VerifyRequest,
  walk: Walk,
) {
  const { caller, onProgress, valid, shared, project, evidence } = walk;
  // From when its turn comes: so the time for all grows with their number.
  const deadline = startDeadline(valid.common.timeoutMs ?? node.config.timeoutMs, caller.signal);
  // Where records are what is looked at, they are no candidates beside.
  const isNamed = request.origins.length === 0;
  const make: MakePorts = (through) => ({
    ...portsOf(node, shared, deadline.signal, (event) => onProgress({ type: "progress", index, event }), {
      onSlowDown: ({ host, waitMs }) => onProgress({ type: "slowed-down", host, waitMs }),
      through,
    }),
    leftMs: deadline.leftMs,
    codeAttempts: codeAttemptsOf(lane.targets[place.index], node, walk),
    ...(isNamed
      ? { recordedTransactions: (address: string) => recordedTransactions(address, lane.chainId, project) }
      : {}),
  });
  return {
    ports: evidence.turn(place, request, make),
    [Symbol.dispose]: () => deadline[Symbol.dispose](),
  };
}

/**
 * The patience for a node that lags is one for all contracts: whatever they are, they were deployed before the run began,
 * and a contract whose turn comes later has waited with the others.
 */
function codeAttemptsOf(
  target: DeployedTarget | undefined,
  { config: { appearAttempts } }: Open,
  { startedMs }: Walk,
): number {
  return target?.isLongAgo === true ? 1 : attemptsLeft(appearAttempts, CLOCK.elapsedMs() - startedMs);
}

function requestsOf(
  lane: PlannedLane,
  { config }: Open,
  { valid, host, isOfSeveral }: Walk,
): readonly VerifyRequest[] {
  const isOfAll = isOfSeveral || valid.allNetworks || lane.networkArgument !== undefined;
  const batch = batchLine(valid, isOfAll ? undefined : lane.networkName, host);
  return lane.targets.map((target) => ({
    ...requestOf(target, valid.common, config),
    locked: lockedOf(target, lane, valid),
    networkArgument: lane.networkArgument,
    globals: withoutNetwork(host),
    batch,
  }));
}

function requestOf(
  target: DeployedTarget,
  common: ValidBatch["common"],
  config: Open["config"],
): VerifyRequest {
  return withConfig(
    {
      ...common,
      ...withBuilds(target, common),
      target: target.target,
      origins: displayedOrigins(target, common.projectRoot),
      recorded: target.recorded,
      contract: target.contract,
    },
    config,
  );
}

/** Addresses of other shards. */
function elsewhereOf({ all, targets }: PlannedLane): ReadonlySet<string> {
  const elsewhere = addressesOf(all);
  for (const address of addressesOf(targets)) elsewhere.delete(address);
  return elsewhere;
}

function addressesOf(targets: readonly DeployedTarget[]): Set<string> {
  return new Set(targets.flatMap(({ target }) => (target.kind === "address" ? target.address : [])));
}

/** Nothing can be asked of its chain. */
function lostReport(
  target: DeployedTarget,
  lane: PlannedLane,
  index: number,
  { outcome, problem, wrongUse }: Lost,
  { valid, onProgress, failures, placeOf, wrongUses }: Walk,
): ContractReport {
  const origins = displayedOrigins(target, valid.common.projectRoot);
  const draft = emptyContractReport({ target: target.target, creationTransactionHash: undefined, origins });
  const network = { name: lane.networkName, chainId: lane.chainId };
  const entry = lockedOf(target, lane, valid)?.entry;
  const lock = entry === undefined ? {} : { lock: comparisonWith(entry) };
  const report: ContractReport = { ...draft, network, outcome, ...lock, error: problem };
  failures.any = true;
  if (wrongUse !== undefined) wrongUses.push(wrongUse);
  const place = placeOf(lane, index);
  onProgress({ type: "started", index: place, contract: shownTarget(target, lane.networkName) });
  onProgress({ type: "ended", index: place, report });
  return report;
}

function placesOf(lanes: readonly PlannedLane[]): Walk["placeOf"] {
  const offsets = new Map<Lane, number>();
  let planned = 0;
  for (const lane of lanes) {
    offsets.set(lane, planned);
    planned += lane.targets.length;
  }
  const further = new Map<Lane, Map<number, number>>();
  return (lane, index) => {
    if (index < lane.targets.length) return (offsets.get(lane) ?? 0) + index;
    const ofLane = further.get(lane) ?? new Map<number, number>();
    further.set(lane, ofLane);
    const place = ofLane.get(index) ?? planned++;
    ofLane.set(index, place);
    return place;
  };
}

function servicesOfLane({ node }: Lane, shared: SharedPorts): Report["services"] {
  return node.kind === "unknown"
    ? node.services
    : servicesOf(portsOf(node, shared, new AbortController().signal, () => {}));
}
