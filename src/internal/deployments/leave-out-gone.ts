import { FAILED, type PassedOver } from "./model.ts";
import type { DeployedTarget } from "./plan-targets.ts";

const GONE = "there is no code at its address, and a later broadcast of the same script superseded it";

/**
 * Skips contracts without code that only superseded broadcasts name (the chain was restarted, or another chain has its
 * id), only failed transactions, or only records of an earlier run of a development node.
 *
 * @param hasCode undefined where the chain can't be read; asked in vain once for what was deployed long ago.
 * @returns The other targets, and the skipped entries with the reason.
 */
export async function leaveOutGone<T extends DeployedTarget>(
  targets: readonly T[],
  hasCode: (address: string, isLongAgo: boolean | undefined) => Promise<boolean | undefined>,
): Promise<{ readonly targets: readonly T[]; readonly passedOver: readonly PassedOver[] }> {
  const isGone = await Promise.all(
    targets.map(
      async ({ isSuperseded, mayHaveFailed, whyGone, isLongAgo, target }) =>
        (isSuperseded || mayHaveFailed || whyGone !== undefined) &&
        target.kind === "address" &&
        (await hasCode(target.address, isLongAgo)) === false,
    ),
  );
  return {
    targets: targets.filter((_, index) => !isGone[index]),
    passedOver: targets
      .filter((_, index) => isGone[index])
      .flatMap(({ origins, mayHaveFailed, whyGone = GONE }) =>
        origins.map(({ name, file }) => ({ name, file, reason: mayHaveFailed ? FAILED : whyGone })),
      ),
  };
}
