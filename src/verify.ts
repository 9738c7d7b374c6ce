import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";
import type { NetworkConnection } from "hardhat/types/network";
import type { Host } from "./internal/commands/host.ts";
import type { Requests } from "./internal/commands/request.ts";
import type { Runtime } from "./internal/hosts/hardhat2/runtime.ts";
import type { Report } from "./internal/report/model.ts";
import type { PreflightReport } from "./internal/report/preflight/model.ts";

export type { ErrorCode } from "./internal/errors/catalogue.ts";
export { type Fact, type Problem, VerifyContractError } from "./internal/errors/problem.ts";
export type { PreflightEvent } from "./internal/pipeline/preflight/subject.ts";
export type { BatchEvent, ProgressEvent } from "./internal/report/progress.ts";

export type VerifyContractRequest = Requests<NetworkConnection>["verify"];
export type CheckContractRequest = Requests<NetworkConnection>["check"];
export type CheckContractsRequest = Requests<NetworkConnection>["checks"];
export type VerifyDeploymentsRequest = Requests<NetworkConnection>["deployments"];
export type LockRequest = Requests<NetworkConnection>["lock"];
export type ReplayRequest = Requests<NetworkConnection>["replay"];
export type PreflightRequest = Requests<NetworkConnection>["preflight"];

/**
 * Verifies a contract and cross-checks the result, as `npx hardhat verify-contract` does. Prints nothing.
 *
 * @param request The contract and the options. Only the address is required.
 * @returns The report that `--json` prints; `exitCode` is 0 only if the match is good enough and every check passed.
 * @throws VerifyContractError VC1xx, VC2xx, VC302, VC303: invalid usage or a broken environment. Nothing was sent in that case.
 *
 * @example
 * import hre from "hardhat";
 * import { verifyContract } from "hardhat-verify-contract/verify";
 *
 * const report = await verifyContract({ address: "0x5FbDB2315678afecb367f032d93F642f64180aa3" }, hre);
 * if (report.exitCode !== 0) throw new Error(report.contracts[0]?.error?.message);
 */
export async function verifyContract(
  request: VerifyContractRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  const { run } = await import("./internal/commands/run.ts");
  return run("verify", request, await loadHost(hre));
}

/**
 * Cross-checks a verified contract, as `npx hardhat verify-contract check` does. Submits and prints nothing.
 *
 * @param request The contract and the options. Only the address is required.
 * @returns The report that `--json` prints; `exitCode` is 0 only if the stored match is good enough and every check passed.
 * @throws VerifyContractError VC1xx, VC2xx, VC302, VC303: invalid usage or a broken environment.
 *
 * @example
 * import hre from "hardhat";
 * import { checkContract } from "hardhat-verify-contract/verify";
 *
 * const address = "0x5FbDB2315678afecb367f032d93F642f64180aa3";
 * const report = await checkContract({ address, recompile: true, require: ["metadata-hash"] }, hre);
 * console.log(report.contracts[0]?.checks);
 */
export async function checkContract(
  request: CheckContractRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  const { run } = await import("./internal/commands/run.ts");
  return run("check", request, await loadHost(hre));
}

/**
 * Cross-checks several verified contracts, as `npx hardhat verify-contract check` does. Submits and prints nothing, and
 * needs no build.
 *
 * @param request The contracts and the options. Defaults to everything the project has deployed on the network's chain.
 * @returns The report, with one entry per contract. `exitCode` is the worst of their exit codes.
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: invalid usage or a broken environment.
 *
 * @example
 * import hre from "hardhat";
 * import { checkContracts } from "hardhat-verify-contract/verify";
 *
 * const report = await checkContracts({ targets: ["chain-296", "deployments.yaml"] }, hre);
 * process.exitCode = report.exitCode;
 */
export async function checkContracts(
  request: CheckContractsRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  const { run } = await import("./internal/commands/run.ts");
  return run("checks", request, await loadHost(hre));
}

