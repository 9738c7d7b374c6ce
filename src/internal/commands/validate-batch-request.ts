import type { ProjectPaths } from "../builds/project/project-paths.ts";
import type { Shard } from "../deployments/plan-targets.ts";
import { parseTarget, type Target } from "../domain/target.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Host } from "./host.ts";
import { namesContract } from "./names-contract.ts";
import { flagOf, optionsOf } from "./options.ts";
import { validateRequest } from "./request.ts";
import type { CheckContractsRequest, LockRequest, VerifyDeploymentsRequest } from "./requests.ts";
import { parseShard } from "./shard-option.ts";
import { type ValidRequest, validateOptions } from "./validate-request.ts";

/** What can be validated of a run before a chain is asked. */
export interface ValidBatch {
  readonly command: "verify" | "deployments" | "check" | "lock";
  /** Whether the request is for one contract. */
  readonly scope: "one" | "several";
  /** What is done with the lock file: compared with the contracts, or written. @default nothing */
  readonly lock?: "compare" | "write";
  /** Name or address of the one contract that is looked at. @default all */
  readonly only?: string | undefined;
  /** As the user gave them: contracts and deployments. Empty for all that the project has. */
  readonly names: readonly string[];
  /** Those that name deployments. */
  readonly deployments: readonly string[];
  /** Those that name contracts. */
  readonly contracts: readonly Target[];
  /** On every configured network whose chain the records name. */
  readonly allNetworks: boolean;
  /** Whether the user chose a network. */
  readonly isNetworkNamed: boolean;
  /** Path of a manifest to write for what no tool wrote. @default none */
  readonly writeManifest?: string;
  readonly shard: Shard | undefined;
  readonly bail: boolean;
  /** Whether the journal of earlier runs is ignored. */
  readonly fresh: boolean;
  /** Of each contract. */
  readonly common: Omit<ValidRequest, "target">;
}

/** What decides on which networks a run is. */
type OfHost = Pick<Host, "words" | "globals">;

/** A validated request for one contract, as a run over that contract alone. */
export function validateOne({ target, ...common }: ValidRequest, fresh = false): ValidBatch {
  return {
    command: common.action,
    scope: "one",
    names: [target.input],
    deployments: [],
    contracts: [target],
    allNetworks: false,
    isNetworkNamed: true,
    shard: undefined,
    bail: false,
    fresh,
    common,
  };
}

/** Validates what the user asked for, and fills in the defaults that need no configuration. VC106, VC112. */
export function validateDeploymentsRequest(
  request: VerifyDeploymentsRequest,
  paths: ProjectPaths,
  host: OfHost,
): ValidBatch {
  validateRequest(request, "deployments", host.words);
  const { deployments = [], fresh = false, writeManifest } = request;
  return {
    command: "deployments",
    scope: "several",
    names: deployments,
    deployments,
    contracts: [],
    ...commonParts(request, host),
    ...(writeManifest === undefined ? {} : { writeManifest }),
    fresh,
    common: validateOptions(without(request, [...OF_BATCH, "deployments", "writeManifest"]), paths, false),
  };
}

/** The same for a request to check. VC101 to VC103, VC106, VC112. */
export function validateChecksRequest(
  request: CheckContractsRequest,
  paths: ProjectPaths,
  host: OfHost,
): ValidBatch {
  validateRequest(request, "checks", host.words);
  return validateTargets(request, paths, host);
}

function validateTargets(request: CheckContractsRequest, paths: ProjectPaths, host: OfHost): ValidBatch {
  const { targets = [], recompile = false, locked = false } = request;
  if (locked) refuseBesideLocked(request);
  const contracts = targets.filter(namesContract).map(parseTarget);
  const parts = commonParts(request, host);
  // An address is of one network, and which one it is nothing says.
  contradicting("--all-networks and an address", parts.allNetworks && contracts.length > 0);
  const options = without(request, [...OF_BATCH, "targets", "recompile", "locked"]);
  return {
    command: "check",
    scope: "several",
    names: targets,
    deployments: targets.filter((each) => !namesContract(each)),
    contracts,
    ...parts,
    ...(locked ? { lock: "compare" as const } : {}),
    fresh: false,
    common: {
      ...validateOptions(options, paths, recompile),
      action: "check",
      recompile,
      // The lock file has what the user and the records name, and where each proxy leads.
      ...(locked ? { lookAtProxy: false } : {}),
    },
  };
}

/**
 * What asks for more than a comparison with the lock file: to ignore it would look like having done it.
 *
 * @throws VC112
 */
function refuseBesideLocked(request: CheckContractsRequest): void {
  const isGiven = (value: unknown): boolean =>
    value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0);
  const first = optionsOf("check").find(
    ({ key = "", isProof }) => isProof && isGiven(Reflect.get(request, key)),
  );
  if (first !== undefined) contradicting(`--locked and ${flagOf(first.name)}`, true);
}

/** The same for a request to lock. */
export function validateLockRequest(request: LockRequest, paths: ProjectPaths, host: OfHost): ValidBatch {
  validateRequest(request, "lock", host.words);
  const { update, allowUnverified, ...checked } = request;
  const { common, ...valid } = validateTargets(checked, paths, host);
  return {
    ...valid,
    command: "lock",
    lock: "write",
    only: update,
    common: { ...common, isLocking: true, lookAtProxy: false },
  };
}

/** Keys that are of the run, and of no contract. */
const OF_BATCH = ["allNetworks", "shard", "bail", "onProgress"] as const;

function commonParts(
  { allNetworks = false, shard, bail = false, connection }: VerifyDeploymentsRequest | CheckContractsRequest,
  { words, globals }: OfHost,
): Pick<ValidBatch, "allNetworks" | "isNetworkNamed" | "shard" | "bail"> {
  const isNetworkNamed = connection !== undefined || globals.some(([flag]) => flag === words.network.flag);
  contradicting(`--all-networks and ${words.network.flag}`, allNetworks && isNetworkNamed);
  return {
    allNetworks,
    isNetworkNamed,
    shard: shard === undefined ? undefined : parseShard(shard),
    bail,
  };
}

/** An object without some of its keys. */
function without<T extends object, K extends keyof T>(value: T, keys: readonly K[]): Omit<T, K> {
  const left = Object.entries(value).filter(([key]) => !(keys as readonly string[]).includes(key));
  return Object.fromEntries(left) as Omit<T, K>;
}

function contradicting(options: string, are: boolean): void {
  if (are) throw new VerifyContractError("VC112", { values: { options } });
}
