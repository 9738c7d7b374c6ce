import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import pLimit from "p-limit";

import "../hosts/hardhat3/type-extensions.ts";

import { displayPath } from "../builds/read-candidates.ts";
import { ChainError } from "../chain/chain-port.ts";
import { waitForCode } from "../chain/wait-for-code.ts";
import { findDeployments } from "../deployments/find-deployments.ts";
import { leaveOutGone } from "../deployments/leave-out-gone.ts";
import type { Deployment } from "../deployments/model.ts";
import { type DeployedTarget, planOf, planTargets, shardOf } from "../deployments/plan-targets.ts";
import type { Target } from "../domain/target.ts";
import type { CommandLine } from "../errors/next-step.ts";
import { advice } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { type OpenChain, openChain } from "../hosts/hardhat3/open-chain.ts";
import { projectPaths } from "../hosts/hardhat3/project-paths.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { makeReport } from "../pipeline/make-report.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { verifyContracts } from "../pipeline/verify-contracts.ts";
import type { Report } from "../report/model.ts";
import { type ValidDeploymentsRequest, validateDeploymentsRequest } from "./check-deployments-request.ts";
import { withConfig } from "./check-request.ts";
import { configOption } from "./command-line.ts";
import { validateUserConfig } from "./config/check-user-config.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { outagesOf, portsOf, servicesOf, sharedPorts } from "./ports-of.ts";
import { displayedOrigins, displayedPassedOver, withBuilds } from "./recorded-targets.ts";

type Open = Extract<OpenChain, { kind: "open" }>;

/**
 * Verifies what was deployed, with what a Hardhat runtime has: its configuration, its network, its artifacts. Touches
 * neither the console nor the exit code.
 *
 * @param onFound Called with what was found, before anything is sent; what it throws ends the run.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export async function deploymentsWithHre(
  request: VerifyDeploymentsRequest,
  hre: HardhatRuntimeEnvironment,
  onFound: (deployments: readonly Deployment[]) => Promise<void> = async () => {},
): Promise<Report> {
  const startedAt = new Date();
  const { root } = hre.config.paths;
  const project = await projectPaths(hre);
  const userConfig = validateUserConfig(hre.config.verifyContract.userConfig);
  const checked = validateDeploymentsRequest(request, project);
  const { common } = checked;
  const open = await openChain(hre, userConfig, request, common.timeoutMs, !common.dryRun, {
    onSlowDown: ({ host, waitMs }) => request.onProgress?.({ type: "slowed-down", host, waitMs }),
  });
  if (open.kind === "unknown") {
    const { problem: error, services } = open;
    const finishedAt = new Date();
    return makeReport({
      startedAt,
      finishedAt,
      network: null,
      services,
      contracts: [],
      ...(checked.shard === undefined ? {} : { shard: { ...checked.shard, plan: null } }),
      error,
    });
  }
  const deployments = await findDeployments(checked.names, open.chainId, project, process.cwd());
  await onFound(deployments);
  const all = planTargets(deployments);
  const ofShard = checked.shard === undefined ? all : shardOf(all, checked.shard);
  const { targets, passedOver: gone } = await leaveOutGone(ofShard, codeAsker(open, common, request));
  const shard = checked.shard === undefined ? undefined : { ...checked.shard, plan: planOf(all) };
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
  const { contracts, services } = await verifyAll(targets, elsewhere, request, checked, hre, open);
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

/** Asks as patiently as for a contract to verify: a node may be behind the one that deployed it. */
function codeAsker(
  { chain, config }: Open,
  { timeoutMs = config.timeoutMs }: ValidDeploymentsRequest["common"],
  { signal: userSignal }: VerifyDeploymentsRequest,
): (address: string) => Promise<boolean | undefined> {
  const inTurn = pLimit(MOST_ASKED_AT_ONCE);
  // The waits between two questions go on side by side, however many addresses there are.
  const code: Open["chain"]["code"] = (...asked) => inTurn(() => chain.code(...asked));
  return async (address) => {
    using deadline = startDeadline(timeoutMs, userSignal);
    const { signal } = deadline;
    try {
      const asked = { ...chain, code };
      const found = await waitForCode(asked, address, config.appearAttempts, signal, () => {});
      return found.code !== "0x";
    } catch (error) {
      // It is looked at like others, which says what is wrong with the chain.
      if (error instanceof ChainError || signal.aborted) return undefined;
      throw error;
    }
  };
}

const MOST_ASKED_AT_ONCE = 16;

/** A contract in the list of what goes on. */
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
  checked: ValidDeploymentsRequest,
  hre: HardhatRuntimeEnvironment,
  open: Open,
): Promise<Pick<Report, "contracts" | "services">> {
  const { config } = open;
  const { common, bail } = checked;
  const timeoutMs = common.timeoutMs ?? config.timeoutMs;
  const shared = sharedPorts(hre, fresh, (reason) => onProgress({ type: "no-journal", reason }));
  const batch = batchLine(checked, open, hre);
  const requests = targets.map((target) => ({
    ...requestOf(target, common, config),
    globals: configOption(hre),
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
      return { ports, [Symbol.dispose]: () => deadline[Symbol.dispose]() };
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
  { chain }: Open,
  hre: HardhatRuntimeEnvironment,
): CommandLine {
  return {
    words: ["verify-contract", "deployments"],
    targets: names,
    options: [
      ...common.options,
      ...(shard === undefined ? [] : [["--shard", `${shard.index}/${shard.count}`] as const]),
      ...(bail ? [["--bail"] as const] : []),
    ],
    globals: [
      ...(chain.networkName === "default" ? [] : [["--network", chain.networkName] as const]),
      ...configOption(hre),
    ],
  };
}
