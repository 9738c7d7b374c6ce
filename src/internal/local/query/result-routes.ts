import { withHexPrefix } from "../../text/hex-prefix.ts";
import type { Chain } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import type { Handler, LocalRequest, Routes } from "../http/listen.ts";
import {
  computeBounds,
  formatTimestamp,
  type ListQuery,
  listReply,
  NOT_FOUND,
  parseFilters,
  parseList,
  passesAll,
  readDigits,
  readTimestamp,
  takeRows,
} from "./lists.ts";
import {
  contractRow,
  formatEntityId,
  getTime,
  type Result,
  Results,
  resultRow,
  resultView,
  transactionRow,
  type Walk,
} from "./results.ts";

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;
const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}$/;

export function resultRoutes(chain: Chain, index: ContractIndex): Routes {
  const results = new Results(chain, index);
  const byHash = async (hash: string): Promise<Result | undefined> =>
    HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;

  const list: Handler = async (request) => {
    const { isInternal, ...read } = parseResults(request);
    const rows = await take(results.all(toWalk(read), isInternal), read);
    return listReply(request, read, "results", rows.map(resultRow), "timestamp", "timestamp");
  };
  const answerContractResults: Handler = async (request, text) => {
    const key = parseContractKey(text);
    if (key === undefined) return NOT_FOUND;
    const { isInternal, ...read } = parseResults(request);
    const contract = await lookUp(index, key);
    if (contract === undefined) return NOT_FOUND;
    const rows = await take(results.of(contract, toWalk(read), isInternal), read);
    return listReply(request, read, "results", rows.map(contractRow), "timestamp", "timestamp");
  };
  const one: Handler = async ({ query }, hash) => {
    parseFilters(query, {}, ["nonce"], hashProblems(hash));
    const result = await byHash(hash);
    return result === undefined ? NOT_FOUND : { status: 200, json: resultView(result) };
  };
  const actions: Handler = async (request, hash) => {
    const problems = hashProblems(hash);
    const read = parseList(request.query, { index: readDigits(9) }, { order: "asc", problems });
    const result = await byHash(hash);
    if (result === undefined) return NOT_FOUND;
    const trace = await chain.trace(result.transaction.hash);
    const time = formatTimestamp(getTime(result));
    const all =
      trace === undefined ? [] : await actionsView(trace, time, (address) => index.byAddress(address));
    const rows = await takeRows(read.isAscending ? all : all.toReversed(), read.limit, (row) =>
      passesAll(BigInt(row.index), read.filters.index),
    );
    return listReply(request, read, "actions", rows, "index", "index");
  };
  const transactions: Handler = async (request) => {
    const { query } = request;
    const account = query.get("account.id");
    const key = account === null ? undefined : parseContractKey(account.replace(/^eq:/, ""));
    const problems = account !== null && key === undefined ? ["Invalid parameter: account.id"] : [];
    const others = ["account.id", "transactiontype", "result"];
    const read = parseList(query, { timestamp: readTimestamp }, { others, problems });
    const contract = key === undefined ? undefined : await lookUp(index, key);
    const accountResults = contract === undefined ? [] : results.of(contract, toWalk(read), true);
    const all = key === undefined ? results.all(toWalk(read), true) : accountResults;
    const rows = (await take(all, read, isOfRequestedKind(query))).map(transactionRow);
    return listReply(request, read, "transactions", rows, "timestamp", "consensus_timestamp");
  };
  return {
    "GET /api/v1/contracts/results": list,
    "GET /api/v1/contracts/results/logs": () => NOT_FOUND,
    "GET /api/v1/contracts/results/{hash}": one,
    "GET /api/v1/contracts/results/{hash}/actions": actions,
    "GET /api/v1/contracts/{contract}/results": answerContractResults,
    "GET /api/v1/transactions": transactions,
  };
}

function parseResults({ query }: LocalRequest): ListQuery<"timestamp"> & { readonly isInternal: boolean } {
  const internal = query.get("internal") ?? "false";
  const problems = /^(true|false)$/.test(internal) ? [] : ["Invalid parameter: internal"];
  const read = parseList(query, { timestamp: readTimestamp }, { others: ["internal"], problems });
  return { ...read, isInternal: internal === "true" };
}

