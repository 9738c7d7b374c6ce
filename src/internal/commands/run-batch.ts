import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { displayPath } from "../builds/read-candidates.ts";
import { LOCK_FILE, type Lock } from "../deployments/lock/lock-model.ts";
import { readLock, readLockIfAny } from "../deployments/lock/read-lock.ts";
import type { Deployment } from "../deployments/model.ts";
import { planOf } from "../deployments/plan-targets.ts";
import type { CommandOption } from "../errors/next-step.ts";
import { makeReport, NO_SERVICES } from "../pipeline/make-report.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { Report } from "../report/model.ts";
import { withoutSuperseded } from "../report/superseded-implementations.ts";
import type { ValidUserConfig } from "./config/user-config-schema.ts";
import { validateUserConfig } from "./config/validate-user-config.ts";
import { type EvidenceOfRun, withEvidence } from "./evidence-of-run.ts";
import { type Found, findLanes } from "./find-lanes.ts";
import { type Guarded, guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import type { PlannedLane } from "./lane.ts";
import type { Caller, OpenOptions } from "./open-chain.ts";
import { planLanes } from "./plan-lanes.ts";
import { displayedPassedOver } from "./recorded-targets.ts";
import type { CheckContractsRequest, LockRequest, VerifyDeploymentsRequest } from "./requests.ts";
import { sourceState } from "./source-state.ts";
import {
  type ValidBatch,
  validateChecksRequest,
  validateDeploymentsRequest,
  validateLockRequest,
} from "./validate-batch-request.ts";
import { shownTarget, walkLanes } from "./walk-lanes.ts";

export type OnFound = (deployments: readonly Deployment[]) => Promise<void>;
type Validate<Request> = (
  request: Request,
  paths: ProjectPaths,
  host: Pick<Host, "words" | "globals">,
) => ValidBatch;
type BatchRequest = Caller & {
  readonly onProgress?: ((event: BatchEvent) => void) | undefined;
  /** A run that writes the lock file has none. */
  readonly evidence?: string | undefined;
};

/**
 * Verifies what was deployed. Touches neither the console nor the exit code.
 *
 * @param onFound Called with what was found, before anything is sent; what it throws ends the run.
 * @param seesFacts Whether it asks for what no verdict needs.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export function runDeployments(
  request: VerifyDeploymentsRequest,
  host: Host,
  onFound: OnFound = async () => {},
  seesFacts = true,
): Promise<Report> {
  return guarded(request, host, onFound, seesFacts, validateDeploymentsRequest);
}

/** Checks contracts, and what was deployed; submits nothing. Otherwise as {@link runDeployments}. */
export function runChecks(
  request: CheckContractsRequest,
  host: Host,
  onFound: OnFound = async () => {},
  seesFacts = true,
): Promise<Report> {
  return guarded(request, host, onFound, seesFacts, validateChecksRequest);
}

/** Checks what goes into the lock file, and does not write it. Otherwise as {@link runChecks}. */
export function runLocking(request: LockRequest, host: Host, onFound: OnFound): Promise<Report> {
  return guarded(request, host, onFound, false, validateLockRequest);
}

function guarded<Request extends BatchRequest>(
  request: Request,
  host: Host,
  onFound: OnFound,
  seesFacts: boolean,
  validate: Validate<Request>,
): Promise<Report> {
  return guardRun(host, request?.onProgress, ({ host: ofRun, onProgress, secrets }) =>
    // A program may pass anything; what is no request is refused by its validation.
    run(
      typeof request === "object" && request !== null ? { ...request, onProgress } : request,
      { host: ofRun, secrets },
      onFound,
      seesFacts,
      validate,
    ),
  );
}

async function run<Request extends BatchRequest>(
  request: Request,
  { host, secrets }: Pick<Guarded<BatchEvent>, "host" | "secrets">,
  onFound: OnFound,
  seesFacts: boolean,
  validate: Validate<Request>,
): Promise<Report> {
  const startedAt = new Date();
  const project = await host.projectPaths();
  const userConfig = validateUserConfig(host.userConfig);
  const validated = validate(request, project, host);
  const { evidence: file } = request;
  const valid = withInput(await withManifest(validated), file !== undefined);
  const command = valid.subcommand === "deployments" ? "deployments" : "check";
  return withEvidence({ file, command, scope: "several", startedAt, secrets }, (evidence) =>
    runWith({ request, host, onFound, seesFacts, startedAt, project, userConfig, valid, evidence }),
  );
}

async function withManifest(valid: ValidBatch): Promise<ValidBatch> {
  const { writeManifest: target, deployments } = valid;
  if (target === undefined) return valid;
  const { writeManifest } = await import("./write-manifest.ts");
  const names = await writeManifest(target, deployments);
  return { ...valid, names, deployments: names };
}

/** What is known before anything is asked. */
interface Prepared {
  readonly request: BatchRequest;
  readonly host: Host;
  readonly onFound: OnFound;
  readonly seesFacts: boolean;
  readonly startedAt: Date;
  readonly project: ProjectPaths;
  readonly userConfig: ValidUserConfig;
  readonly valid: ValidBatch;
  readonly evidence: EvidenceOfRun;
}

async function runWith(prepared: Prepared): Promise<Report> {
  const { request, host, onFound, seesFacts, startedAt, project, userConfig, valid, evidence } = prepared;
  const { root } = project;
  const { common } = valid;
  const options: OpenOptions = {
    timeoutMs: common.timeoutMs,
    needsVerification: !common.dryRun,
    listener: {
      onSlowDown: ({ host, waitMs }) => request.onProgress?.({ type: "slowed-down", host, waitMs }),
    },
  };
  const lock = await lockFor(valid, root);
  const found = await findLanes({ request, host, project, userConfig, valid, options, lock: lock ?? [] });
  const { lanes: foundLanes, others, networks = [], problem } = found;
  const command = valid.subcommand;
  if (foundLanes.length === 0) {
    const { services = NO_SERVICES } = found;
    return makeReport({
      command,
      startedAt,
      finishedAt: new Date(),
      network: null,
      ...(networks.length === 0 ? {} : { networks }),
      services,
      contracts: [],
      shard: shardPart(valid, null),
      ...(problem === undefined ? {} : { error: problem }),
    });
  }
  await onFound(foundLanes.flatMap(({ deployments }) => deployments));
  const lanes = await planLanes(foundLanes, valid, project, lock, request.signal);
  const shard = shardPart(valid, planOf(lanes.flatMap(({ all }) => all)));
  const passedOver = passedOverOf(lanes, others, root);
  announce(lanes, { ...request, project, passedOver, shard: shard ?? null, networks: found.networks });
  // At the same time: git takes a while in a large repository.
  const stateOfSources =
    valid.subcommand === "deployments" && shard === undefined
      ? undefined
      : sourceState(root, LOCK_FILE).catch(() => undefined);
  const { contracts: walked, services } = await walkLanes(
    lanes,
    request,
    { ...valid, common: { ...valid.common, forwarded: seesFacts ? "at-end" : "never" } },
    host,
    project,
    evidence,
  );
  // Of a shard it is not known what the proxies of another one run.
  const { contracts, superseded } =
    valid.shard === undefined && valid.lock === undefined
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
    ...(problem === undefined ? {} : { error: problem }),
  });
}

