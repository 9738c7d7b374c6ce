import { assert } from "chai";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";

export async function thrownBy(call: () => unknown): Promise<VerifyContractError> {
  try {
    await call();
  } catch (error) {
    assert.instanceOf(error, VerifyContractError, String(error));
    return error as VerifyContractError;
  }
  return assert.fail("nothing was thrown");
}

export function factOf({ problem }: VerifyContractError, label: string): string | undefined {
  return problem.facts.find((fact) => fact.label === label)?.value;
}
