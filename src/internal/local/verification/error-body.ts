import { randomUUID } from "node:crypto";
import { Refusal } from "../http/reply.ts";

export type ErrorBody = ReturnType<typeof errorBody>;

export function errorBody(customCode: string, message: string) {
  return { customCode, message, errorId: randomUUID() };
}

export function refusal(status: number, customCode: string, message: string): Refusal {
  return new Refusal({ status, json: errorBody(customCode, message) });
}

export function invalidParameter(message: string): Refusal {
  return refusal(400, "invalid_parameter", message);
}

export function refuseProblem(problem: string | undefined): void {
  if (problem !== undefined) throw invalidParameter(problem);
}

export function unsupportedChain(chainId: string): Refusal {
  return refusal(400, "unsupported_chain", `Chain ${chainId} not found`);
}
