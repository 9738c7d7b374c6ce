import { createHash } from "node:crypto";
import { isWeaker, type Sides } from "../../domain/match.ts";
import type { Compilation, Verified } from "./verified.ts";

/** A stored verified contract. Its compilation is shared by all contracts with the same recompiled code. */
export interface StoredContract extends Omit<Verified, "compilationTimeMs"> {
  /** Checksummed. */
  readonly address: string;
  /** Decimal digits. Like `verifiedAt` it is that of the first match and survives upgrades. */
  readonly matchId: string;
  readonly verifiedAt: string;
  /** The job whose result this is. */
  readonly verificationId: string;
}

/** The verified contracts of the one chain, in memory. */
export class ContractStore {
  readonly #contracts = new Map<string, StoredContract>();
  readonly #compilations = new Map<string, Compilation>();
  #lastMatchId = 0;

  get(address: string): StoredContract | undefined {
    return this.#contracts.get(address.toLowerCase());
  }

  /** In the order of their first match. */
  all(): readonly StoredContract[] {
    return [...this.#contracts.values()];
  }

  /** Drops all records. Returns how many there were. */
  forget(): number {
    const { size } = this.#contracts;
    this.#contracts.clear();
    return size;
  }

  /** Keeps a result when it is the first for the address, or better than the stored one; false for any other. */
  store(address: string, verificationId: string, verified: Verified, now: string): boolean {
    const before = this.get(address);
    if (before !== undefined && !isBetter(sidesOf(verified), sidesOf(before))) return false;
    const { compilation, compilationTimeMs: _, ...rest } = verified;
    this.#contracts.set(address.toLowerCase(), {
      address,
      matchId: before?.matchId ?? String(++this.#lastMatchId),
      verifiedAt: before?.verifiedAt ?? now,
      verificationId,
      ...rest,
      compilation: this.#share(compilation),
    });
    return true;
  }

  /** The first submitter of the same recompiled code fixes everything but the sources, which are collected. */
  #share(compilation: Compilation): Compilation {
    const { language, creation, runtime } = compilation;
    const key = createHash("sha256").update([language, creation.code, runtime.code].join("|")).digest("hex");
    const first = this.#compilations.get(key) ?? compilation;
    this.#compilations.set(key, first);
    for (const [path, source] of Object.entries(compilation.sources)) first.sources[path] ??= source;
    return first;
  }
}

export function sidesOf({ creation, runtime }: Pick<Verified, "creation" | "runtime">): Sides {
  return { creationMatch: creation.match, runtimeMatch: runtime.match };
}

/** True when one side gets better and neither gets worse. */
export function isBetter(next: Sides, before: Sides): boolean {
  return isWeaker(before, next) && !isWeaker(next, before);
}
