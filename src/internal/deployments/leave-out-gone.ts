import type { PassedOver } from "./model.ts";
import type { DeployedTarget } from "./plan-targets.ts";

const GONE = "there is no code at its address, and a later broadcast of the same script superseded it";

/**
 * Leaves out what only superseded broadcasts name and has no code: a chain was started anew, or another one has its id.
 *
 * @param hasCode False where the chain says that there is none; undefined where it can't be asked.
 * @returns The others, and what was left out, with the reason.
 */
export async function leaveOutGone(
  targets: readonly DeployedTarget[],
  hasCode: (address: string) => Promise<boolean | undefined>,
): Promise<{ readonly targets: readonly DeployedTarget[]; readonly passedOver: readonly PassedOver[] }> {
  const isGone = await Promise.all(
    targets.map(
      async ({ isSuperseded, target }) =>
        isSuperseded && target.kind === "address" && (await hasCode(target.address)) === false,
    ),
  );
  return {
    targets: targets.filter((_, index) => !isGone[index]),
    passedOver: targets
      .filter((_, index) => isGone[index])
      .flatMap(({ origins }) => origins.map(({ name, file }) => ({ name, file, reason: GONE }))),
  };
}
