import type { ErrorCode } from "../errors/catalogue.ts";
import { VerifyContractError } from "../errors/problem.ts";

export type PathValue = string | number | bigint;

export interface ArgumentFormat {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
  /** @default VC106 */
  readonly code?: ErrorCode;
}

/**
 * Returns the argument as a string.
 *
 * @throws VerifyContractError if the argument has the wrong format
 */
export function validateArgument(
  value: PathValue,
  { name, pattern, expected, code = "VC106" }: ArgumentFormat,
): string {
  const text = String(value);
  if (pattern.test(text)) return text;
  throw new VerifyContractError(code, {
    values: { option: name, target: text, value: text },
    facts: [["Expected", expected]],
  });
}
