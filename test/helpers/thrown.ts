import { assert } from "chai";
import { type ErrorCode, VerifyContractError } from "../../src/internal/errors/problem.ts";

/** @param code The expected code. @default any */
export async function thrownBy(call: () => unknown, code?: ErrorCode): Promise<VerifyContractError> {
  try {
    await call();
  } catch (error) {
    assert.instanceOf(error, VerifyContractError, String(error));
    if (code !== undefined) assert.equal(error.code, code);
    return error;
  }
  return assert.fail("nothing was thrown");
}

export function factOf({ problem }: VerifyContractError, label: string): string | undefined {
  return problem.facts.find((fact) => fact.label === label)?.value;
}
