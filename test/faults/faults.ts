/** In the order of the table's columns. */
export const FAULTS = [
  "refused",
  "reset while sending",
  "reset in mid-body",
  "never answers",
  "one byte a second",
  "429 with Retry-After",
  "429 without",
  "500",
  "502 with HTML",
  "truncated JSON",
  "wrong JSON type",
  "200 MB of body",
  "redirect elsewhere",
  "DNS failure",
  "garbage TLS",
  "something else answers",
  "frozen",
  "killed in mid-job",
] as const;

export type FaultName = (typeof FAULTS)[number];

/** No request reaches an HTTP server. */
const OF_THE_ADDRESS = ["refused", "DNS failure", "garbage TLS"] as const;

export type AddressFault = (typeof OF_THE_ADDRESS)[number];
export type AnswerFault = Exclude<FaultName, AddressFault | ServiceFault>;

export function isOfTheAddress(fault: FaultName): fault is AddressFault {
  return OF_THE_ADDRESS.some((each) => each === fault);
}

/** From the first hit on, every route has the fault. */
const OF_THE_SERVICE = ["something else answers", "frozen", "killed in mid-job"] as const;

export type ServiceFault = (typeof OF_THE_SERVICE)[number];

export function isOfTheService(fault: FaultName): fault is ServiceFault {
  return OF_THE_SERVICE.some((each) => each === fault);
}

/** An answer arrives, but nothing can be concluded from it. */
const GARBLED: readonly FaultName[] = [
  "truncated JSON",
  "wrong JSON type",
  "200 MB of body",
  "redirect elsewhere",
  "something else answers",
];

export function isGarbled(fault: FaultName): boolean {
  return GARBLED.includes(fault);
}

export type Operation = "submit" | "poll" | "record" | "query" | "status" | "chain RPC";

export function operationOf(method: string, path: string): Operation {
  if (path.startsWith("/v2/verify/")) return method === "POST" ? "submit" : "poll";
  if (path.startsWith("/v2/contract/")) return "record";
  if (path.startsWith("/api/v1/")) return "query";
  return path.startsWith("/api/v2/") ? "status" : "chain RPC";
}

export const RETRY_AFTER_S = 1;
