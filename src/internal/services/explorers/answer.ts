import { cleanText } from "../../text/clean-text.ts";
import { isObject } from "../../text/is-object.ts";
import { jsonOrUndefined } from "../http/parse-json.ts";

/**
 * The meaning of an explorer's response. Only `passed` and `already` mean success; neither indicates which sources were
 * verified.
 *
 * - `not-indexed`: the explorer hasn't read the contract's block yet; the same request may succeed later.
 * - `not-verified`: the explorer has no source code for the contract.
 * - `unknown-job`: the explorer doesn't know the submission's id.
 * - `rate-limited`: too many requests in this second. `daily-limit`: too many today.
 * - `bad-configuration`: a wrong key, chain or plan. Retrying can't help.
 * - `refused`: the explorer rejected the submission, with or without compiling it, and gives a reason.
 * - `unreadable`: anything else, which is never success.
 */
export const EXPLORER_STATES = [
  "pending",
  "passed",
  "already",
  "not-indexed",
  "not-verified",
  "unknown-job",
  "rate-limited",
  "daily-limit",
  "bad-configuration",
  "refused",
  "unreadable",
] as const;
export type ExplorerState = (typeof EXPLORER_STATES)[number];

export interface Said<State extends ExplorerState = ExplorerState> {
  readonly state: State;
  readonly said: string;
}

/** The result isn't a known message but an id or the requested data. */
export interface Value {
  readonly state: "value";
  readonly value: unknown;
}

/**
 * The text in `result` takes precedence over `status`. Blockscout puts errors in `message` and leaves `result` empty.
 * The HTTP status means nothing: Etherscan returns 200 for errors too.
 *
 * Sources for the texts: docs.etherscan.io, Blockscout's `RPC.ContractController`, and the recordings of hardhat-verify
 * 3.1.1 and forge 1.7.1.
 */
export function readAnswer(body: string): Said | Value {
  const answer = jsonOrUndefined(body);
  if (!isEnvelope(answer)) return { state: "unreadable", said: cleanText(body, 200) };
  const { status, message, result } = answer;
  const isOk = status === "1" || status === 1;
  const text = typeof result === "string" ? result.trim() : "";
  if (isOk && text === "" && result !== null && result !== undefined && result !== "")
    return { state: "value", value: result };
  const said = cleanText(text || message || "", 300);
  const state = STATE_OF_TEXT.find(([pattern]) => pattern.test(said))?.[1];
  if (state === "passed" && !isOk) return { state: "unreadable", said };
  if (state !== undefined) return { state, said };
  return isOk && text !== "" ? { state: "value", value: text } : { state: "unreadable", said };
}

/** Reads a message such as "Max calls per sec rate limit reached (3/sec)". */
export function namedRate(said: string): number | undefined {
  const rate = Number(/\((\d{1,3})\s*\/\s*sec/i.exec(said)?.[1]);
  return rate >= 1 ? rate : undefined;
}

export function isAnswer(body: string): boolean {
  return isEnvelope(jsonOrUndefined(body));
}

interface Envelope {
  readonly status: unknown;
  readonly message?: string | null;
  readonly result?: unknown;
}

function isEnvelope(value: unknown): value is Envelope {
  if (!isObject(value) || !("status" in value)) return false;
  const { message } = value;
  return ("result" in value || "message" in value) && (message == null || typeof message === "string");
}

/** The first match wins: a message about a daily limit also mentions a rate limit. */
const STATE_OF_TEXT: readonly (readonly [RegExp, ExplorerState])[] = [
  [/^pending in queue|^verification in progress|^in progress/i, "pending"],
  [/^pass - verified\b|implementation contract is found at .* successfully updated/i, "passed"],
  [/\balready verified\b/i, "already"],
  [/unable to locate contractcode|address is not a smart[- ]contract/i, "not-indexed"],
  [/source code not verified/i, "not-verified"],
  [/^unknown uid/i, "unknown-job"],
  [/\bdaily (rate |call )?limit\b|limit of \d+ source code submissions/i, "daily-limit"],
  [/rate limit reached|calls per sec|^too many requests/i, "rate-limited"],
  [
    /invalid api key|missing or unsupported chainid|api access is not supported|deprecated v1 endpoint/i,
    "bad-configuration",
  ],
  [
    /^fail\b|^solidity compilation error|does not match the transaction deployment bytecode|^library was required|not detected for the proxy/i,
    "refused",
  ],
];
