import { longZeroToId } from "../domain/contract-addresses.ts";
import { limitedSignal } from "../services/http/limited-signal.ts";
import type { JsonObject } from "../services/http/parse-json.ts";
import type { QueryParameters, QueryService } from "../services/query/query-service.ts";
import { ServiceError } from "../services/service-error.ts";
import { cleanText } from "../text/clean-text.ts";
import { asObject } from "../text/is-object.ts";

/** The entity that the query service has at an address without a contract. */
export interface QueryEntity {
  readonly kind: "token" | "schedule" | "account";
  /** A noun phrase with its article, such as "the Hedera account 0.0.1". Contains data from the service. */
  readonly name: string;
  /**
   * An account that has no key may still become a contract: the first transfer to an address creates an account
   * (HIP-583).
   */
  readonly hasKey?: boolean;
}

/** Time limit for one response, in milliseconds. Short, because the response only improves a message. */
const LIMIT_MS = 5000;

interface Asked {
  readonly query: QueryService | undefined;
  readonly signal: AbortSignal;
}

/** Reads a token's kind and name in one request. Undefined if the service doesn't respond. */
export async function readToken(asked: Asked, address: string): Promise<QueryEntity | undefined> {
  const id = longZeroToId(address);
  const token = id && (await find(asked, `tokens/${id}`));
  if (!token) return undefined;
  const kind = KINDS[toText(token.type)] ?? "token";
  const [name, symbol] = [toText(token.name), toText(token.symbol)];
  const called = name === "" ? "" : ` "${name}"${symbol === "" ? "" : ` (${symbol})`}`;
  return { kind: "token", name: `the Hedera ${kind}${called}, ${id}` };
}

const KINDS: Readonly<Record<string, string>> = {
  FUNGIBLE_COMMON: "fungible token",
  NON_FUNGIBLE_UNIQUE: "non-fungible token",
};

/** Reads a scheduled transaction. Older relays return no code for its address. */
export async function readSchedule(asked: Asked, address: string): Promise<QueryEntity | undefined> {
  const id = longZeroToId(address);
  const schedule = id && (await find(asked, `schedules/${id}`));
  return schedule ? { kind: "schedule", name: `the Hedera scheduled transaction ${id}` } : undefined;
}

/** @param idOrAddress An account's ID, or any of its addresses. */
export async function readAccountEntity(asked: Asked, idOrAddress: string): Promise<QueryEntity | undefined> {
  const account = await find(asked, `accounts/${idOrAddress}`, { transactions: false });
  const id = toText(account?.account);
  if (account === undefined || id === "") return undefined;
  return { kind: "account", name: `the Hedera account ${id}`, hasKey: hasKey(account) };
}

/** True if the account has a key. A hollow account has no key, or an empty key list: `3200` in protobuf. */
function hasKey({ key }: JsonObject): boolean {
  const { key: hex } = asObject(key);
  return typeof hex === "string" && hex !== "" && hex !== "3200";
}

/** Queries the service. Ignores failures, because a missing response only makes a message less specific. */
async function find(
  { query, signal }: Asked,
  item: string,
  parameters?: QueryParameters,
): Promise<JsonObject | undefined> {
  if (query === undefined) return undefined;
  using limit = limitedSignal(signal, LIMIT_MS);
  try {
    return await query.get(`/api/v1/${item}`, parameters, { signal: limit.signal });
  } catch (error) {
    if (signal.aborted || !(error instanceof ServiceError || limit.signal.aborted)) throw error;
    return undefined;
  }
}

function toText(value: unknown): string {
  return typeof value === "string" ? cleanText(value, 60) : "";
}
