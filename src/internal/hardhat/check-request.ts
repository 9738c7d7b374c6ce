import path from "node:path";

import type { ChainConfig } from "../config/resolve-chain-config.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { parseTarget, parseTransactionHash } from "../target/parse-target.ts";
import { nearestNames } from "../text/nearest.ts";
import { checkRequestKeys } from "./check-request-keys.ts";
import { checkTimeout } from "./timeout-option.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** Where a project is and what it was compiled to; absolute paths. */
export interface ProjectPaths {
  readonly root: string;
  readonly artifacts: string;
}

/** What can be checked before the chain is asked. VC101 to VC106, VC112. */
export type CheckedRequest = Omit<VerifyRequest, "requirement"> & {
  readonly minMatch: "match" | "exact_match" | undefined;
  readonly requireCreation: boolean;
  readonly timeoutMs: number | undefined;
};

/** Checks what the user asked for, and fills in the defaults that need no configuration. */
export function checkRequest(request: VerifyContractRequest, paths: ProjectPaths): CheckedRequest {
  checkRequestKeys(request);
  const hash = request.creationTransactionHash;
  const buildInfo = notEmpty("--build-info", request.buildInfo, "the path of a file or a folder");
  if (request.force === true && request.dryRun === true) {
    throw new VerifyContractError("VC112", { values: { options: "--force and --dry-run" } });
  }
  return {
    target: parseTarget(request.address),
    contract: notEmpty("--contract", request.contract, "Name or path/to/File.sol:Name"),
    creationTransactionHash: hash === undefined ? undefined : parseTransactionHash(hash),
    buildLocation: buildInfo === undefined ? paths.artifacts : path.resolve(buildInfo),
    projectRoot: paths.root,
    sources: oneOf("--sources", request.sources ?? "auto", ["auto", "minimal", "full"]),
    minMatch:
      request.minMatch === undefined
        ? undefined
        : oneOf("--min-match", request.minMatch, ["match", "exact_match"]),
    requireCreation: request.requireCreation ?? false,
    force: request.force ?? false,
    dryRun: request.dryRun ?? false,
    timeoutMs: request.timeout === undefined ? undefined : checkTimeout(request.timeout) * 1000,
  };
}

/** Adds what the configuration says. */
export function withConfig(request: CheckedRequest, config: ChainConfig): VerifyRequest {
  const { minMatch, requireCreation, timeoutMs: _, ...rest } = request;
  return { ...rest, requirement: { minMatch: minMatch ?? config.minMatch, requireCreation } };
}

function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const [nearest] = nearestNames(value, allowed, 1);
  throw new VerifyContractError("VC106", {
    values: { option, value },
    facts: [["Takes", allowed.join(", ")]],
    next: nearest === undefined ? undefined : `${option} ${nearest}`,
  });
}

/** An empty text is most likely a shell variable that is not set; taking it for no option would do something else. */
function notEmpty(option: string, value: string | undefined, takes: string): string | undefined {
  if (value?.trim() !== "") return value;
  throw new VerifyContractError("VC106", { values: { option, value }, facts: [["Takes", takes]] });
}
