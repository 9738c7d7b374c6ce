import { setImmediate } from "node:timers/promises";
import fc from "fast-check";
import { CASE_LIMIT_MS, PATH, SEED } from "./settings.ts";
import { count } from "./tally.ts";

class Hangs extends Error {}

/**
 * Limits the time of each case. The first failure is shrunk and printed with the values that repeat it.
 * @param property Resolves with the name of the case's end, for the count.
 */
export async function runCases<Case>(
  kind: string,
  cases: number,
  arbitrary: fc.Arbitrary<Case>,
  property: (it: Case) => Promise<string>,
  show: (it: Case) => string,
): Promise<void> {
  let hasFailed = false;
  let hasHung = false;
  const run = async (it: Case): Promise<void> => {
    // A hanging case isn't shrunk, because each attempt would hang as long.
    if (hasHung) return;
    try {
      const end = await within(CASE_LIMIT_MS, () => property(it));
      // Attempts to shrink a failure aren't counted.
      if (!hasFailed) count(kind, end);
    } catch (error) {
      hasFailed = true;
      hasHung = error instanceof Hangs;
      throw error;
    }
  };
  const shownCases = arbitrary.map((it) => new Shown(it, show));
  await fc.assert(
    fc.asyncProperty(shownCases, ({ it }) => run(it)),
    { numRuns: cases, seed: SEED, ...(PATH === undefined ? {} : { path: PATH }) },
  );
}

/** An unhandled rejection fails the case that caused it. */
async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lost: unknown[] = [];
  const note = (reason: unknown): number => lost.push(reason);
  process.on("unhandledRejection", note);
  try {
    const hung = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Hangs(`it hangs: no end after ${limitMs} ms`)), limitMs);
    });
    const value = await Promise.race([work(), hung]);
    // Node reports rejections once the event loop turns.
    await setImmediate();
    if (lost.length > 0) throw new Error("a rejection that nobody handled", { cause: lost[0] });
    return value;
  } finally {
    clearTimeout(timer);
    process.off("unhandledRejection", note);
  }
}

/** Prints what was sent, not the values it was made from. */
class Shown<Case> {
  readonly it: Case;
  readonly #show: (it: Case) => string;

  constructor(it: Case, show: (it: Case) => string) {
    this.it = it;
    this.#show = show;
  }

  [fc.toStringMethod](): string {
    return this.#show(this.it);
  }
}
