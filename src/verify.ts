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
 * Verifies a contract and cross-checks the result, as `npx hardhat verify-contract` does, and returns the report that
 * `--json` prints. Doesn't set the exit code or print anything.
 *
 * @param request The contract and the options. Only the address is required.
 * @param hre The Hardhat runtime, for its configuration, network and artifacts.
 * @returns The report; `exitCode` is 0 only if the match is good enough and every check passed.
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
 * Cross-checks a contract that someone has already verified, as `npx hardhat verify-contract check` does, and returns
 * the report that `--json` prints. Submits nothing, doesn't set the exit code and prints nothing.
 *
 * @param request The contract and the options. Only the address is required.
 * @param hre The Hardhat runtime, for its configuration, network, and artifacts if there are any.
 * @returns The report; `exitCode` is 0 only if the stored match is good enough and every check passed.
 * @throws VerifyContractError VC1xx, VC2xx, VC302, VC303: invalid usage or a broken environment.
 *
 * @example
 * import hre from "hardhat";
 * import { checkContract } from "hardhat-verify-contract/verify";
 *
 * const report = await checkContract(
 * { address: "0x5FbDB2315678afecb367f032d93F642f64180aa3", recompile: true, require: ["metadata-hash"] },
 * hre,
 * );
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
 * Cross-checks several contracts that are already verified, as `npx hardhat verify-contract check` does, and returns the
 * report that `--json` prints. Submits nothing, needs no build, doesn't set the exit code and prints nothing.
 *
 * @param request The contracts and the options. Defaults to everything the project has deployed on the network's chain.
 * @param hre The Hardhat runtime, for its configuration, network, and artifacts if there are any.
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
 * Verifies all deployed contracts and cross-checks them, as `npx hardhat verify-contract deployments` does, and
 * returns the report that `--json` prints. Doesn't set the exit code or print anything.
 *
 * @param request The deployments and the options. Defaults to all of the project's deployments on the network's chain.
 * @param hre The Hardhat runtime, for its configuration, network and artifacts.
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
 * Predicts whether contracts will verify once they are deployed, as `npx hardhat verify-contract preflight` does, and returns the
 * report that `--json` prints. Reads the build, needs no chain, sends nothing, doesn't set the exit code and prints
 * nothing.
 *
 * @param request The contracts and the options. Defaults to everything the project would deploy.
 * @param hre The Hardhat runtime, for its configuration and artifacts.
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
 * Checks deployed contracts and writes the results to the lock file, as `npx hardhat verify-contract lock` does. Writes
 * either all results or none. Doesn't set the exit code or print anything. `checkContracts({ locked: true }, hre)`
 * compares the chain with that file.
 *
 * @param request The contracts and the options. Defaults to everything the project has deployed on the network's chain.
 * @param hre The Hardhat runtime, for its configuration, network, and artifacts if there are any.
 * @returns The report. The file has been written if `exitCode` is 0 and the report includes a contract.
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: invalid usage or a broken environment, and VC715 for a file that can't be
 * written.
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
 * Recomputes the report from recorded evidence, as `npx hardhat verify-contract replay` does. All checks and claims are
 * recomputed from the file alone. Sends no requests unless a connection is given, doesn't set the exit code and prints
 * nothing.
 *
 * @param request The evidence file, and inputs that replace parts of it.
 * @param hre The Hardhat runtime, for its compilers.
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
  if (isHardhat2Runtime(hre)) {
    const { createHardhat2Host: hardhat2Host } = await import("./internal/hosts/hardhat2/host.ts");
    return hardhat2Host(hre);
  }
  const { createHardhatHost: hardhatHost } = await import("./internal/hosts/hardhat3/host.ts");
  return hardhatHost(hre);
}

/** Hardhat 2's entry point has the same functions with different types. */
function isHardhat2Runtime(hre: object): hre is Runtime {
  return "hardhatArguments" in hre;
}
