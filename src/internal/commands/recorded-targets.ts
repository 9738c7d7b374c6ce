import { isHexString } from "ethers/utils";
import type { BuildSource } from "../builds/build-source.ts";
import { formatPath } from "../builds/read-candidates.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Lock, LockedContract } from "../deployments/lock/lock-model.ts";
import type { DeployedTarget, NamedTarget } from "../deployments/plan-targets.ts";
import { hashCode } from "../domain/keccak.ts";
import { getTargetKey, normalizeId, parseTarget } from "../domain/target.ts";
import { advice, type CommandOption } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Locked, VerifyRequest } from "../pipeline/request.ts";
import type { DeploymentOrigin } from "../report/model.ts";
import { withoutUndefined } from "../text/is-object.ts";
import { createRunLine, dropNetwork } from "./request.ts";
import type { RunParts, RunTarget } from "./run-parts.ts";
import type { ValidRun } from "./validate-request.ts";

export function formatOrigins(origins: DeployedTarget["origins"], root: string): readonly DeploymentOrigin[] {
  return origins.map(({ tool, name, file, naming }) =>
    withoutUndefined({ tool, name, file: formatPath(file, root), naming }),
  );
}

type Builds = Pick<VerifyRequest, "buildSource" | "options">;

/** The user's build location takes precedence over the one in the contract's deployment record. */
function selectBuilds(
  { buildSource, contract }: DeployedTarget,
  common: Builds & Pick<VerifyRequest, "projectRoot">,
): Builds {
  // Deployment records only refer to build files, so a compiler input comes from the user.
  if (buildSource.kind !== "build-files" || (buildSource === common.buildSource && contract === undefined))
    return common;
  const named: readonly CommandOption[] = contract === undefined ? [] : [["--contract", contract]];
  if (common.buildSource.kind === "build-files" && common.buildSource.isNamed) {
    return { buildSource: common.buildSource, options: [...named, ...common.options] };
  }
  const shown = (location: string): string => formatPath(location, common.projectRoot);
  const [first] = buildSource.locations;
  const isDefault =
    first === undefined ||
    (common.buildSource.kind === "build-files" &&
      common.buildSource.locations.some((location) => first.startsWith(location)));
  return {
    buildSource,
    options: [...named, ...(isDefault ? [] : [["--build-info", shown(first)] as const]), ...common.options],
  };
}

export function createVerifyRequest(
  target: RunTarget,
  { valid, host }: Pick<RunParts, "valid" | "host">,
  isOfSeveral: boolean,
): VerifyRequest {
  const { common, scope, allNetworks, requireCreation } = valid;
  const { networkName, networkArgument, node } = target.chain;
  const isOfAll = isOfSeveral || allNetworks || networkArgument !== undefined;
  return {
    ...common,
    ...selectBuilds(target, common),
    // Unused on a lost chain, because its contracts aren't judged.
    requirement: { minMatch: node.kind === "open" ? node.config.minMatch : "match", requireCreation },
    target: target.target,
    name: target.lockedName,
    isLongAgo: target.isLongAgo,
    origins: formatOrigins(target.origins, common.projectRoot),
    recorded: target.recorded,
    contract: target.contract ?? common.contract,
    locked: target.locked,
    networkArgument,
    globals: dropNetwork(host),
    batch: scope === "one" ? undefined : createRunLine(valid, isOfAll ? undefined : networkName, host),
  };
}

/**
 * Contracts share one code request per address. Unexpected code isn't cached, because a second request must confirm it.
 */
export function cacheExpectedCodes(chain: RpcChain, locked: Lock): RpcChain {
  const expected = new Set(
    locked.flatMap(({ address, code, codes = {} }) =>
      Object.entries({ ...codes, [address]: code }).map(([at, hash]) => `${at.toLowerCase()} ${hash}`),
    ),
  );
  const asked = new Map<string, Promise<unknown>>();
  return chain.through((request) => async (method, params, signal) => {
    const [address, block] = params;
    if (method !== "eth_getCode" || block !== "latest") return request(method, params, signal);
    const key = String(address).toLowerCase();
    const isExpected = (answer: unknown): boolean =>
      isHexString(answer) && expected.has(`${key} ${hashCode(answer)}`);
    const known = await asked.get(key)?.catch(() => undefined);
    if (isExpected(known)) return known;
    const answer = request(method, params, signal);
    asked.set(key, answer);
    return answer;
  });
}

export function selectEntries(lock: Lock, chainId: number): Lock {
  return lock.filter((entry) => entry.chainId === chainId);
}

export function listAddresses(targets: readonly Pick<VerifyRequest, "target">[]): readonly string[] {
  return targets.flatMap(({ target }) => (target.kind === "address" ? target.address : []));
}

export function getLockedChains(lock: Lock): readonly number[] {
  return [...new Set(lock.map(({ chainId }) => chainId))];
}

/** A run that writes the lock file includes entries without a deployment record: nothing else refers to them. */
export function listLockedTargets(
  entries: Lock,
  { lock: use, names, only }: ValidRun,
  buildSource: BuildSource,
): readonly NamedTarget[] {
  if (names.length > 0) return [];
  return entries
    .filter(
      (entry) =>
        use === "compare" || entry.tools.length === 0 || only?.some((text) => isCalled(entry, text)) === true,
    )
    .map(({ address, name }) => ({
      target: parseTarget(address),
      buildSource,
      // A comparison shows only names that it confirms.
      ...(use === "compare" ? {} : { lockedName: name }),
    }));
}

/**
 * Selects the contracts named in `--update`, or all contracts if the option is missing. Several contracts may have the
 * same name.
 */
export function selectNamed(
  targets: readonly RunTarget[],
  only: readonly string[] | undefined,
  lock: Lock,
): readonly RunTarget[] {
  if (only === undefined) return targets;
  const isNamed = (each: RunTarget, text: string): boolean =>
    each.target.input.toLowerCase() === text.toLowerCase() ||
    each.origins.some(({ name }) => name === text) ||
    selectEntries(lock, each.chain.chainId).some(
      (entry) => locksTarget(entry, each) && isCalled(entry, text),
    );
  // An empty list probably comes from an unset shell variable, and must not select everything.
  const unknown = only.length === 0 ? "" : only.find((text) => !targets.some((each) => isNamed(each, text)));
  if (unknown === undefined) return targets.filter((each) => only.some((text) => isNamed(each, text)));
  const names = new Set([...lock, ...targets.flatMap(({ origins }) => origins)].map(({ name }) => name));
  throw new VerifyContractError("VC714", {
    values: { name: unknown },
    facts: [["Available", [...names].slice(0, MOST_NAMES).join(", ") || undefined]],
    next: advice("use its address, or its name in the lock file or a deployment record"),
  });
}

const MOST_NAMES = 10;

/** @param hasRecords True if the deployment records list any contract on the chain. */
export function findLocked(target: DeployedTarget, entries: Lock, hasRecords: boolean): Locked {
  const entry = entries.find((each) => locksTarget(each, target));
  const wasRecorded = entry !== undefined && entry.tools.length > 0;
  return { entry, isRecordMissing: hasRecords && wasRecorded && target.origins.length === 0 };
}

function isCalled({ name, address }: LockedContract, text: string): boolean {
  return name === text || address.toLowerCase() === text.toLowerCase();
}

function locksTarget({ address, id }: LockedContract, { target }: Pick<DeployedTarget, "target">): boolean {
  const key = getTargetKey(target);
  return key === address.toLowerCase() || (id !== undefined && key === normalizeId(id));
}