/**
 * Verifies all deployed contracts, as `npx hardhat verify-contract deployments` does. Prints nothing.
 *
 * @param request The deployments and the options. Defaults to all of the project's deployments on the network's chain.
 * @returns The report, with one entry per contract. `exitCode` is the worst of their exit codes.
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: invalid usage or a broken environment. Nothing was sent in that case.
 *
 * @example
 * import hre from "hardhat";
 * import { verifyDeployments } from "hardhat-verify-contract/verify";
 *
 * const report = await verifyDeployments({ deployments: ["chain-296"] }, hre);
 * process.exitCode = report.exitCode;
 */
export async function verifyDeployments(
  request: VerifyDeploymentsRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  const { run } = await import("./internal/commands/run.ts");
  return run("deployments", request, await loadHost(hre));
}

/**
 * Predicts from the build whether contracts will verify once they are deployed, as `npx hardhat verify-contract
 * preflight` does. Needs no chain; sends and prints nothing.
 *
 * @param request The contracts and the options. Defaults to everything the project would deploy.
 * @returns The report, with one entry per contract. `exitCode` is 1 if at least one contract has an error.
 * @throws VerifyContractError VC1xx, VC2xx: invalid usage, or builds that can't be read.
 *
 * @example
 * import hre from "hardhat";
 * import { preflight } from "hardhat-verify-contract/verify";
 *
 * const report = await preflight({ contracts: ["Vault"], minMatch: "exact_match" }, hre);
 * if (report.exitCode !== 0) throw new Error(report.contracts[0]?.findings[0]?.message);
 */
export async function preflight(
  request: PreflightRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<PreflightReport> {
  const { runPreflight } = await import("./internal/commands/preflight.ts");
  return runPreflight(request, await loadHost(hre));
}

/**
 * Checks deployed contracts and writes all results, or none, to the lock file, as `npx hardhat verify-contract lock`
 * does. Prints nothing. `checkContracts({ locked: true }, hre)` compares the chain with that file.
 *
 * @param request The contracts and the options. Defaults to everything the project has deployed on the network's chain.
 * @returns The report. The file has been written if `exitCode` is 0 and the report includes a contract.
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: invalid usage or a broken environment, and VC715 for a file that
 * can't be written.
 *
 * @example
 * import hre from "hardhat";
 * import { lock } from "hardhat-verify-contract/verify";
 *
 * const report = await lock({ allNetworks: true }, hre);
 * process.exitCode = report.exitCode;
 */
export async function lock(request: LockRequest, hre: HardhatRuntimeEnvironment): Promise<Report> {
  const { runLock } = await import("./internal/commands/lock.ts");
  return (await runLock(request, await loadHost(hre))).report;
}

/**
 * Recomputes all checks and claims from recorded evidence, as `npx hardhat verify-contract replay` does. Sends no
 * requests unless a connection is passed, and prints nothing.
 *
 * @param request The evidence file, and inputs that replace parts of it.
 * @returns The recorded run's report.
 * @throws VerifyContractError VC802 to VC809: the file isn't evidence, was modified, or doesn't support its own
 * statements. Also throws the error that ended the recorded run, if any.
 *
 * @example
 * import hre from "hardhat";
 * import { replay } from "hardhat-verify-contract/verify";
 *
 * const report = await replay({ evidence: "run.evidence.gz" }, hre);
 * console.log(report.contracts[0]?.verdict);
 */
export async function replay(request: ReplayRequest, hre: HardhatRuntimeEnvironment): Promise<Report> {
  const { runReplay } = await import("./internal/commands/replay.ts");
  return runReplay(request, await loadHost(hre));
}

async function loadHost(hre: HardhatRuntimeEnvironment): Promise<Host> {
  // Hardhat 2's entry point has the same functions with different types.
  if ("hardhatArguments" in hre)
    return (await import("./internal/hosts/hardhat2/host.ts")).createHardhat2Host(hre as object as Runtime);
  return (await import("./internal/hosts/hardhat3/host.ts")).createHardhatHost(hre);
}
