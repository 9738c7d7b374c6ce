import { createHash } from "node:crypto";
import { isWeaker, type Sides } from "../../domain/match.ts";
import { getOrAdd } from "../../text/memoize.ts";
import type { Compilation, Verified } from "./verified.ts";

export interface VerifiedContract extends Omit<Verified, "compilationTimeMs"> {
  /** Checksummed. */
  readonly address: string;
  readonly verifiedAt: string;
}

/** Contracts with the same recompiled code share their compilation. */
export interface StoredContract extends VerifiedContract {
  /** From the first match, like `verifiedAt`. An upgrade doesn't change either. */
  readonly matchId: string;
  /** The job that produced this result. */
  readonly verificationId: string;
}

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

  /** Returns the number of dropped records. */
  forget(): number {
    const { size } = this.#contracts;
    this.#contracts.clear();
    return size;
  }

  /** Stores only a first or better result. Returns true if it stored the result. */
  store(address: string, verificationId: string, verified: Verified, now: string): boolean {
    const before = this.get(address);
    if (before !== undefined && !isBetter(getMatches(verified), getMatches(before))) return false;
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

  /** The first submission with the same recompiled code determines everything except the sources, which are merged. */
  #share(compilation: Compilation): Compilation {
    const { language, creation, runtime } = compilation;
    const key = createHash("sha256")
      .update([language, creation.recompiledBytecode, runtime.recompiledBytecode].join("|"))
      .digest("hex");
    const first = getOrAdd(this.#compilations, key, () => compilation);
    for (const [path, source] of Object.entries(compilation.sources)) first.sources[path] ??= source;
    return first;
  }
}

export function getMatches({ creation, runtime }: Pick<Verified, "creation" | "runtime">): Sides {
  return { creationMatch: creation.match, runtimeMatch: runtime.match };
}

/** True if one side gets better and neither gets worse. */
export function isBetter(next: Sides, before: Sides): boolean {
  return isWeaker(before, next) && !isWeaker(next, before);
}
