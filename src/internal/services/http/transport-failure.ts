import { cleanText } from "../../text/clean-text.ts";
import type { ServiceErrorKind } from "../service-error.ts";
import { BodyTooLargeError, UnknownEncodingError } from "./read-body.ts";

/** Why no complete answer came. */
export interface TransportFailure {
  readonly kind: ServiceErrorKind;
  /** Ends the sentence `No usable answer from the … to GET https://…: `. */
  readonly reason: string;
  /** False only when it is certain that nothing of the request reached the service. */
  readonly mayHaveArrived: boolean;
  /** True where another program than an HTTP server answered. */
  readonly isForeign?: true;
}

/** An error of undici, its sockets, TLS or zlib as a failure. */
export function transportFailure(error: unknown): TransportFailure {
  if (error instanceof BodyTooLargeError) return unusable(`the answer is too large (${error.message})`);
  if (error instanceof UnknownEncodingError) return unusable(`the answer has ${error.message}`);

  const code = codeOf(error);
  switch (code) {
    case "ECONNREFUSED":
      return unreachable("the connection was refused", code, false);
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_FAIL":
    case "EAI_NODATA":
      return unreachable("the host name can't be resolved", code, false);
    case "ENETUNREACH":
    case "EHOSTUNREACH":
    case "EADDRNOTAVAIL":
      return unreachable("there is no route to the host", code, false);
    case "UND_ERR_CONNECT_TIMEOUT":
      return { kind: "timeout", reason: "no connection within the time limit", mayHaveArrived: false };
    case "UND_ERR_HEADERS_TIMEOUT":
    case "UND_ERR_BODY_TIMEOUT":
    case "ETIMEDOUT":
      return { kind: "timeout", reason: `no answer within the time limit (${code})`, mayHaveArrived: true };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return unreachable("the connection was lost", code, true);
    case "UND_ERR_INVALID_ARG":
      return {
        kind: "refused",
        reason: `the request can't be sent: ${messageOf(error)}`,
        mayHaveArrived: false,
      };
    case "UND_ERR_HEADERS_OVERFLOW":
    case "UND_ERR_RES_CONTENT_LENGTH_MISMATCH":
      return unusable(`the answer is not proper HTTP (${code})`);
  }
  // The parser's error for a connection that ended in the middle of an answer.
  if (error instanceof Error && error.name === "HTTPParserError" && error.message.includes("EOF")) {
    return unreachable("the connection was lost", code, true);
  }
  // undici leaves out the code of its parser's errors, or has one that starts with HPE_.
  if (error instanceof Error && error.name === "HTTPParserError")
    return { ...unusable("the answer is not HTTP"), isForeign: true };
  if (/^(Z_|ERR__ERROR_)/.test(code)) {
    return unusable(`the answer can't be decompressed (${code})`);
  }
  if (/CERT|^ERR_TLS|^UNABLE_TO_/.test(code)) {
    return unreachable("its TLS certificate is not accepted", code, false);
  }
  if (code.startsWith("ERR_SSL")) return unreachable("no TLS connection could be made", code, false);
  return unreachable(messageOf(error), code, true);
}

function unreachable(reason: string, code: string, mayHaveArrived: boolean): TransportFailure {
  return { kind: "unreachable", reason: code === "" ? reason : `${reason} (${code})`, mayHaveArrived };
}

function unusable(reason: string): TransportFailure {
  return { kind: "unusable", reason, mayHaveArrived: true };
}

/** An attempt on several addresses fails with an AggregateError that has the code and no message. */
function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
}

function messageOf(error: unknown): string {
  return cleanText(error instanceof Error ? error.message : String(error)) || "no answer came";
}
