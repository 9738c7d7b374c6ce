import { randomUUID } from "node:crypto";
import type { Reply } from "../http/reply.ts";

/** Every error of the verification service has this body. */
export interface ErrorBody {
  readonly customCode: string;
  readonly message: string;
  readonly errorId: string;
}

export function errorBody(customCode: string, message: string): ErrorBody {
  return { customCode, message, errorId: randomUUID() };
}

export function errorReply(status: number, customCode: string, message: string): Reply {
  return { status, json: errorBody(customCode, message) };
}

export function invalidParameter(message: string): Reply {
  return errorReply(400, "invalid_parameter", message);
}

export function unsupportedChain(chainId: string): Reply {
  return errorReply(400, "unsupported_chain", `Chain ${chainId} not found`);
}