function shardPart(
  { shard, allNetworks, bail, common }: ValidBatch,
  plan: string | null,
): NonNullable<Report["shard"]> | undefined {
  if (shard === undefined) return undefined;
  const options: readonly CommandOption[] = [
    ...common.options,
    ...(allNetworks ? [["--all-networks"] as const] : []),
    ...(bail ? [["--bail"] as const] : []),
  ];
  return { ...shard, plan, options: options.map((option) => option.join(" ")) };
}

/** Evidence has the compiler input on record. */
function withInput(valid: ValidBatch, readsInput: boolean): ValidBatch {
  return { ...valid, common: { ...valid.common, readsInput } };
}

/** The lock file, where the run compares or writes it. @throws VC710, VC711 */
async function lockFor({ lock }: ValidBatch, root: string): Promise<Lock | undefined> {
  if (lock === undefined) return undefined;
  return lock === "compare" ? readLock(root) : ((await readLockIfAny(root)) ?? []);
}

function passedOverOf(
  lanes: readonly PlannedLane[],
  others: readonly Deployment[],
  root: string,
): Report["passedOver"] {
  const all = lanes.flatMap(({ deployments, gone }) => [...deployments, { passedOver: gone }]);
  return displayedPassedOver([...all, ...others], root);
}

function networkParts(
  lanes: readonly PlannedLane[],
  services: readonly Report["services"][],
  skipped: Found["networks"],
): Pick<Report, "network" | "networks" | "services"> {
  const networks = lanes.map(({ networkName: name, chainId, node }, index) => ({
    name,
    chainId,
    services: services[index] ?? NO_SERVICES,
    ...(node.kind === "unknown" ? { error: node.problem } : {}),
  }));
  const [first, second] = networks;
  return {
    network:
      first === undefined || second !== undefined ? null : { name: first.name, chainId: first.chainId },
    ...(skipped === undefined ? {} : { networks: [...networks, ...skipped] }),
    services: commonServices(services),
  };
}

/** Where chains have different services, none is that of the run. */
function commonServices([first, ...others]: readonly Report["services"][]): Report["services"] {
  if (first === undefined) return NO_SERVICES;
  const common = (key: keyof Report["services"]): string | null =>
    others.every((each) => each[key] === first[key]) ? first[key] : null;
  return { verification: common("verification"), query: common("query"), status: common("status") };
}

function laneOf({ networkName: name, chainId }: PlannedLane) {
  return { name, chainId };
}

interface Announced extends BatchRequest {
  readonly networks: Found["networks"];
  readonly project: ProjectPaths;
  readonly passedOver: Report["passedOver"];
  readonly shard: Report["shard"];
}

function announce(
  lanes: readonly PlannedLane[],
  { project, passedOver, shard, networks, onProgress }: Announced,
): void {
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined) onProgress?.({ type: "unknown-profile", profile: unknownProfile });
  const records = lanes.flatMap(({ deployments }) =>
    deployments.map(({ location }) => displayPath(location, project.root)),
  );
  onProgress?.({
    type: "batch",
    records: [...new Set(records)],
    contracts: lanes.flatMap(({ targets, networkName }) =>
      targets.map((target) => shownTarget(target, lanes.length > 1 ? networkName : undefined)),
    ),
    ...(networks === undefined ? {} : { networks: [...lanes.map(laneOf), ...networks] }),
    passedOver,
    shard,
    concurrency: lanes.reduce(
      (most, { node }) => Math.max(most, node.kind === "open" ? node.config.concurrency : 0),
      0,
    ),
  });
}
