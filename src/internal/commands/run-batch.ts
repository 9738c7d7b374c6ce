import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { displayPath } from "../builds/read-candidates.ts";
import { findDeployments } from "../deployments/find-deployments.ts";
import type { Deployment } from "../deployments/model.ts";
import { planOf } from "../deployments/plan-targets.ts";
import type { HostWords } from "../errors/host-words.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { makeReport, NO_SERVICES } from "../pipeline/make-report.ts";
import type { BatchEvent } from "../report/batch-progress.ts";
import type { Report } from "../report/model.ts";
import { batchLine } from "./batch-line.ts";
import type { CheckContractsRequest } from "./check-contracts-request.ts";
import { validateUserConfig } from "./config/validate-user-config.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import type { PlannedLane } from "./lane.ts";
import { type Caller, type OpenOptions, openChain, withRepeat } from "./open-chain.ts";
import { planLanes } from "./plan-lanes.ts";
import { displayedPassedOver } from "./recorded-targets.ts";
import {
  type ValidBatch,
  validateChecksRequest,
  validateDeploymentsRequest,
} from "./validate-batch-request.ts";
import { shownTarget, walkLanes } from "./walk-lanes.ts";

type OnFound = (deployments: readonly Deployment[]) => Promise<void>;
type Validate<Request> = (request: Request, paths: ProjectPaths, words: HostWords) => ValidBatch;
type BatchRequest = Caller & { readonly onProgress?: ((event: BatchEvent) => void) | undefined };

/**
 * Verifies what was deployed. Touches neither the console nor the exit code.
 *
 * @param onFound Called with what was found, before anything is sent; what it throws ends the run.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export function runDeployments(
  request: VerifyDeploymentsRequest,
  host: Host,
  onFound: OnFound = async () => {},
): Promise<Report> {
  return guarded(request, host, onFound, validateDeploymentsRequest);
}

/** Checks contracts, and what was deployed; submits nothing. Otherwise as {@link runDeployments}. */
export function runChecks(
  request: CheckContractsRequest,
  host: Host,
  onFound: OnFound = async () => {},
): Promise<Report> {
  return guarded(request, host, onFound, validateChecksRequest);
}

function guarded<Request extends BatchRequest>(
  request: Request,
  host: Host,
  onFound: OnFound,
  validate: Validate<Request>,
): Promise<Report> {
  return guardRun(host, request?.onProgress, ({ host: ofRun, onProgress }) =>
    // A program may pass anything; what is no request is refused by its validation.
    run(
      typeof request === "object" && request !== null ? { ...request, onProgress } : request,
      ofRun,
      onFound,
      validate,
    ),
  );
}

async function run<Request extends BatchRequest>(
  request: Request,
  host: Host,
  onFound: OnFound,
  validate: Validate<Request>,
): Promise<Report> {
  const startedAt = new Date();
  const project = await host.projectPaths();
  const { root } = project;
  const userConfig = validateUserConfig(host.userConfig);
  const valid = validate(request, project, host.words);
  const { common } = valid;
  const options: OpenOptions = {
    timeoutMs: common.timeoutMs,
    needsVerification: !common.dryRun,
    listener: {
      onSlowDown: ({ host, waitMs }) => request.onProgress?.({ type: "slowed-down", host, waitMs }),
    },
  };
  const node = await openChain(host, userConfig, request, options);
  if (node.kind === "unknown") {
    const { problem, services, networkName } = node;
    return makeReport({
      command: valid.subcommand,
      startedAt,
      finishedAt: new Date(),
      network: null,
      services,
      contracts: [],
      ...(valid.shard === undefined ? {} : { shard: { ...valid.shard, plan: null } }),
      error: withRepeat(problem, batchLine(valid, networkName, host), host),
    });
  }
  const { chainId, chain } = node;
  const deployments = await findOfChain(valid, chainId, project);
  await onFound(deployments);
  const found = { networkName: chain.networkName, chainId, node, deployments };
  const lanes = await planLanes([found], valid, project, request.signal);
  const shard =
    valid.shard === undefined ? undefined : { ...valid.shard, plan: planOf(lanes.flatMap(({ all }) => all)) };
  const passedOver = passedOverOf(lanes, root);
  announce(lanes, { ...request, root, passedOver, shard: shard ?? null, project });
  const { contracts, services } = await walkLanes(lanes, request, valid, host, project);
  return makeReport({
    command: valid.subcommand,
    startedAt,
    finishedAt: new Date(),
    network: { name: chain.networkName, chainId },
    services: services[0] ?? NO_SERVICES,
    contracts,
    passedOver,
    shard,
  });
}

const ARGUMENTS = "constructor arguments are not needed; each word after an address is one more target";

/** Contracts alone need no deployments; without any target all of the project count. */
async function findOfChain(
  { names, deployments, contracts }: ValidBatch,
  chainId: number,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  if (names.length > 0 && deployments.length === 0) return [];
  try {
    return await findDeployments(deployments, chainId, project, process.cwd());
  } catch (error) {
    const mayBeArgument =
      error instanceof VerifyContractError && error.code === "VC703" && contracts.length > 0;
    throw mayBeArgument ? error.withFacts([["Arguments", ARGUMENTS]]) : error;
  }
}

function passedOverOf(lanes: readonly PlannedLane[], root: string): Report["passedOver"] {
  const all = lanes.flatMap(({ deployments, gone }) => [...deployments, { passedOver: gone }]);
  return displayedPassedOver(all, root);
}

interface Announced extends BatchRequest {
  readonly root: string;
  readonly project: ProjectPaths;
  readonly passedOver: Report["passedOver"];
  readonly shard: Report["shard"];
}

function announce(
  lanes: readonly PlannedLane[],
  { root, project, passedOver, shard, onProgress }: Announced,
): void {
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined) onProgress?.({ type: "unknown-profile", profile: unknownProfile });
  const records = lanes.flatMap(({ deployments }) =>
    deployments.map(({ location }) => displayPath(location, root)),
  );
  onProgress?.({
    type: "batch",
    records: [...new Set(records)],
    contracts: lanes.flatMap(({ targets }) => targets.map(shownTarget)),
    passedOver,
    shard,
    concurrency: lanes.reduce(
      (most, { node }) => Math.max(most, node.kind === "open" ? node.config.concurrency : 0),
      0,
    ),
  });
}
