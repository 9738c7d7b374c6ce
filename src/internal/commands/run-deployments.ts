import { displayPath } from "../builds/read-candidates.ts";
import { findDeployments, nothingRemains } from "../deployments/find-deployments.ts";
import { leaveOutGone } from "../deployments/leave-out-gone.ts";
import type { Deployment } from "../deployments/model.ts";
import { type DeployedTarget, planOf, planTargets, shardOf } from "../deployments/plan-targets.ts";
import type { Target } from "../domain/target.ts";
import { advice, type CommandLine } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { makeReport } from "../pipeline/make-report.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { networkOption } from "../pipeline/run.ts";
import { verifyContracts } from "../pipeline/verify-contracts.ts";
import type { Report } from "../report/model.ts";
import { withoutNetwork } from "./command-line.ts";
import { validateUserConfig } from "./config/validate-user-config.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { guardRun } from "./guard-run.ts";
import { codeAsker } from "./has-code.ts";
import type { Host } from "./host.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { type OpenChain, openChain, withRepeat } from "./open-chain.ts";
import { outagesOf, portsOf, servicesOf, sharedPorts } from "./ports-of.ts";
import { displayedOrigins, displayedPassedOver, withBuilds } from "./recorded-targets.ts";
import { type ValidDeploymentsRequest, validateDeploymentsRequest } from "./validate-deployments-request.ts";
import { withConfig } from "./validate-request.ts";

type Open = Extract<OpenChain, { kind: "open" }>;
type OnFound = (deployments: readonly Deployment[]) => Promise<void>;

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
  // A program may pass anything; what is no request is refused by its validation.
  return guardRun(host, request?.onProgress, (guarded) =>
    run(
      typeof request === "object" && request !== null
        ? { ...request, onProgress: guarded.onProgress }
        : request,
      guarded.host,
      onFound,
    ),
  );
}

async function run(request: VerifyDeploymentsRequest, host: Host, onFound: OnFound): Promise<Report> {
  const startedAt = new Date();
  const project = await host.projectPaths();
  const { root } = project;
  const userConfig = validateUserConfig(host.userConfig);
  const valid = validateDeploymentsRequest(request, project, host.words);
  const { common } = valid;
  const open = await openChain(host, userConfig, request, common.timeoutMs, !common.dryRun, {
    onSlowDown: ({ host, waitMs }) => request.onProgress?.({ type: "slowed-down", host, waitMs }),
  });
  if (open.kind === "unknown") {
    const { problem, services, networkName } = open;
    const error = withRepeat(problem, batchLine(valid, networkName, host), host);
    const finishedAt = new Date();
    return makeReport({
      startedAt,
      finishedAt,
      network: null,
      services,
      contracts: [],
      ...(valid.shard === undefined ? {} : { shard: { ...valid.shard, plan: null } }),
      error,
    });
  }
  const deployments = await findDeployments(valid.names, open.chainId, project, process.cwd());
  await onFound(deployments);
  const all = planTargets(deployments);
  const ofShard = valid.shard === undefined ? all : shardOf(all, valid.shard);
  const hasCode = codeAsker(open, common.timeoutMs, request.signal);
  const { targets, passedOver: gone } = await leaveOutGone(ofShard, hasCode);
  if (targets.length === 0 && all.every(({ mayHaveFailed }) => mayHaveFailed)) {
    const whole = await leaveOutGone(all, hasCode);
    const others = deployments.flatMap((each) => each.passedOver);
    if (whole.targets.length === 0)
      throw nothingRemains(valid.names, open.chainId, deployments, [...whole.passedOver, ...others], project);
  }
  const shard = valid.shard === undefined ? undefined : { ...valid.shard, plan: planOf(all) };
  if (open.config.query === undefined) refuseIds(targets, open.chainId, root);
  const passedOver = displayedPassedOver([...deployments, { passedOver: gone }], root);
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined)
    request.onProgress?.({ type: "unknown-profile", profile: unknownProfile });
  request.onProgress?.({
    type: "batch",
    records: deployments.map(({ location }) => displayPath(location, root)),
    contracts: targets.map(({ target, origins }) => shown(target, origins)),
    passedOver,
    shard: shard ?? null,
    concurrency: open.config.concurrency,
  });
  const elsewhere = addressesOf(all);
  for (const address of addressesOf(targets)) elsewhere.delete(address);
  const { contracts, services } = await verifyAll(targets, elsewhere, request, valid, host, open);
  return makeReport({
    startedAt,
    finishedAt: new Date(),
    network: { name: open.chain.networkName, chainId: open.chainId },
    services,
    contracts,
    passedOver,
    shard,
  });
}

