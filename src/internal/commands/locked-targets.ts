import { isHexString } from "ethers/utils";
import type { BuildSource } from "../builds/build-source.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Lock, LockedContract } from "../deployments/lock/lock-model.ts";
import type { DeployedTarget, NamedTarget } from "../deployments/plan-targets.ts";
import { codeHash } from "../domain/keccak.ts";
import { parseTarget } from "../domain/target.ts";
import { advice, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Locked } from "../pipeline/request.ts";
import { nearestNames } from "../text/nearest.ts";
import type { RunChain, RunTarget } from "./run-parts.ts";
import type { ValidRun } from "./validate-request.ts";

/**
 * The chain of a run that compares it with the lock file: it reads the code at an address once, however many contracts run
 * it. An answer that the lock file doesn't expect is not remembered, because it is read again with care.
 */
export function withExpectedCodes(chain: RpcChain, locked: Lock): RpcChain {
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
      isHexString(answer) && expected.has(`${key} ${codeHash(answer)}`);
    const known = await asked.get(key)?.catch(() => undefined);
    if (isExpected(known)) return known;
    const answer = request(method, params, signal);
    asked.set(key, answer);
    return answer;
  });
}

/** What a lock file has of a chain. */
export function entriesOf(lock: Lock, chainId: number): Lock {
  return lock.filter((entry) => entry.chainId === chainId);
}

/** The chains that a lock file names. */
export function chainsOf(lock: Lock): readonly number[] {
  return [...new Set(lock.map(({ chainId }) => chainId))];
}

/**
 * The entries of a chain that a run looks at beside deployment records: to compare all of them; to write those of no
 * record, because nothing else names these, and the one that was named.
 */
export function namedByLock(
  entries: Lock,
  { lock: use, names, only }: ValidRun,
  buildSource: BuildSource,
): readonly NamedTarget[] {
  if (names.length > 0) return [];
  return entries
    .filter((entry) => use === "compare" || entry.tools.length === 0 || isCalled(entry, only))
    .map(({ address, name }) => ({ target: parseTarget(address), buildSource, lockedName: name }));
}

/**
 * The one contract that was named, if one was.
 *
 * @throws VC714 where no chain has it.
 */
export function onlyNamed(
  targets: readonly RunTarget[],
  only: string | undefined,
  lock: Lock,
  chains: readonly Pick<RunChain, "deployments">[],
): readonly RunTarget[] {
  if (only === undefined) return targets;
  const named = targets.filter(
    (each) =>
      each.target.input.toLowerCase() === only.toLowerCase() ||
      each.origins.some(({ name }) => name === only) ||
      entriesOf(lock, each.chain.chainId).some((entry) => isOf(entry, each) && isCalled(entry, only)),
  );
  if (named.length > 0) return named;
  const recorded = chains.flatMap(({ deployments }) => deployments.flatMap(({ contracts }) => contracts));
  const names = new Set([...lock, ...recorded].map(({ name }) => name));
  const [nearest] = nearestNames(only, [...names], 1);
  throw new VerifyContractError("VC714", {
    values: { name: only },
    likely: nearest === undefined ? undefined : `"${nearest}" is meant`,
    next:
      nearest === undefined
        ? advice("name it as the lock file or a deployment record does, or by its address")
        : withOptions(["--update", nearest]),
  });
}

/** @param hasRecords Whether deployment records name any contract of the chain. */
export function lockedOf(target: DeployedTarget, entries: Lock, hasRecords: boolean): Locked {
  const entry = entries.find((each) => isOf(each, target));
  const wasRecorded = entry !== undefined && entry.tools.length > 0;
  return { entry, isRecordMissing: hasRecords && wasRecorded && target.origins.length === 0 };
}

function isCalled({ name, address }: LockedContract, text: string | undefined): boolean {
  return name === text || address.toLowerCase() === text?.toLowerCase();
}

function isOf({ address, id }: LockedContract, { target }: Pick<DeployedTarget, "target">): boolean {
  return target.kind === "address"
    ? address.toLowerCase() === target.address.toLowerCase()
    : id !== undefined && numbersOf(id) === numbersOf(target.contractId);
}

/** `1234` and `0.0.1234` are the same id. */
function numbersOf(id: string): string {
  return [0, 0, ...id.split(".").map(Number)].slice(-3).join(".");
}
