import { withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { nearestNames } from "../text/nearest.ts";

/** One of the values that an option takes. @throws VC106 */
export function oneOf<const T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found !== undefined) return found;
  const [nearest] = nearestNames(value, allowed, 1);
  throw new VerifyContractError("VC106", {
    values: { option, value },
    facts: [["Takes", allowed.join(", ")]],
    next: nearest === undefined ? undefined : withOptions([option, nearest]),
  });
}

/** An empty text is most likely a shell variable that is not set; taking it for no option would do something else. @throws VC106 */
export function notEmpty(option: string, value: string | undefined, takes: string): string | undefined {
  if (value?.trim() !== "") return value;
  throw new VerifyContractError("VC106", { values: { option, value }, facts: [["Takes", takes]] });
}
