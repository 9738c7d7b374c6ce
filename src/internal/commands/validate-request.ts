import path from "node:path";

import type { BuildSource } from "../builds/build-source.ts";
import { defaultLocations, type ProjectPaths } from "../builds/project/project-paths.ts";
import { parseTarget, parseTransactionHash } from "../domain/target.ts";
import type { HostWords } from "../errors/host-words.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { commandOptions } from "./command-line.ts";
import { validateCompilerVersion } from "./compiler-version-option.ts";
import type { ChainConfig } from "./config/resolve-chain-config.ts";
import { notEmpty, oneOf } from "./option-values.ts";
import { validateRequest } from "./request.ts";
import type { CheckContractRequest, VerifyContractRequest } from "./requests.ts";
import { validateRequired } from "./require-option.ts";
import { validateTimeout } from "./timeout-option.ts";
import { validateTimestamp } from "./timestamp-option.ts";

/** A request without what it is for. */
type RequestOptions = Omit<VerifyContractRequest, "address" | "onProgress">;

/** What can be validated before the chain is asked. VC101 to VC106, VC112. */
export type ValidRequest = Omit<VerifyRequest, "requirement"> & {
  readonly minMatch: "match" | "exact_match" | undefined;
  readonly requireCreation: boolean;
  readonly timeoutMs: number | undefined;
};

/** Validates what the user asked for, and fills in the defaults that need no configuration. */
export function validateVerifyRequest(
  request: VerifyContractRequest,
  paths: ProjectPaths,
  words: HostWords,
): ValidRequest {
  validateRequest(request, "verify", words);
  return validateValues(request, paths, false);
}

/** The same for a request to check. */
export function validateCheckRequest(
  request: CheckContractRequest,
  paths: ProjectPaths,
  words: HostWords,
): ValidRequest {
  validateRequest(request, "check", words);
  const { recompile = false, ...others } = request;
  return { ...validateValues(others, paths, recompile), action: "check", recompile };
}

function validateValues(
  request: VerifyContractRequest,
  paths: ProjectPaths,
  recompile: boolean,
): ValidRequest {
  const { address, ...options } = request;
  return { target: parseTarget(address), ...validateOptions(options, paths, recompile) };
}

/** Validates all but the target. */
export function validateOptions(
  request: RequestOptions,
  paths: ProjectPaths,
  recompile: boolean,
): Omit<ValidRequest, "target"> {
  const hash = request.creationTransactionHash;
  const { force = false, dryRun = false, followProxy = false, noFollowProxy = false, stdJsonInput } = request;
  contradicting("--force and --dry-run", force && dryRun);
  contradicting("--fresh and --dry-run", (request.fresh ?? false) && dryRun);
  contradicting("--require and --dry-run", dryRun && (request.require ?? []).length > 0);
  contradicting("--follow-proxy and --no-follow-proxy", followProxy && noFollowProxy);
  contradicting("--std-json-input and --follow-proxy", followProxy && stdJsonInput !== undefined);
  return {
    options: commandOptions({ ...request, recompile }),
    contract: notEmpty("--contract", request.contract, "Name or path/to/File.sol:Name"),
    creationTransactionHash: hash === undefined ? undefined : parseTransactionHash(hash),
    origins: [],
    lookedAt: new Set(),
    recorded: [],
    buildSource: buildSource(request, paths),
    projectRoot: paths.root,
    buildStep: paths.buildStep,
    sources: oneOf("--sources", request.sources ?? "auto", ["auto", "minimal", "full"]),
    minMatch:
      request.minMatch === undefined
        ? undefined
        : oneOf("--min-match", request.minMatch, ["match", "exact_match"]),
    requireCreation: request.requireCreation ?? false,
    action: "verify",
    required: validateRequired(request.require ?? [], {
      recompile,
      isInputGiven: stdJsonInput !== undefined,
    }),
    at: request.at === undefined ? undefined : validateTimestamp(request.at),
    recompile: false,
    followProxy,
    // A dry run shows what would be sent, and for that nothing of what a proxy runs.
    lookAtProxy: !noFollowProxy && !dryRun,
    pickIdentical: request.pickIdentical ?? false,
    force,
    dryRun,
    timeoutMs: request.timeout === undefined ? undefined : validateTimeout(request.timeout) * 1000,
  };
}

/** Adds what the configuration says. */
export function withConfig(request: ValidRequest, config: ChainConfig): VerifyRequest {
  const { minMatch, requireCreation, timeoutMs: _, ...rest } = request;
  return { ...rest, requirement: { minMatch: minMatch ?? config.minMatch, requireCreation } };
}

function buildSource(request: RequestOptions, paths: ProjectPaths): BuildSource {
  const buildInfo = notEmpty("--build-info", request.buildInfo, "the path of a file or a folder");
  const input = notEmpty("--std-json-input", request.stdJsonInput, "the path of a standard JSON input");
  const version = notEmpty("--compiler-version", request.compilerVersion, "a long version");
  if (input === undefined) {
    if (version !== undefined) throw lonely("--compiler-version", "--std-json-input");
    return {
      kind: "build-files",
      locations: buildInfo === undefined ? defaultLocations(paths) : [path.resolve(buildInfo)],
      isNamed: buildInfo !== undefined,
    };
  }
  contradicting("--std-json-input and --build-info", buildInfo !== undefined);
  contradicting("--std-json-input and --sources minimal", request.sources === "minimal");
  if (version === undefined) throw lonely("--std-json-input", "--compiler-version");
  return {
    kind: "standard-json-input",
    file: path.resolve(input),
    compilerVersion: validateCompilerVersion(version),
  };
}

function contradicting(options: string, are: boolean): void {
  if (are) throw new VerifyContractError("VC112", { values: { options } });
}

function lonely(option: string, needed: string): VerifyContractError {
  return new VerifyContractError("VC115", { values: { option, needed } });
}
