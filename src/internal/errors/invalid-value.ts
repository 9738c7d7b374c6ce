import { type ProblemDetails, VerifyContractError } from "./problem.ts";

/**
 * VC106
 *
 * @param option What was given the value: an option, a variable, or a key.
 * @param takes Values that it takes.
 */
export function invalidValue(
  option: string,
  value: string,
  takes?: string,
  more: Pick<ProblemDetails, "likely" | "next"> = {},
): VerifyContractError {
  return new VerifyContractError("VC106", { values: { option, value }, facts: [["Takes", takes]], ...more });
}
