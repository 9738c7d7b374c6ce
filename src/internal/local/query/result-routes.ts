import { withHexPrefix } from "../../text/hex-prefix.ts";
import type { Chain } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import type { Reply } from "../http/reply.ts";
import { actionsView } from "./actions-view.ts";
import { notFound, queryError, unknownParameters } from "./errors.ts";
import { Results } from "./find-results.ts";
import { type Result, resultRow, resultView, rowOfContract, timeOf, transactionRow } from "./result-view.ts";
import { formatTimestamp, parseTimestampFilter, passesAll, type TimestampFilter } from "./timestamp.ts";

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;
const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}$/;
const DEFAULT_LIMIT = 25;
const MOST_ROWS = 100;

/** The endpoints about contract transactions. */
interface ResultRoutes {
  ofContract(contract: IndexedContract | undefined, query: URLSearchParams): Promise<Reply>;
  /** Only those at one time: a list over all contracts would read the whole chain. */
  list(query: URLSearchParams): Promise<Reply>;
  one(hash: string, query: URLSearchParams): Promise<Reply>;
  actions(hash: string, query: URLSearchParams): Promise<Reply>;
  transactions(query: URLSearchParams): Promise<Reply>;
}

export function resultRoutes(chain: Chain, index: ContractIndex): ResultRoutes {
  const results = new Results(chain, index);
  return {
    ofContract: async (contract, query) => {
      const read = parseList(query);
      if (read.problems.length > 0) return queryError(400, ...read.problems);
      if (contract === undefined) return notFound();
      const rows = await rowsOf(results.of(contract, read.isInternal), read);
      return list("results", rows.map(rowOfContract));
    },
    list: async (query) => {
      const read = parseList(query);
      const at = onlyTime(read.filters);
      if (read.problems.length > 0) return queryError(400, ...read.problems);
      if (at === undefined) return notFound();
      const result = await results.at(at);
      const isHidden = result?.child !== undefined && !read.isInternal;
      return list("results", result === undefined || isHidden ? [] : [resultRow(result)]);
    },
    one: async (hash, query) => {
      const problems = [...unknownParameters(query, ["nonce"]), ...hashProblems(hash)];
      if (problems.length > 0) return queryError(400, ...problems);
      const result = HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;
      return result === undefined ? notFound() : { status: 200, json: resultView(result) };
    },
    actions: async (hash, query) => {
      const problems = [...unknownParameters(query, ["limit", "order", "index"]), ...hashProblems(hash)];
      if (problems.length > 0) return queryError(400, ...problems);
      const result = HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;
      if (result === undefined) return notFound();
      const trace = await chain.trace(result.transaction.hash);
      const time = formatTimestamp(timeOf(result));
      const rows =
        trace === undefined ? [] : await actionsView(trace, time, (address) => index.byAddress(address));
      return list("actions", rows.slice(0, Number(query.get("limit") ?? DEFAULT_LIMIT)));
    },
    transactions: async (query) => {
      const read = parseList(query);
      const at = onlyTime(read.filters);
      if (read.problems.length > 0) return queryError(400, ...read.problems);
      if (at === undefined) return notFound();
      const result = await results.at(at);
      return list("transactions", result === undefined ? [] : [transactionRow(result)]);
    },
  };
}

interface ListQuery {
  readonly filters: readonly TimestampFilter[];
  readonly isInternal: boolean;
  readonly isAscending: boolean;
  readonly limit: number;
  readonly problems: readonly string[];
}

function parseList(query: URLSearchParams): ListQuery {
  const filters = query.getAll("timestamp").map(parseTimestampFilter);
  const internal = query.get("internal") ?? "false";
  const order = query.get("order") ?? "desc";
  const limit = query.get("limit") ?? String(DEFAULT_LIMIT);
  return {
    filters: filters.filter((filter) => filter !== undefined),
    isInternal: internal === "true",
    isAscending: order === "asc",
    limit: Math.min(Number(limit), MOST_ROWS),
    problems: [
      ...unknownParameters(query, ["timestamp", "internal", "order", "limit"]),
      ...(filters.includes(undefined) ? ["Invalid parameter: timestamp"] : []),
      ...(/^(true|false)$/.test(internal) ? [] : ["Invalid parameter: internal"]),
      ...(/^(asc|desc)$/.test(order) ? [] : ["Invalid parameter: order"]),
      ...(/^[1-9]\d{0,8}$/.test(limit) ? [] : ["Invalid parameter: limit"]),
    ],
  };
}

/** In ascending order, no more than the wanted rows are read. */
async function rowsOf(
  all: AsyncGenerator<Result, void, void>,
  { filters, isAscending, limit }: ListQuery,
): Promise<readonly Result[]> {
  const found: Result[] = [];
  for await (const result of all) {
    if (passesAll(timeOf(result), filters)) found.push(result);
    if (isAscending && found.length === limit) break;
  }
  return (isAscending ? found : found.toReversed()).slice(0, limit);
}

function onlyTime(filters: readonly TimestampFilter[]): bigint | undefined {
  const [filter, ...more] = filters;
  return filter?.operator === "eq" && more.length === 0 ? filter.nanoseconds : undefined;
}

function hashProblems(hash: string): readonly string[] {
  return HASH.test(hash) || TRANSACTION_ID.test(hash)
    ? []
    : [
        'Invalid Transaction id. Please use "shard.realm.num-sss-nnn" format where sss are seconds and nnn are nanoseconds',
      ];
}

/** All rows are on one page. */
function list(name: string, rows: readonly unknown[]): Reply {
  return { status: 200, json: { [name]: rows, links: { next: null } } };
}
