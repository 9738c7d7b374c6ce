import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import type { CheckContractRequest } from "./verify-request.ts";

/** What to check in one run, and how. The other keys are those of one contract, and hold for each. */
export interface CheckContractsRequest<Connection = unknown>
  extends Omit<
      VerifyDeploymentsRequest<Connection>,
      "deployments" | "writeManifest" | "sources" | "force" | "fresh" | "dryRun"
    >,
    Pick<CheckContractRequest<Connection>, "recompile" | "at"> {
  /**
   * Addresses, contract ids, and whatever `deployments` of a request to verify takes.
   * @default all that the project has deployed on the network's chain
   */
  readonly targets?: readonly string[] | undefined;
  /** Compare with the lock file, and prove nothing anew. @default false */
  readonly locked?: boolean | undefined;
}
