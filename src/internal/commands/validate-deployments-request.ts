import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { Shard } from "../deployments/plan-targets.ts";
import type { HostWords } from "../errors/host-words.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { validateRequest } from "./request-schema.ts";
import { parseShard } from "./shard-option.ts";
import { type ValidRequest, validateOptions } from "./validate-request.ts";

/** What can be validated before the chain is asked. */
export interface ValidDeploymentsRequest {
  /** Empty for all that the project has. */
  readonly names: readonly string[];
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Of each contract. */
  readonly common: Omit<ValidRequest, "target">;
}

/** Validates what the user asked for, and fills in the defaults that need no configuration. VC106, VC112. */
export function validateDeploymentsRequest(
  request: VerifyDeploymentsRequest,
  paths: ProjectPaths,
  words: HostWords,
): ValidDeploymentsRequest {
  validateRequest(request, "deployments", words);
  const { deployments = [], shard, bail = false, onProgress: _, ...options } = request;
  return {
    names: deployments,
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    common: validateOptions(options, paths, false),
  };
}
