import { isWeaker } from "../../domain/match.ts";
import type { ContractReport } from "../../report/model.ts";
import { sidesOf } from "./drift.ts";
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
  const written = new Map<string, LockedContract>();
  for (const contract of contracts) {
    const chainId = chainIdOf(contract);
    const { address } = contract.target;
    if (chainId === undefined || address === null) continue;
    const key = keyOf({ chainId, address });
    const entry = entryOf(contract, chainId, by, known.get(key));
    if (entry !== undefined) written.set(key, entry);
  }
  const others = before.filter((entry) => !written.has(keyOf(entry)));
  const kept = others.filter(({ chainId }) => !wholeChains.has(chainId));
  const replaced = [...written].flatMap(([key, entry]) => {
    const earlier = known.get(key);
    return earlier === undefined ? [] : [{ entry, earlier }];
  });
  return {
    lock: [...kept, ...written.values()],
    added: written.size - replaced.length,
    changed: replaced.filter(({ entry, earlier }) => entry.lockedAt !== earlier.lockedAt).length,
    weaker: replaced.filter(isWeakerNow).map(({ entry }) => entry.name),
    removed: others.length - kept.length,
  };
}

function isWeakerNow({ entry, earlier }: Readonly<Record<"entry" | "earlier", LockedContract>>): boolean {
  const isLess = earlier.claims.some((claim) => !entry.claims.includes(claim));
  const isUnverified = entry.unverified !== undefined && earlier.unverified === undefined;
  return isLess || isUnverified || isWeaker(sidesOf(entry.record), sidesOf(earlier.record));
}

function keyOf({ chainId, address }: Pick<LockedContract, "chainId" | "address">): string {
  return `${chainId}:${address.toLowerCase()}`;
}