/** A contract in the list that a screen shows. */
function shown(target: Target, [first]: readonly { readonly name: string }[]) {
  return {
    name: first?.name ?? target.input,
    address: target.kind === "address" ? target.address : target.contractId,
  };
}

function addressesOf(targets: readonly DeployedTarget[]): Set<string> {
  return new Set(targets.flatMap(({ target }) => (target.kind === "address" ? target.address : [])));
}

/** Before anything is sent for the others. */
function refuseIds(targets: readonly DeployedTarget[], chainId: number, root: string): void {
  const named = targets.find(({ target }) => target.kind === "contract-id");
  if (named === undefined) return;
  throw new VerifyContractError("VC104", {
    values: { target: named.target.input, chainId },
    facts: named.origins.map(({ file }) => ["Named in", displayPath(file, root)] as const),
    next: advice("name it by its address, or configure verifyContract.query"),
  });
}

/** @param elsewhere Addresses of other shards. */
async function verifyAll(
  targets: readonly DeployedTarget[],
  elsewhere: ReadonlySet<string>,
  { signal: userSignal, fresh = false, onProgress = () => {} }: VerifyDeploymentsRequest,
  valid: ValidDeploymentsRequest,
  host: Host,
  open: Open,
): Promise<Pick<Report, "contracts" | "services">> {
  const { config } = open;
  const { common, bail } = valid;
  const timeoutMs = common.timeoutMs ?? config.timeoutMs;
  const shared = sharedPorts(host, fresh, (reason) => onProgress({ type: "no-journal", reason }));
  const batch = batchLine(valid, open.chain.networkName, host);
  const requests = targets.map((target) => ({
    ...requestOf(target, common, config),
    globals: withoutNetwork(host),
    batch,
  }));
  const contracts = await verifyContracts(requests, {
    inTurn: (work) => limitConcurrency(config.concurrency, config.verification?.url, work),
    startTurn: (index) => {
      // From when its turn comes: so the time for all grows with their number.
      const deadline = startDeadline(timeoutMs, userSignal);
      const ports = portsOf(
        open,
        shared,
        deadline.signal,
        (event) => onProgress({ type: "progress", index, event }),
        ({ host, waitMs }) => onProgress({ type: "slowed-down", host, waitMs }),
      );
      return {
        ports: { ...ports, leftMs: deadline.leftMs },
        [Symbol.dispose]: () => deadline[Symbol.dispose](),
      };
    },
    isStopped: () => userSignal?.aborted === true,
    outages: {
      ...outagesOf(open, fresh),
      onBack: (indexes) => onProgress({ type: "tried-again", indexes }),
    },
    onStarted: (index, { target, origins }) =>
      onProgress({ type: "started", index, contract: shown(target, origins) }),
    onEnded: (index, report) => onProgress({ type: "ended", index, report }),
    bail,
    elsewhere,
  });
  return {
    contracts,
    services: servicesOf(portsOf(open, shared, new AbortController().signal, () => {})),
  };
}

function requestOf(
  target: DeployedTarget,
  common: ValidDeploymentsRequest["common"],
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

/** What does the same again. */
function batchLine(
  { names, shard, bail, common }: ValidDeploymentsRequest,
  networkName: string,
  { globals, words }: Host,
): CommandLine {
  return {
    subcommand: "deployments",
    targets: names,
    options: [
      ...common.options,
      ...(shard === undefined ? [] : [["--shard", `${shard.index}/${shard.count}`] as const]),
      ...(bail ? [["--bail"] as const] : []),
    ],
    globals: [...networkOption(networkName, words), ...withoutNetwork({ globals, words })],
  };
}
