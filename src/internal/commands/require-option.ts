import { withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { CHECK_IDS, type CheckId } from "../report/check-ids.ts";
import { CLAIM_IDS } from "../report/claim-ids.ts";
import { nearestNames } from "../text/nearest.ts";

/**
 * Checks that each is the id of a check that will be made.
 *
 * @throws VC106, VC115
 */
export function validateRequired(
  ids: readonly string[],
  { recompile, isInputGiven }: { readonly recompile: boolean; readonly isInputGiven: boolean },
): readonly string[] {
  needs(ids, "recompiled-here", recompile, "the command check with --recompile");
  needs(ids, "given-input", isInputGiven, "--std-json-input");
  needs(ids, "given-input-here", isInputGiven, "--std-json-input");
  const known: readonly string[] = [...new Set([...CLAIM_IDS, ...CHECK_IDS])];
  for (const id of ids) {
    if (known.includes(id)) continue;
    const [nearest] = nearestNames(id, known, 1);
    throw new VerifyContractError("VC106", {
      values: { option: "--require", value: id },
      facts: [
        ["Claims", CLAIM_IDS.join(", ")],
        ["Checks", "the ids that --verbose shows and docs/cross-checks.md explains"],
      ],
      likely: nearest === undefined ? undefined : `${nearest} is meant`,
      next:
        nearest === undefined
          ? undefined
          : withOptions([
              "--require",
              [...new Set(ids.map((each) => (each === id ? nearest : each)))].join(","),
            ]),
    });
  }
  return ids;
}

/** A rule that is not run for lack of an option would be no row in the table, and so could not fail. */
function needs(ids: readonly string[], id: CheckId, isThere: boolean, needed: string): void {
  if (!ids.includes(id) || isThere) return;
  throw new VerifyContractError("VC115", { values: { option: `--require ${id}`, needed } });
}
