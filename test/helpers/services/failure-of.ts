import { assert } from "chai";
import { VerifyContractError } from "../../../src/internal/errors/problem.ts";
import { ServiceError } from "../../../src/internal/services/service-error.ts";

export async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await rejectionOf(call);
  assert.instanceOf(error, ServiceError, String(error));
  return error as ServiceError;
}

export async function misuseOf(call: Promise<unknown>): Promise<string> {
  const error = await rejectionOf(call);
  assert.instanceOf(error, VerifyContractError, String(error));
  return (error as VerifyContractError).code;
}

async function rejectionOf(call: Promise<unknown>): Promise<unknown> {
  let value: unknown;
  try {
    value = await call;
  } catch (error) {
    return error;
  }
  return assert.fail(`resolved with ${JSON.stringify(value)}`);
}
