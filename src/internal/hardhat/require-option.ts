import { CHECKS } from "../cross-check/checks/index.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { nearestNames } from "../text/nearest.ts";

/** Parses the value of `--require`: ids of checks, several with commas. */
export function parseRequired(value: string): readonly string[] {
  return value.split(",").map((id) => id.trim());
}

/**
 * Checks that each is the id of a check.
 *
 * @throws VC106
 */
export function checkRequired(ids: readonly string[]): readonly string[] {
  const known = CHECKS.map(({ id }) => id);
  for (const id of ids) {
    if (known.includes(id)) continue;
    const [nearest] = nearestNames(id, known, 1);
    throw new VerifyContractError("VC106", {
      values: { option: "--require", value: id },
      facts: [["Takes", known.join(", ")]],
      next: nearest === undefined ? undefined : `--require ${nearest}`,
    });
  }
  return ids;
}