function toWalk({ filters, isAscending }: ListQuery<"timestamp">): Walk {
  return { times: computeBounds(filters.timestamp), isAscending };
}

function take(
  rows: AsyncIterable<Result> | Iterable<Result>,
  { filters, limit }: ListQuery<"timestamp">,
  isWanted: (result: Result) => boolean = () => true,
): Promise<readonly Result[]> {
  return takeRows(rows, limit, (row) => passesAll(getTime(row), filters.timestamp) && isWanted(row));
}

function isOfRequestedKind(query: URLSearchParams): (result: Result) => boolean {
  const kind = query.get("transactiontype")?.toUpperCase();
  const end = query.get("result")?.toLowerCase();
  return (result) => {
    const row = transactionRow(result);
    const hasSucceeded = row.result === "SUCCESS";
    return (
      (kind === undefined || row.name === kind) && (end === undefined || (end === "success") === hasSucceeded)
    );
  };
}

function hashProblems(hash: string): readonly string[] {
  return HASH.test(hash) || TRANSACTION_ID.test(hash)
    ? []
    : [
        'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
      ];
}

/** A frame of geth's `callTracer`, not validated yet. */
interface Frame extends Readonly<Partial<Record<FrameText, string>>> {
  readonly calls?: readonly Frame[];
}
type FrameText = "type" | "from" | "to" | "gas" | "gasUsed" | "input" | "output" | "value" | "error";

type FindContract = (address: string) => Promise<IndexedContract | undefined>;

/** In call order. */
async function actionsView(trace: object, timestamp: string, find: FindContract) {
  const rows: Awaited<ReturnType<typeof toAction>>[] = [];
  const visit = async (frame: Frame, depth: number): Promise<void> => {
    rows.push(await toAction(frame, depth, rows.length, timestamp, find));
    for (const call of frame.calls ?? []) await visit(call, depth + 1);
  };
  await visit(trace, 0);
  return rows;
}

async function toAction(
  { type = "CALL", from, to, gas = "0x0", gasUsed = "0x0", input = "0x", output = "0x", value, error }: Frame,
  depth: number,
  index: number,
  timestamp: string,
  find: FindContract,
) {
  const [caller, recipient] = await Promise.all(
    [from, to].map((address) => (address === undefined ? undefined : find(address.toLowerCase()))),
  );
  return {
    call_depth: depth,
    call_operation_type: type,
    call_type: type.startsWith("CREATE") ? "CREATE" : "CALL",
    caller: formatEntityId(caller),
    caller_type: caller === undefined ? "ACCOUNT" : "CONTRACT",
    from: longZero(caller) ?? from ?? null,
    gas: Number(gas),
    gas_used: Number(gasUsed),
    index,
    input,
    recipient: formatEntityId(recipient),
    recipient_type: recipient === undefined ? null : "CONTRACT",
    result_data: output,
    result_data_type: error === undefined ? "OUTPUT" : "REVERT_REASON",
    timestamp,
    to: longZero(recipient) ?? to ?? null,
    value: Number(value ?? "0x0"),
  };
}

/** As on the ledger, these addresses contain the contract's number. */
function longZero(contract: IndexedContract | undefined): string | undefined {
  return contract?.number === undefined ? undefined : `0x${contract.number.toString(16).padStart(40, "0")}`;
}

const CONTRACT_KEY = /^(\d{1,10}\.){0,2}(\d{1,10}|(0x)?[A-Fa-f0-9]{40})$/;

type ContractKey = number | string;

/** No entity exists outside shard and realm 0.0. */
const ELSEWHERE = -1;

/** Accepts `0.0.1001`, `1001`, or an address in uppercase or lowercase, with or without `0x`. */
export function parseContractKey(text: string): ContractKey | undefined {
  if (!CONTRACT_KEY.test(text)) return undefined;
  const parts = text.split(".");
  if (parts.slice(0, -1).some((part) => Number(part) !== 0)) return ELSEWHERE;
  const digits = parts.at(-1)?.replace(/^0x/, "") ?? "";
  return digits.length === 40 ? `0x${digits.toLowerCase()}` : Number(digits);
}

export function lookUp(index: ContractIndex, key: ContractKey): Promise<IndexedContract | undefined> {
  return typeof key === "number" ? index.byNumber(key) : index.byAddress(key);
}
