import { attemptsLeft } from "../chain/retry-until-present.ts";
import { LOCK_FILE, type Lock } from "../deployments/lock/lock-model.ts";
import { type DeployedTarget, planOf } from "../deployments/plan-targets.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import type { ContractPlace, MakePorts } from "../evidence/record.ts";
import { comparisonWith } from "../pipeline/check-locked.ts";
import { type Deadline, startDeadline } from "../pipeline/deadline.ts";
import { emptyFindings } from "../pipeline/findings.ts";
import { contractReport, makeReport } from "../pipeline/make-report.ts";
import { withForwarded } from "../pipeline/read-forwarded.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { type Failures, type Outages, verifyContracts } from "../pipeline/verify-contracts.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { ContractReport, Report } from "../report/model.ts";
import type { ProgressEvent } from "../report/progress.ts";
import { withoutSuperseded } from "../report/superseded-implementations.ts";
import { validateUserConfig } from "./config/user-config.ts";
import { withEvidence } from "./evidence-of-run.ts";
import { findLanes } from "./find-lanes.ts";
import { guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import type { Lane, Lost, Open, PlannedLane, RunParts } from "./lane.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { lockedOf } from "./locked-lane.ts";
import { CLOCK } from "./open-chain.ts";
import { planLanes } from "./plan-lanes.ts";
import { outagesOf, portsOf, type SharedPorts, servicesOf, sharedPorts } from "./ports-of.ts";
import { displayedOrigins, displayedPassedOver, requestsOf } from "./recorded-targets.ts";
import type { Mode, Requests } from "./requests.ts";
import { announce, lostReport, networkParts, shardPart, shownTarget } from "./run-report.ts";
import { sourceState } from "./source-state.ts";
import { type ValidRun, validateRun } from "./validate-request.ts";

/** What a command does beside its request. */
export interface RunOptions {
  /** Whether it asks for what no verdict needs. @default true */
  readonly seesFacts?: boolean;
  /** Called once the deployments are found, before anything is sent. An error that it throws ends the run. */
  readonly onFound?: () => Promise<void>;
}

/**
 * Verifies or checks contracts: one, or all that was deployed. Touches neither the console nor the exit code. A run of the
 * mode `lock` checks what goes into the lock file, and does not write it.
 *
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export function run<M extends Mode>(
  mode: M,
  request: Requests[M],
  host: Host,
  options: RunOptions = {},
): Promise<Report> {
  // A program may pass anything; what is no request is refused by its validation.
  const listener = request?.onProgress as ((event: BatchEvent | ProgressEvent) => void) | undefined;
  return guardRun(host, listener, async ({ host, onProgress, secrets }) => {
    const startedAt = new Date();
    const userConfig = validateUserConfig(host.userConfig);
    const project = await host.projectPaths();
    const validated = validateRun(mode, request, project, host);
    const { evidence: file } = validated;
    const valid = withCommon(await withManifest(validated), options.seesFacts ?? true, file !== undefined);
    const { command, scope } = valid;
    const onEvent = scope === "one" ? ofOne(onProgress) : onProgress;
    const keep = {
      file,
      command: command === "lock" ? "check" : command,
      scope,
      startedAt,
      secrets,
    } as const;
    return withEvidence(keep, async (evidence) => {
      const lock = await lockFor(valid, project.root);
      const parts = { caller: request, host, project, userConfig, valid, lock, evidence, onEvent };
      return runParts(parts, startedAt, options.onFound);
    });
  });
}

/** Of a run over one contract, its own progress. */
function ofOne(onProgress: (event: ProgressEvent) => void): RunParts["onEvent"] {
  return (event) => {
    if (event.type === "progress") onProgress(event.event);
    else if (event.type === "no-journal" || event.type === "unknown-profile") onProgress(event);
  };
}

async function withManifest(valid: ValidRun): Promise<ValidRun> {
  const { writeManifest: target, deployments } = valid;
  if (target === undefined) return valid;
  const { writeManifest } = await import("./write-manifest.ts");
  const names = await writeManifest(target, deployments);
  return { ...valid, names, deployments: names };
}

function withCommon(valid: ValidRun, seesFacts: boolean, hasEvidence: boolean): ValidRun {
  const forwarded = valid.scope === "one" ? "by-each" : "at-end";
  const common = {
    ...valid.common,
    forwarded: seesFacts && valid.command !== "lock" ? forwarded : "never",
    // Evidence has the compiler input on record.
    readsInput: hasEvidence,
  } as const;
  return { ...valid, common };
}

/** @throws VC710, VC711 */
async function lockFor({ lock }: ValidRun, root: string): Promise<Lock> {
  if (lock === undefined) return [];
  const { readLock, readLockIfAny } = await import("../deployments/lock/read-lock.ts");
  return lock === "compare" ? readLock(root) : ((await readLockIfAny(root)) ?? []);
}

async function runParts(parts: RunParts, startedAt: Date, onFound?: RunOptions["onFound"]): Promise<Report> {
  const { valid, project } = parts;
  const { command } = valid;
  const found = await findLanes(parts);
  if (found.lanes.length === 0) return lostReport(parts, found, startedAt);
  await onFound?.();
  const lanes = await planLanes(found.lanes, parts);
  const shard = shardPart(valid, planOf(lanes.flatMap(({ all }) => all)));
  const passedOver = displayedPassedOver(
    [...lanes.flatMap(({ deployments, gone }) => [...deployments, { passedOver: gone }]), ...found.others],
    project.root,
  );
  announce(lanes, parts, { passedOver, shard: shard ?? null, networks: found.networks });
  // At the same time: git takes a while in a large repository.
  const stateOfSources =
    valid.scope === "one" || (command === "deployments" && shard === undefined)
      ? undefined
      : sourceState(project.root, LOCK_FILE).catch(() => undefined);
  const { contracts: walked, services } = await walkLanes(lanes, parts);
  // A shard can't see what another shard's proxies run, and a run over one contract has what it looked at.
  const { contracts, superseded } =
    valid.scope === "several" && valid.shard === undefined && valid.lock === undefined
      ? withoutSuperseded(walked)
      : { contracts: walked, superseded: [] };
  const source = await stateOfSources;
  return makeReport({
    command,
    ...(source === undefined ? {} : { source }),
    startedAt,
    finishedAt: new Date(),
    ...networkParts(lanes, services, found.networks),
    contracts,
    passedOver: [...passedOver, ...superseded],
    shard,
    ...(found.problem === undefined ? {} : { error: found.problem }),
  });
}

/** What came of the contracts of all chains. */
interface Walked {
  /** Those of a chain together, in the order of the chains. */
  readonly contracts: readonly ContractReport[];
  /** Of each chain. */
  readonly services: readonly Report["services"][];
}

/** What all chains of a run have in common. */
interface Walk extends RunParts {
  readonly shared: SharedPorts;
  readonly failures: Failures;
  /** Whether the run is over several chains. */
  readonly isOfSeveral: boolean;
  /** When the chains were first asked, on the clock of the ports. */
  readonly startedMs: number;
  readonly wrongUses: VerifyContractError[];
  /** The place of a contract among all; that of an implementation that is followed comes after the planned ones. */
  readonly placeOf: (place: ContractPlace) => number;
}

/**
 * Verifies or checks the contracts of all chains; the chains at the same time.
 *
 * @throws VerifyContractError for wrong use that holds for every contract.
 */
async function walkLanes(lanes: readonly PlannedLane[], parts: RunParts): Promise<Walked> {
  const { host, valid, onEvent } = parts;
  const walk: Walk = {
    ...parts,
    shared: sharedPorts(host, valid.fresh, (reason) => onEvent({ type: "no-journal", reason })),
    failures: { any: false },
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

async function walkLane(lane: PlannedLane, number: number, walk: Walk): Promise<readonly ContractReport[]> {
  const { node } = lane;
  const { caller, valid, evidence } = walk;
  evidence.lane(number, { named: lane.targets.length, elsewhere: elsewhereOf(lane) });
  if (node.kind === "unknown")
    return lane.targets.map((target, index) => {
      const place = { lane: number, index };
      const report = unreached(target, lane, place, node, walk);
      evidence.given(place, report);
      return report;
    });
  if (valid.scope === "several") return walkOpen(lane, node, number, walk);
  const timeoutMs = valid.common.timeoutMs ?? node.config.timeoutMs;
  return inTurnOf(node, async () => {
    using deadline = startDeadline(Math.max(0, timeoutMs - node.askedForMs), caller.signal);
    return await walkOpen(lane, node, number, walk, deadline);
  });
}

function inTurnOf<T>({ chainId, config }: Open, work: () => Promise<T>): Promise<T> {
  return limitConcurrency(config.concurrency, { chainId, serviceUrl: config.verification?.url }, work);
}

/**
 * @param whole Of a run over one contract, which has one turn and one deadline, also for the implementation of a proxy.
 */
async function walkOpen(
  lane: PlannedLane,
  node: Open,
  number: number,
  walk: Walk,
  whole?: Deadline,
): Promise<readonly ContractReport[]> {
  const { caller, onEvent, valid, evidence, failures, wrongUses, shared } = walk;
  const at = (index: number): number => walk.placeOf({ lane: number, index });
  const named = walk.isOfSeveral ? lane.networkName : undefined;
  const outages: Outages = {
    ...outagesOf(node, valid.fresh),
    onBack: (indexes) => onEvent({ type: "tried-again", indexes: indexes.map(at) }),
  };
  const reports = await verifyContracts(requestsOf(lane, node.config, walk, walk.isOfSeveral), {
    inTurn: (work) => (whole === undefined ? inTurnOf(node, work) : work()),
    startTurn: (index, request) => startTurn(lane, node, { lane: number, index }, request, walk, whole),
    isStopped: () => whole === undefined && caller.signal?.aborted === true,
    ...(whole === undefined ? { outages } : {}),
    onStarted: (index, request) =>
      onEvent({ type: "started", index: at(index), contract: shownTarget(request, named) }),
    onEnded: (index, report) => {
      evidence.ended({ lane: number, index }, report);
      onEvent({ type: "ended", index: at(index), report });
    },
    onWrongUse: (error) => wrongUses.push(error),
    bail: valid.bail,
    failures,
    elsewhere: elsewhereOf(lane),
  });
  if (valid.common.forwarded !== "at-end") return reports;
  const signal = caller.signal ?? new AbortController().signal;
  const read = await withForwarded(
    reports,
    portsOf(node, shared, signal, () => {}),
  );
  evidence.forwarded(number, read);
  return read;
}

function startTurn(
  lane: PlannedLane,
  node: Open,
  place: ContractPlace,
  request: VerifyRequest,
  walk: Walk,
  whole: Deadline | undefined,
) {
  const { caller, onEvent, valid, shared, project, evidence } = walk;
  const index = walk.placeOf(place);
  // From when its turn comes: so the time for all grows with their number.
  const deadline = whole ?? startDeadline(valid.common.timeoutMs ?? node.config.timeoutMs, caller.signal);
  // Where records are what is looked at, they are no candidates beside.
  const isNamed = request.origins.length === 0;
  const make: MakePorts = (through) => ({
    ...portsOf(node, shared, deadline.signal, (event) => onEvent({ type: "progress", index, event }), {
      onSlowDown: ({ host, waitMs }) => onEvent({ type: "slowed-down", host, waitMs }),
      through,
    }),
    leftMs: deadline.leftMs,
    ...(whole === undefined ? { codeAttempts: codeAttemptsOf(lane.targets[place.index], node, walk) } : {}),
    ...(isNamed
      ? { recordedTransactions: (address: string) => recordedTransactions(address, lane.chainId, project) }
      : {}),
  });
  return {
    ports: evidence.turn(place, request, make),
    [Symbol.dispose]: () => {
      if (whole === undefined) deadline[Symbol.dispose]();
    },
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
function unreached(
  target: DeployedTarget,
  lane: PlannedLane,
  contract: ContractPlace,
  { outcome, problem, wrongUse }: Lost,
  { valid, onEvent, failures, placeOf, wrongUses }: Walk,
): ContractReport {
  const origins = displayedOrigins(target, valid.common.projectRoot);
  const network = { name: lane.networkName, chainId: lane.chainId };
  const entry = lockedOf(target, lane, valid)?.entry;
  const lock = entry === undefined ? {} : { lock: comparisonWith(entry) };
  const known = { ...emptyFindings({ target: target.target, origins }), network, ...lock };
  const report = contractReport(known, outcome, problem);
  failures.any = true;
  if (wrongUse !== undefined) wrongUses.push(wrongUse);
  const place = placeOf(contract);
  onEvent({ type: "started", index: place, contract: shownTarget(target, lane.networkName) });
  onEvent({ type: "ended", index: place, report });
  return report;
}

/** Counts the contracts in the order of the report, and then what proxies lead to, as it comes. */
function placesOf(lanes: readonly PlannedLane[]): Walk["placeOf"] {
  const places = new Map<string, number>();
  const placeOf: Walk["placeOf"] = ({ lane, index }) => {
    const key = `${lane} ${index}`;
    const place = places.get(key) ?? places.size;
    places.set(key, place);
    return place;
  };
  for (const [lane, { targets }] of lanes.entries())
    for (const index of targets.keys()) placeOf({ lane, index });
  return placeOf;
}

function servicesOfLane({ node }: Lane, shared: SharedPorts): Report["services"] {
  return node.kind === "unknown"
    ? node.services
    : servicesOf(portsOf(node, shared, new AbortController().signal, () => {}));
}
