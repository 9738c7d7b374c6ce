import { FAILED, type PassedOver } from "./model.ts";
import type { DeployedTarget } from "./plan-targets.ts";

const GONE = "there is no code at its address, and a later broadcast of the same script superseded it";

/**
 * Skips contracts without code that only superseded broadcasts name (the chain was restarted, or another chain has its
 * id), or only failed transactions.
 *
 * @param hasCode undefined where the chain can't be read.
 * @returns The other targets, and the skipped entries with the reason.
 */
export async function leaveOutGone(
  targets: readonly DeployedTarget[],
  hasCode: (address: string) => Promise<boolean | undefined>,
): Promise<{ readonly targets: readonly DeployedTarget[]; readonly passedOver: readonly PassedOver[] }> {
  const isGone = await Promise.all(
    targets.map(
      async ({ isSuperseded, mayHaveFailed, target }) =>
        (isSuperseded || mayHaveFailed) &&
        target.kind === "address" &&
        (await hasCode(target.address)) === false,
    ),
  );
  return {
    targets: targets.filter((_, index) => !isGone[index]),
    passedOver: targets
      .filter((_, index) => isGone[index])
      .flatMap(({ origins, mayHaveFailed }) =>
        origins.map(({ name, file }) => ({ name, file, reason: mayHaveFailed ? FAILED : GONE })),
      ),
  };
}
