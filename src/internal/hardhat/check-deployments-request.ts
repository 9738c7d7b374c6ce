import type { Shard } from "../deployments/plan-targets.ts";
import type { ProjectPaths } from "../project/project-paths.ts";
import { type CheckedRequest, checkOptions } from "./check-request.ts";
import { checkRequestKeys } from "./check-request-keys.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { DEPLOYMENTS_REQUEST_KEYS } from "./request-keys.ts";
import { parseShard } from "./shard-option.ts";

/** What can be checked before the chain is asked. */
export interface CheckedDeploymentsRequest {
  /** Empty for all that the project has. */
  readonly names: readonly string[];
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Of each contract. */
  readonly common: Omit<CheckedRequest, "target">;
}

/** Checks what the user asked for, and fills in the defaults that need no configuration. VC106, VC112. */
export function checkDeploymentsRequest(
  request: VerifyDeploymentsRequest,
  paths: ProjectPaths,
): CheckedDeploymentsRequest {
  checkRequestKeys(request, DEPLOYMENTS_REQUEST_KEYS);
  const { deployments = [], shard, bail = false, onProgress: _, ...options } = request;
  return {
    names: deployments,
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    common: checkOptions(options, paths, false),
  };
}
