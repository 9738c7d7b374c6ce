import type { NetworkConnection } from "hardhat/types/network";
import type {
  CheckContractRequest as CheckRequest,
  CheckContractsRequest as ChecksRequest,
  VerifyDeploymentsRequest as DeploymentsRequest,
  LockRequest as LockingRequest,
  ReplayRequest as ReplayingRequest,
  VerifyContractRequest as VerifyRequest,
} from "../../commands/requests.ts";

/** What to verify, and how. */
export interface VerifyContractRequest extends VerifyRequest<NetworkConnection> {}

/** What to check, and how. */
export interface CheckContractRequest extends CheckRequest<NetworkConnection> {}

/** What to check in one run, and how. The other keys are those of one contract, and hold for each. */
export interface CheckContractsRequest extends ChecksRequest<NetworkConnection> {}

/** Which deployments to verify, and how. The other keys are those of one contract, and hold for each. */
export interface VerifyDeploymentsRequest extends DeploymentsRequest<NetworkConnection> {}

/** What to lock, and how. The other keys are those of a check over several contracts. */
export interface LockRequest extends LockingRequest<NetworkConnection> {}

/** Which evidence to replay, and with what besides. */
export interface ReplayRequest extends ReplayingRequest<NetworkConnection> {}
