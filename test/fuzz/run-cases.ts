import fc from "fast-check";

import { CASE_LIMIT_MS, PATH, SEED } from "./settings.ts";
import { count } from "./tally.ts";

/**
 * Runs a property on so many cases. The first that fails is made as small as possible, and printed with what leads to
 * it again.
 *
 * @param property Resolves with how the case ended, for the count.
 */
export async function runCases<Case>(
  kind: string,
  cases: number,
  arbitrary: fc.Arbitrary<Case>,
  property: (it: Case) => Promise<string>,
  show: (it: Case) => string,
): Promise<void> {
  let hasFailed = false;
  const run = async (it: Case): Promise<void> => {
    try {
      const end = await property(it);
      // What is tried to make a failure smaller is no case of its own.
      if (!hasFailed) count(kind, end);
    } catch (error) {
      hasFailed = true;
      throw error;
    }
  };
  const shownCases = arbitrary.map((it) => new Shown(it, show));
  await fc.assert(
    fc.asyncProperty(shownCases, ({ it }) => run(it)),
    {
      numRuns: cases,
      seed: SEED,
      timeout: CASE_LIMIT_MS,
      ...(PATH === undefined ? {} : { path: PATH }),
    },
  );
}

/** A case that prints itself as what was sent, in place of the numbers it was made from. */
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
