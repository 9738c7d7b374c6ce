import type { NetworkConnection } from "hardhat/types/network";
import type { CheckContractsRequest as ChecksRequest } from "../../commands/check-contracts-request.ts";
import type { VerifyDeploymentsRequest as DeploymentsRequest } from "../../commands/deployments-request.ts";
import type { LockRequest as LockingRequest } from "../../commands/lock-request.ts";
import type { ReplayRequest as ReplayingRequest } from "../../commands/replay-request.ts";
import type {
  CheckContractRequest as CheckRequest,
  VerifyContractRequest as VerifyRequest,
} from "../../commands/verify-request.ts";

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
