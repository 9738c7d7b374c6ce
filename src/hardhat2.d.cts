import type { HardhatRuntimeEnvironment, Network } from "hardhat/types";
import type { UserConfig } from "./internal/commands/config/user-config.cjs";
import type {
  CheckContractRequest as CheckRequest,
  CheckContractsRequest as CheckSeveralRequest,
  VerifyDeploymentsRequest as DeploymentsRequest,
  LockRequest as LockingRequest,
  PreflightRequest,
  ReplayRequest as ReplayingRequest,
  VerifyContractRequest as VerifyRequest,
} from "./internal/commands/requests.cjs";
import type { Report } from "./internal/report/model.cjs";
import type { PreflightReport } from "./internal/report/preflight/model.cjs";

export type { UserConfig as VerifyContractUserConfig } from "./internal/commands/config/user-config.cjs";
export type { PreflightRequest } from "./internal/commands/requests.cjs";
export { type ErrorCode, type Fact, type Problem, VerifyContractError } from "./internal/errors/problem.cjs";
export type { PreflightEvent } from "./internal/pipeline/preflight/request.cjs";
export type { BatchEvent } from "./internal/report/batch-progress.cjs";
export type { Report } from "./internal/report/model.cjs";
export type { PreflightReport } from "./internal/report/preflight/model.cjs";
export type { ProgressEvent } from "./internal/report/progress.cjs";

declare module "hardhat/types/config" {
  interface HardhatUserConfig {
    /** Verification of deployed contracts: services, what is good enough, time limits. */
    verifyContract?: UserConfig;
  }
}

/** What of a network is asked. */
type Connection = Pick<Network, "provider"> & Partial<Pick<Network, "name" | "config">>;

/** What to verify, and how. */
export interface VerifyContractRequest extends VerifyRequest<Connection> {}

/** What to check, and how. */
export interface CheckContractRequest extends CheckRequest<Connection> {}

/** What to check in one run, and how. The other keys are those of one contract, and hold for each. */
export interface CheckContractsRequest extends CheckSeveralRequest<Connection> {}

/** What to lock, and how. The other keys are those of a check over several contracts. */
export interface LockRequest extends LockingRequest<Connection> {}

/** Which evidence to replay, and with what besides. */
export interface ReplayRequest extends ReplayingRequest<Connection> {}

/** Which deployments to verify, and how. The other keys are those of one contract, and hold for each. */
export interface VerifyDeploymentsRequest extends DeploymentsRequest<Connection> {}

/**
 * Verifies a contract and cross-checks the result, as `npx hardhat verify-contract` does, and returns the report that
 * `--json` prints. Touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC1xx, VC2xx, VC302, VC303: wrong use and broken environments. Nothing was sent then.
 *
 * @example
 * const hre = require("hardhat");
 * const { verifyContract } = require("hardhat-verify-contract/hardhat2");
 *
 * const report = await verifyContract({ address: "0x5FbDB2315678afecb367f032d93F642f64180aa3" }, hre);
 * if (report.exitCode !== 0) throw new Error(report.contracts[0]?.error?.message);
 */
export function verifyContract(
  request: VerifyContractRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report>;

/**
 * Cross-checks a contract that is verified already, by whomever, as `npx hardhat verify-contract:check` does, and
 * returns the report that `--json` prints. Submits nothing, and touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC1xx, VC2xx, VC302, VC303: wrong use and broken environments.
 */
export function checkContract(request: CheckContractRequest, hre: HardhatRuntimeEnvironment): Promise<Report>;

/**
 * Cross-checks several contracts that are verified already, as `npx hardhat verify-contract:check` does, and returns the
 * report that `--json` prints. Submits nothing, needs no build, and touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: wrong use and broken environments.
 */
export function checkContracts(
  request: CheckContractsRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report>;

/**
 * Verifies everything that was deployed and cross-checks it, as `npx hardhat verify-contract:deployments` does, and
 * returns the report that `--json` prints. Touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: wrong use and broken environments. Nothing was sent then.
 */
export function verifyDeployments(
  request: VerifyDeploymentsRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report>;

/**
 * Says whether contracts will verify once they are deployed, as `npx hardhat verify-contract:preflight` does, and returns
 * the report that `--json` prints. Needs no chain, sends nothing, and touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC1xx, VC2xx: wrong use, and builds that can't be read.
 */
export function preflight(
  request: PreflightRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<PreflightReport>;

/**
 * Checks what was deployed, and writes what was proven into the lock file, as `npx hardhat verify-contract:lock` does.
 * Touches neither the exit code nor the console. `checkContracts({ locked: true }, hre)` compares with it.
 *
 * @throws VerifyContractError VC1xx, VC2xx, VC7xx: wrong use and broken environments. The lock file is unchanged then.
 */
export function lock(request: LockRequest, hre: HardhatRuntimeEnvironment): Promise<Report>;

/**
 * Computes the report of recorded evidence anew, as `npx hardhat verify-contract:replay` does: every check and claim, from the
 * file alone. Asks nothing unless a connection is given, and touches neither the exit code nor the console.
 *
 * @throws VerifyContractError VC802 to VC809: the file is none, was changed, or does not show what it states.
 */
export function replay(request: ReplayRequest, hre: HardhatRuntimeEnvironment): Promise<Report>;
