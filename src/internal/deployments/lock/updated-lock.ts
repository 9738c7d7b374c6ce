import { isWeaker } from "../../domain/match.ts";
import type { ContractReport } from "../../report/model.ts";
import { entryOf, type LockedBy } from "./lock-entry.ts";
import type { Lock, LockedContract } from "./lock-model.ts";

/** What a run proved of contracts, and which part of the lock file it replaces. */
export interface LockUpdate extends LockedBy {
  readonly contracts: readonly ContractReport[];
  readonly chainIdOf: (contract: ContractReport) => number | undefined;
  /** Chains of which every deployed contract was looked at: what is not among them is removed. */
  readonly wholeChains: ReadonlySet<number>;
}

export interface UpdatedLock {
  readonly lock: Lock;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  /** Names of contracts of which less is proven than before, or whose stored match is weaker. */
  readonly weaker: readonly string[];
}

/** The lock file after a run. */
export function updatedLock(
  before: Lock,
  { contracts, chainIdOf, wholeChains, ...by }: LockUpdate,
): UpdatedLock {
  const known = new Map(before.map((entry) => [keyOf(entry), entry]));
  const entries = contracts.flatMap((contract) => {
    const chainId = chainIdOf(contract);
    if (chainId === undefined || contract.target.address === null) return [];
    const earlier = known.get(keyOf({ chainId, address: contract.target.address }));
    return entryOf(contract, chainId, by, earlier) ?? [];
  });
  const written = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const kept = before.filter((entry) => !written.has(keyOf(entry)) && !wholeChains.has(entry.chainId));
  const earlierOf = (entry: LockedContract) => known.get(keyOf(entry));
  return {
    lock: [...kept, ...written.values()],
    added: [...written.values()].filter((entry) => earlierOf(entry) === undefined).length,
    changed: [...written.values()].filter((entry) => {
      const earlier = earlierOf(entry);
      return earlier !== undefined && JSON.stringify(earlier.lockedAt) !== JSON.stringify(entry.lockedAt);
    }).length,
    weaker: [...written.values()]
      .filter((entry) => isWeakerThan(entry, earlierOf(entry)))
      .map(({ name }) => name),
    removed: before.length - kept.length - [...written.values()].filter((entry) => earlierOf(entry)).length,
  };
}

function isWeakerThan(entry: LockedContract, earlier: LockedContract | undefined): boolean {
  if (earlier === undefined) return false;
  const isLess = earlier.claims.some((claim) => !entry.claims.includes(claim));
  const sidesOf = ({ record }: LockedContract) => ({
    runtimeMatch: record?.runtime ?? null,
    creationMatch: record?.creation ?? null,
  });
  const isUnverified = entry.unverified !== undefined && earlier.unverified === undefined;
  return isLess || isUnverified || isWeaker(sidesOf(entry), sidesOf(earlier));
}

function keyOf({ chainId, address }: Pick<LockedContract, "chainId" | "address">): string {
  return `${chainId}:${address.toLowerCase()}`;
}
