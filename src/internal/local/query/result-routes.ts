import { withHexPrefix } from "../../text/hex-prefix.ts";
import type { Chain } from "../chain/chain.ts";
import type { ContractIndex } from "../chain/contract-index.ts";
import type { LocalRequest } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { actionsView } from "./actions-view.ts";
import { lookUp, parseContractKey } from "./contract-key.ts";
import { notFound, queryError, unknownParameters } from "./errors.ts";
import { boundsOf, type Filter, formatTimestamp, passesAll, readTimestamp } from "./filters.ts";
import { Results } from "./find-results.ts";
import { type ListQuery, listReply, parseList, takeRows } from "./lists.ts";
import { type Result, resultRow, resultView, rowOfContract, timeOf, transactionRow } from "./result-view.ts";
import type { Walk } from "./walk-blocks.ts";

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;
const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}$/;
const TIMESTAMP = "timestamp";

/** The endpoints about contract transactions. */
interface ResultRoutes {
  ofContract(request: LocalRequest, key: string): Promise<Reply>;
  list(request: LocalRequest): Promise<Reply>;
  one(request: LocalRequest, hash: string): Promise<Reply>;
  actions(request: LocalRequest, hash: string): Promise<Reply>;
  transactions(request: LocalRequest): Promise<Reply>;
}

export function resultRoutes(chain: Chain, index: ContractIndex): ResultRoutes {
  const results = new Results(chain, index);
  return {
    ofContract: async (request, text) => {
      const key = parseContractKey(text);
      const read = parseResults(request);
      if (key === undefined) return notFound();
      if (read.problems.length > 0) return queryError(400, ...read.problems);
      const contract = await lookUp(index, key);
      if (contract === undefined) return notFound();
      const rows = await take(results.of(contract, walkOf(read), read.isInternal), read);
      return listReply(
        request,
        read,
        { results: rows.map(rowOfContract) },
        TIMESTAMP,
        (row) => row.timestamp,
      );
    },
    list: async (request) => {
      const read = parseResults(request);
      if (read.problems.length > 0) return queryError(400, ...read.problems);
      const rows = await take(results.all(walkOf(read), read.isInternal), read);
      return listReply(request, read, { results: rows.map(resultRow) }, TIMESTAMP, (row) => row.timestamp);
    },
    one: async ({ query }, hash) => {
      const problems = [...unknownParameters(query, ["nonce"]), ...hashProblems(hash)];
      if (problems.length > 0) return queryError(400, ...problems);
      const result = HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;
      return result === undefined ? notFound() : { status: 200, json: resultView(result) };
    },
    actions: async (request, hash) => {
      const read = parseList(request.query, { index: readIndex }, { order: "asc" });
      const problems = [...read.problems, ...hashProblems(hash)];
      if (problems.length > 0) return queryError(400, ...problems);
      const result = HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;
      if (result === undefined) return notFound();
      const trace = await chain.trace(result.transaction.hash);
      const time = formatTimestamp(timeOf(result));
      const rows =
        trace === undefined ? [] : await actionsView(trace, time, (address) => index.byAddress(address));
      const actions = rows.filter((row) => passesAll(BigInt(Number(row.index)), read.filters.index));
      const ordered = read.isAscending ? actions : actions.toReversed();
      return listReply(request, read, { actions: ordered.slice(0, read.limit) }, "index", (row) => row.index);
    },
    transactions: async (request) => {
      const { query } = request;
      const read = parseList(
        query,
        { timestamp: readTimestamp },
        { others: ["account.id", "transactiontype", "result"] },
      );
      const account = query.get("account.id");
      const key = account === null ? undefined : parseContractKey(account.replace(/^eq:/, ""));
      const isUnknown = account !== null && key === undefined;
      const problems = [...read.problems, ...(isUnknown ? ["Invalid parameter: account.id"] : [])];
      if (problems.length > 0) return queryError(400, ...problems);
      const contract = key === undefined ? undefined : await lookUp(index, key);
      const ofAccount = contract === undefined ? [] : results.of(contract, walkOf(read), true);
      const all = key === undefined ? results.all(walkOf(read), true) : ofAccount;
      const rows = await take(all, read, isOfKind(query));
      return listReply(
        request,
        read,
        { transactions: rows.map(transactionRow) },
        TIMESTAMP,
        (row) => row.consensus_timestamp,
      );
    },
  };
}

function parseResults({ query }: LocalRequest): ListQuery<"timestamp"> & { readonly isInternal: boolean } {
  const read = parseList(query, { timestamp: readTimestamp }, { others: ["internal"] });
  const internal = query.get("internal") ?? "false";
  const problems = /^(true|false)$/.test(internal) ? [] : ["Invalid parameter: internal"];
  return { ...read, isInternal: internal === "true", problems: [...read.problems, ...problems] };
}

function walkOf({ filters, isAscending }: ListQuery<"timestamp">): Walk {
  return { times: boundsOf(filters.timestamp), isAscending };
}

function take(
  rows: AsyncIterable<Result> | Iterable<Result>,
  {
    filters,
    limit,
  }: { readonly filters: Readonly<Record<"timestamp", readonly Filter[]>>; readonly limit: number },
  isWanted: (result: Result) => boolean = () => true,
): Promise<readonly Result[]> {
  return takeRows(rows, limit, (row) => passesAll(timeOf(row), filters.timestamp) && isWanted(row));
}

/** The conditions of a list of transactions on their kind and end. */
function isOfKind(query: URLSearchParams): (result: Result) => boolean {
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

function readIndex(text: string): bigint | undefined {
  return /^\d{1,9}$/.test(text) ? BigInt(text) : undefined;
}

function hashProblems(hash: string): readonly string[] {
  return HASH.test(hash) || TRANSACTION_ID.test(hash)
    ? []
    : [
        'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
      ];
}
