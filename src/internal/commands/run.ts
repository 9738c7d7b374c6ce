import { formatPath } from "../builds/read-candidates.ts";
import { LOCK_FILE, type Lock } from "../deployments/lock/lock-model.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import type { ContractPlace, MakePorts } from "../evidence/record.ts";
import { type Deadline, startDeadline } from "../pipeline/deadline.ts";
import { readForwarded } from "../pipeline/explorers.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { type Failures, verifyContracts } from "../pipeline/verify-contracts.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { createReport } from "../report/outcome.ts";
import type { BatchEvent, ProgressEvent } from "../report/progress.ts";
import { removeSuperseded } from "../report/relate-proxies.ts";
import { getOrAdd } from "../text/memoize.ts";
import { type CodeWait, determineCodeWait, getRemainingCodeWait } from "./code-wait.ts";
import { validateUserConfig } from "./config/user-config.ts";
import { withEvidence } from "./evidence-of-run.ts";
import { createExplorerPublisher, validateExplorers } from "./explorers.ts";
import { findChains } from "./find-chains.ts";
import { guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { limitConcurrency } from "./http-options.ts";
import { CLOCK } from "./open-chain.ts";
import { type Plan, planRun } from "./plan-run.ts";
import { createPorts, type SharedPorts, sharePorts } from "./ports-of.ts";
import type { Mode, Requests } from "./request.ts";
import type { Lane, LostChain, OpenChain, RunChain, RunParts } from "./run-parts.ts";
import {
  announcePlan,
  createLostContract,
  createLostReport,
  describeNetworks,
  describeShard,
  describeTarget,
  readSourceState,
} from "./run-report.ts";
import { type ValidRun, validateRun } from "./validate-request.ts";

export interface RunOptions {
  /** True to collect facts that the verdict doesn't need. @default true */
  readonly seesFacts?: boolean;
  /** True if the report goes to a file or program, which may need the drawing of the code. @default true */
  readonly drawsCode?: boolean;
  /** Called once all deployments are found, before anything is sent. If the function throws, the run ends. */
  readonly onFound?: () => Promise<void>;
  /** Asks at the terminal. Unused in runs that keep evidence, because a replay can't ask. @default no questions */
  readonly confirm?: Ports["confirm"];
}

/** Verifies or checks contracts without printing anything. The mode `lock` doesn't write the lock file. */
export function run<M extends Mode>(
  mode: M,
  request: Requests[M],
  host: Host,
  options: RunOptions = {},
): Promise<Report> {
  // Programs may pass any value; validation rejects invalid requests.
  const listener = request?.onProgress as ((event: BatchEvent | ProgressEvent) => void) | undefined;
  return guardRun(host, listener, async ({ host, onProgress, secrets }) => {
    const startedAt = new Date();
    const userConfig = validateUserConfig(host.userConfig);
    const project = await host.projectPaths();
    const validated = validateRun(mode, request, project, host);
    validateExplorers(validated, userConfig);
    const { evidence: file, common } = validated;
    const readsInput = file !== undefined;
    // A replay of the evidence may write a report, which needs the drawing.
    const drawsCode = options.drawsCode !== false || readsInput;
    const valid = { ...(await addManifest(validated)), common: { ...common, drawsCode, readsInput } };
    const { command, scope } = valid;
    const onEvent = scope === "one" ? createSingleContractListener(onProgress) : onProgress;
    const keep = {
      file,
      command: command === "lock" ? "check" : command,
      scope,
      startedAt,
      secrets,
    } as const;
    return withEvidence(keep, async (evidence) => {
      const lock = await readLockIfUsed(valid, project.root);
      const { connection, signal = new AbortController().signal } = request;
      const confirm = file === undefined ? options.confirm : undefined;
      const mayStart = common.action === "verify";
      await using local = valid.local
        ? new (await import("./serve/local-run.ts")).LocalRun({ host, userConfig, mayStart, signal, onEvent })
        : undefined;
      const readsForwarded = options.seesFacts !== false && command !== "lock";
      const asked = { connection, signal, host, project, userConfig, valid, lock };
      const parts = { ...asked, evidence, onEvent, confirm, local, readsForwarded };
      return await runAll(parts, startedAt, options.onFound);
    });
  });
}

function createSingleContractListener(onProgress: (event: ProgressEvent) => void): RunParts["onEvent"] {
  return (event) => {
    const { type } = event;
    if (type === "progress") onProgress(event.event);
    else if (type === "no-journal" || type === "related" || type === "local-services") onProgress(event);
  };
}

async function addManifest(valid: ValidRun): Promise<ValidRun> {
  const { writeManifest: target, deployments } = valid;
  if (target === undefined) return valid;
  const { writeManifest } = await import("./write-manifest.ts");
  const names = await writeManifest(target, deployments);
  return { ...valid, names, deployments: names };
}

async function readLockIfUsed({ lock }: ValidRun, root: string): Promise<Lock> {
  if (lock === undefined) return [];
  const { readLock, readLockIfAny } = await import("../deployments/lock/lock-file.ts");
  return lock === "compare" ? readLock(root) : ((await readLockIfAny(root)) ?? []);
}

async function runAll(parts: RunParts, startedAt: Date, onFound?: RunOptions["onFound"]): Promise<Report> {
  const { host, project, onEvent } = parts;
  const found = await findChains(parts);
  // Local services started for this run have no earlier jobs to resume.
  const valid = parts.local?.hasStarted ? { ...parts.valid, fresh: true } : parts.valid;
  const { command } = valid;
  if (found.chains.length === 0) return createLostReport(parts, found, startedAt);
  await onFound?.();
  const startedMs = CLOCK.elapsedMs();
  const shared = {
    ...sharePorts(host, valid.fresh, (reason) => onEvent({ type: "no-journal", reason })),
    recordsEnd: parts.local?.hasStarted,
  };
  const plan = await planRun(found.chains, parts, shared);
  const shard = describeShard(valid, plan.id);
  const passedOver = [...plan.passedOver, ...found.others.flatMap((each) => each.passedOver)].map(
    ({ name, file, reason }) => ({ name, file: formatPath(file, project.root), reason }),
  );
  announcePlan(plan, parts, { passedOver, shard, networks: found.networks });
  // Runs concurrently, because git is slow in large repositories.
  const stateOfSources =
    valid.scope === "one" || (command === "deployments" && shard === null)
      ? undefined
      : readSourceState(project.root, LOCK_FILE).catch(() => undefined);
  const walked = await runChains(plan, { ...parts, valid, shared, startedMs });
  // A shard can't see which implementations other shards' proxies run, so `merge` removes superseded ones.
  const { contracts, superseded } =
    valid.scope === "several" && valid.shard === undefined && valid.lock === undefined
      ? removeSuperseded(walked)
      : { contracts: walked, superseded: [] };
  const source = await stateOfSources;
  return createReport({
    command,
    source,
    startedAt,
    finishedAt: new Date(),
    ...describeNetworks(found.chains, found.networks),
    contracts,
    passedOver: [...passedOver, ...superseded],
    shard,
    error: found.problem,
  });
}

interface RunState extends RunParts {
  readonly shared: SharedPorts;
  readonly failures: Failures;
  readonly isOfSeveral: boolean;
  /** The time when the run first queried the chains, according to the ports' clock. */
  readonly startedMs: number;
  readonly wrongUses: VerifyContractError[];
  /** Returns a contract's position in the run. Followed implementations come after the planned contracts. */
  readonly getPosition: (place: ContractPlace) => number;
}

/** Runs all chains concurrently. Returns the reports grouped by chain, in the given order. */
async function runChains(
  { lanes }: Plan,
  parts: RunParts & Pick<RunState, "shared" | "startedMs">,
): Promise<readonly ContractReport[]> {
  const wrongUses: VerifyContractError[] = [];
  const common = {
    isOfSeveral: lanes.length > 1,
    getPosition: numberContracts(lanes),
    failures: { any: false },
    wrongUses,
  };
  const walked = await Promise.all(lanes.map((lane) => runLane(lane, { ...parts, ...common })));
  const contracts = walked.flat();
  const [first] = wrongUses;
  if (first !== undefined && wrongUses.length === contracts.length) throw first;
  return contracts;
}

/** Numbers the planned contracts in report order, and then the implementations as they are discovered. */
function numberContracts(lanes: readonly Lane[]): RunState["getPosition"] {
  const places = new Map<string, number>();
  const getPosition: RunState["getPosition"] = ({ lane, index }) =>
    getOrAdd(places, `${lane} ${index}`, () => places.size);
  for (const { number, requests } of lanes)
    for (const index of requests.keys()) getPosition({ lane: number, index });
  return getPosition;
}

async function runLane(lane: Lane, walk: RunState): Promise<readonly ContractReport[]> {
  const { number, requests, elsewhere } = lane;
  const { node } = lane.chain;
  const { signal, valid, evidence, startedMs } = walk;
  evidence?.lane(number, { named: requests.length, elsewhere });
  if (node.kind === "lost")
    return requests.map((request, index) =>
      endUnreachable(request, lane.chain, node, { lane: number, index }, walk),
    );
  const codeWait = await determineCodeWait(lane.chain, node, walk);
  if (valid.scope === "several") return runOpenLane(lane, node, codeWait, walk);
  const leftMs = node.config.timeoutMs - node.askedForMs - (CLOCK.elapsedMs() - startedMs);
  return runInTurn(node, async () => {
    using deadline = startDeadline(Math.max(0, leftMs), signal);
    return await runOpenLane(lane, node, codeWait, walk, deadline);
  });
}

function endUnreachable(
  request: VerifyRequest,
  { networkName: name, chainId }: RunChain,
  node: LostChain,
  place: ContractPlace,
  { onEvent, failures, getPosition, wrongUses, evidence }: RunState,
): ContractReport {
  const report = createLostContract(request, node, { name, chainId });
  failures.any = true;
  if (node.wrongUse !== undefined) wrongUses.push(node.wrongUse);
  const index = getPosition(place);
  onEvent({ type: "started", index, contract: describeTarget(request, name) });
  onEvent({ type: "ended", index, report });
  evidence?.given(place, report);
  return report;
}

function runInTurn<T>({ chainId, config }: OpenChain, work: () => Promise<T>): Promise<T> {
  return limitConcurrency(config.concurrency, { chainId, serviceUrl: config.verification?.url }, work);
}

/** @param whole The deadline for an entire single-contract run, including a proxy's implementation. */
async function runOpenLane(
  { number, chain, requests, elsewhere }: Lane,
  node: OpenChain,
  codeWait: CodeWait,
  walk: RunState,
  whole?: Deadline,
): Promise<readonly ContractReport[]> {
  const { signal, onEvent, valid, evidence, failures, wrongUses, shared, isOfSeveral, project } = walk;
  const { breakers, config } = node;
  const at = (index: number): number => walk.getPosition({ lane: number, index });
  const network = isOfSeveral ? chain.networkName : undefined;
  // A turn's deadline starts with the turn, so the total time grows with the number of contracts.
  const startTurnDeadline = (): Deadline =>
    whole === undefined ? startDeadline(config.timeoutMs, signal) : { ...whole, [Symbol.dispose]: () => {} };
  const startTurn = (position: number, request: VerifyRequest) => {
    const place = { lane: number, index: position };
    const index = walk.getPosition(place);
    const deadline = startTurnDeadline();
    const make: MakePorts = (through) => ({
      ...createPorts(node, shared, deadline.signal, (event) => onEvent({ type: "progress", index, event }), {
        onSlowDown: ({ host, waitMs }) => onEvent({ type: "slowed-down", host, waitMs }),
        through,
      }),
      leftMs: deadline.leftMs,
      ...getRemainingCodeWait(request, codeWait, walk.startedMs),
      confirm: walk.confirm,
      recordedTransactions: (address) => recordedTransactions(address, chain.chainId, project),
    });
    return {
      ports: evidence?.turn(place, request, make) ?? make(),
      [Symbol.dispose]: deadline[Symbol.dispose],
    };
  };
  const reports = await verifyContracts(requests, {
    inTurn: (work) => (whole === undefined ? runInTurn(node, work) : work()),
    startTurn,
    isStopped: () => whole === undefined && signal.aborted,
    breakers: whole === undefined ? breakers : undefined,
    canResume: !valid.fresh,
    onBack: (indexes) => onEvent({ type: "tried-again", indexes: indexes.map(at) }),
    onStarted: (index, request) =>
      onEvent({ type: "started", index: at(index), contract: describeTarget(request, network) }),
    onEnded: (index, report) => {
      evidence?.ended({ lane: number, index }, report);
      onEvent({ type: "ended", index: at(index), report });
    },
    show: createExplorerPublisher(number, node, startTurnDeadline, walk),
    onWrongUse: (error) => wrongUses.push(error),
    bail: valid.bail,
    failures,
    elsewhere,
  });
  const onWait = (event: ProgressEvent) => onEvent({ type: "progress", index: at(0), event });
  const ports = createPorts(node, shared, whole?.signal ?? signal, whole === undefined ? () => {} : onWait);
  const answered = walk.readsForwarded ? await readForwarded(reports, ports) : reports;
  evidence?.answered(number, answered);
  return answered;
}
