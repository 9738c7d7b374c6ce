import type { ErrorCode } from "../../errors/catalogue.ts";
import { VerifyContractError } from "../../errors/problem.ts";

/** A parameter of a path: nothing else is put into one, and nothing is sent when it is wrong. */
export interface PathParameter {
  readonly name: string;
  readonly pattern: RegExp;
  readonly expected: string;
  /** @default VC106 */
  readonly code?: ErrorCode;
}

/** A value as a segment of a path. @throws VerifyContractError when it is not of the given form */
export function pathSegment(parameter: PathParameter, value: string | number | bigint): string {
  const text = String(value);
  if (!parameter.pattern.test(text)) {
    throw new VerifyContractError(parameter.code ?? "VC106", {
      values: { option: parameter.name, target: text, value: text },
      facts: [["Expected", parameter.expected]],
    });
  }
  return encodeURIComponent(text);
}
