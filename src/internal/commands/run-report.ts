import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { formatPath } from "../builds/read-candidates.ts";
import { createComparison } from "../pipeline/check-locked.ts";
import { createContractReport } from "../pipeline/make-report.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { addFound, createFindings } from "../pipeline/run.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { createReport, NO_SERVICES } from "../report/outcome.ts";
import type { FoundChains } from "./find-chains.ts";
import type { Plan } from "./plan-run.ts";
import { getServices } from "./ports-of.ts";
import type { LostChain, RunChain, RunParts } from "./run-parts.ts";
import type { ValidRun } from "./validate-request.ts";

/** The failure becomes the contract's outcome if the run is for a single contract, and the run's error otherwise. */
export function createLostReport(
  { valid, evidence }: RunParts,
  { lost, networks = [], problem }: FoundChains,
  startedAt: Date,
): Report {
  const isOne = valid.scope === "one" && lost !== undefined;
  const contracts = isOne
    ? valid.contracts.map((target) => createLostContract({ ...valid.common, target }, lost))
    : [];
  for (const [index, report] of contracts.entries()) evidence?.given({ lane: 0, index }, report);
  return createReport({
    command: valid.command,
    startedAt,
    finishedAt: new Date(),
    network: null,
    networks: networks.length === 0 ? undefined : networks,
    services: lost?.services ?? NO_SERVICES,
    contracts,
    shard: describeShard(valid, null),
    error: isOne ? undefined : problem,
  });
}

export function createLostContract(
  request: Pick<VerifyRequest, "target" | "creationTransactionHash" | "origins" | "locked">,
  { outcome, problem }: LostChain,
  network?: ContractReport["network"],
): ContractReport {
  const entry = request.locked?.entry;
  const lock = entry && createComparison(entry);
  return createContractReport(addFound(createFindings(request), { network, lock }), outcome, problem);
}

export function describeShard(
  { shard, options: all }: Pick<ValidRun, "shard" | "options">,
  plan: string | null,
  env: NodeJS.ProcessEnv = process.env,
): Report["shard"] {
  if (shard === undefined) return null;
  // Shards can be merged only if their options are equal, so `--shard` is left out.
  const options = all.filter(([flag]) => flag !== "--shard");
  const variable = CI_RUN_VARIABLES.find((name) => env[name]);
  return {
    ...shard,
    plan,
    options: options.map((option) => option.join(" ")),
    ...(variable === undefined ? {} : { run: `${variable}=${env[variable]}` }),
  };
}

/** GitHub, GitLab, Buildkite, Azure: the value is the same for all jobs in a CI run, including retried ones. */
const CI_RUN_VARIABLES = ["GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILDKITE_BUILD_ID", "BUILD_BUILDID"];

export function describeNetworks(
  chains: readonly RunChain[],
  skipped: FoundChains["networks"],
): Pick<Report, "network" | "networks" | "services"> {
  const networks = chains.map(({ networkName: name, chainId, node }) => ({
    name,
    chainId,
    services: getServices(node),
    ...(node.kind === "lost" ? { error: node.problem } : {}),
  }));
  const [first, second] = networks;
  return {
    network:
      first === undefined || second !== undefined ? null : { name: first.name, chainId: first.chainId },
    ...(skipped === undefined ? {} : { networks: [...networks, ...skipped] }),
    services: getCommonServices(networks.map(({ services }) => services)),
  };
}

/** Returns the services that all chains share, with null for services that differ. */
function getCommonServices([first, ...others]: readonly Report["services"][]): Report["services"] {
  if (first === undefined) return NO_SERVICES;
  const common = (key: keyof Report["services"]): string | null =>
    others.every((each) => each[key] === first[key]) ? first[key] : null;
  return { verification: common("verification"), query: common("query"), status: common("status") };
}

export function announcePlan(
  { lanes }: Pick<Plan, "lanes">,
  { project, onEvent }: RunParts,
  {
    passedOver,
    shard,
    networks,
  }: Pick<Report, "passedOver" | "shard"> & { readonly networks: FoundChains["networks"] },
): void {
  const chains = lanes.map(({ chain }) => chain);
  const records = chains.flatMap(({ deployments }) =>
    deployments.map(({ location }) => formatPath(location, project.root)),
  );
  const contracts = lanes.flatMap(({ chain: { networkName }, requests }) =>
    requests.map((request) => ({
      shown: describeTarget(request, lanes.length > 1 ? networkName : undefined),
      because: request.related?.because,
    })),
  );
  const asked = chains.map(({ networkName: name, chainId }) => ({ name, chainId }));
  onEvent({
    type: "batch",
    records: [...new Set(records)],
    contracts: contracts.map(({ shown }) => shown),
    ...(networks === undefined ? {} : { networks: [...asked, ...networks] }),
    passedOver,
    shard,
    concurrency: Math.max(
      0,
      ...chains.map(({ node }) => (node.kind === "open" ? node.config.concurrency : 0)),
    ),
  });
  const related = contracts.flatMap(({ shown, because }) =>
    because === undefined ? [] : [{ ...shown, because }],
  );
  if (related.length > 0) onEvent({ type: "related", contracts: related });
}

export function describeTarget(
  { target, origins: [first], name }: Pick<VerifyRequest, "target" | "origins" | "name">,
  network?: string,
) {
  return {
    name: first?.name ?? name ?? target.input,
    address: target.kind === "address" ? target.address : target.contractId,
    ...(network === undefined ? {} : { network }),
  };
}

const LIMIT_MS = 10_000;
/** Overrides repository settings that could cause git to start other programs. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks"];
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * Returns a project's commit, and whether tracked files other than `except` changed. Undefined if there is no git or no
 * commit.
 */
export async function readSourceState(root: string, except: string): Promise<Report["source"]> {
  const commit = (await runGit(root, ["rev-parse", "--verify", "HEAD"]))?.trim();
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const changed = await runGit(root, [
    "status",
    "--porcelain",
    "--untracked-files=no",
    "--ignore-submodules=dirty",
    "--",
    ".",
    `:(exclude)${except}`,
  ]);
  return changed === undefined ? undefined : { commit, dirty: changed.trim() !== "" };
}

async function runGit(cwd: string, args: readonly string[]): Promise<string | undefined> {
  const options = { cwd, timeout: LIMIT_MS, maxBuffer: LARGEST_BYTES, windowsHide: true };
  const ended = await promisify(execFile)("git", [...SAFE, ...args], options).catch(() => undefined);
  return ended?.stdout;
}
