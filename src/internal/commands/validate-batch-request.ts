import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { Shard } from "../deployments/plan-targets.ts";
import { parseTarget, type Target } from "../domain/target.ts";
import type { HostWords } from "../errors/host-words.ts";
import type { CheckContractsRequest } from "./check-contracts-request.ts";
import type { VerifyDeploymentsRequest } from "./deployments-request.ts";
import { namesContract } from "./names-contract.ts";
import { validateRequest } from "./request-schema.ts";
import { parseShard } from "./shard-option.ts";
import { type ValidRequest, validateOptions } from "./validate-request.ts";

/** What can be validated of a run over several contracts before a chain is asked. */
export interface ValidBatch {
  readonly subcommand: "deployments" | "check";
  /** As the user gave them: contracts and deployments. Empty for all that the project has. */
  readonly names: readonly string[];
  /** Those that name deployments. */
  readonly deployments: readonly string[];
  /** Those that name contracts. */
  readonly contracts: readonly Target[];
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Whether the journal of earlier runs is ignored. */
  readonly fresh: boolean;
  /** Of each contract. */
  readonly common: Omit<ValidRequest, "target">;
}

/** Validates what the user asked for, and fills in the defaults that need no configuration. VC106, VC112. */
export function validateDeploymentsRequest(
  request: VerifyDeploymentsRequest,
  paths: ProjectPaths,
  words: HostWords,
): ValidBatch {
  validateRequest(request, "deployments", words);
  const { deployments = [], shard, bail = false, onProgress: _, ...options } = request;
  return {
    subcommand: "deployments",
    names: deployments,
    deployments,
    contracts: [],
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    fresh: request.fresh ?? false,
    common: validateOptions(options, paths, false),
  };
}

/** The same for a request to check. VC101 to VC103, VC106, VC112. */
export function validateChecksRequest(
  request: CheckContractsRequest,
  paths: ProjectPaths,
  words: HostWords,
): ValidBatch {
  validateRequest(request, "checks", words);
  const { targets = [], shard, bail = false, recompile = false, onProgress: _, ...options } = request;
  return {
    subcommand: "check",
    names: targets,
    deployments: targets.filter((each) => !namesContract(each)),
    contracts: targets.filter(namesContract).map(parseTarget),
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
    fresh: false,
    common: { ...validateOptions(options, paths, recompile), action: "check", recompile },
  };
}
