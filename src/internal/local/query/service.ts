import type { QueryContract } from "../../services/query/model.ts";
import { RpcError } from "../../services/rpc/rpc-client.ts";
import { ServiceError } from "../../services/service-error.ts";
import { withHexPrefix } from "../../text/hex-prefix.ts";
import type { Chain, ChainBlock } from "../chain/chain.ts";
import {
  type ContractIndex,
  computeTimestamp,
  type IndexedContract,
  NANOSECONDS_OF_BLOCK,
} from "../chain/contract-index.ts";
import {
  type Handler,
  type LocalRequest,
  type LocalService,
  type Reply,
  type Routes,
  route,
} from "../http/listen.ts";
import {
  formatTimestamp,
  type ListQuery,
  listReply,
  matchesAtSomeTime,
  NOT_FOUND,
  nulls,
  parseFilters,
  parseList,
  passesAll,
  queryError,
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
  type ResultWalk,
  resultRow,
  resultView,
  transactionRow,
  walkBlocks,
} from "./results.ts";

/** Block hashes have 32 bytes on an EVM chain and 48 on the ledger. */
const BLOCK_HASH = /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/;
const readBlockNumber = readDigits(15);

/** A mirror node's endpoints for contracts, contract transactions and blocks. */
export function queryService(chain: Chain, index: ContractIndex): LocalService {
  const routes: Routes = {
    ...resultRoutes(chain, index),
    ...contractRoutes(chain, index),
    ...blockRoutes(chain),
    "GET /api/v1/network/nodes": readNodes,
  };
  return {
    handle: async (request) => (await route(routes, request)) ?? NOT_FOUND,
    failed: (error) =>
      error instanceof RpcError || error instanceof ServiceError
        ? queryError(503, "Service unavailable")
        : queryError(500, "Internal error"),
  };
}

function contractRoutes(chain: Chain, index: ContractIndex): Routes {
  const one: Handler = async ({ query }, text) => {
    const key = parseContractKey(text);
    const problems = key === undefined ? ["Invalid parameter: contractid"] : [];
    const { timestamp } = parseFilters(query, { timestamp: readTimestamp }, [], problems);
    const contract = key === undefined ? undefined : await lookUp(index, key);
    if (contract === undefined || !matchesAtSomeTime(contract.creation?.nanoseconds ?? 0n, timestamp))
      return NOT_FOUND;
    return { status: 200, json: await contractView(chain, contract) };
  };
  /** The rows have no code. */
  const list: Handler = async (request) => {
    const read = parseList(request.query, { "contract.id": readContractNumber });
    const all = await index.all();
    const rows = await takeRows(read.isAscending ? all : all.toReversed(), read.limit, ({ number }) =>
      passesAll(BigInt(number ?? 0), read.filters["contract.id"]),
    );
    const views = await Promise.all(rows.map((each) => contractView(chain, each)));
    const contracts = views.map(({ bytecode: _, runtime_bytecode: __, ...row }) => row);
    return listReply(request, read, "contracts", contracts, "contract.id", "contract_id");
  };
  return {
    "GET /api/v1/contracts": list,
    "GET /api/v1/contracts/call": () => NOT_FOUND,
    "GET /api/v1/contracts/{contract}": one,
  };
}

function readContractNumber(text: string): bigint | undefined {
  const key = parseContractKey(text);
  return typeof key === "number" && key >= 0 ? BigInt(key) : undefined;
}

function blockRoutes(chain: Chain): Routes {
  const list: Handler = async (request) => {
    const read = parseList(request.query, { "block.number": readBlockNumber, timestamp: readTimestamp });
    const { "block.number": numbers, timestamp: times } = read.filters;
    const rows = await takeRows(walkBlocks(chain, read), read.limit, (block) => {
      return passesAll(BigInt(block.number), numbers) && passesAll(blockEnd(block), times);
    });
    return listReply(request, read, "blocks", rows.map(blockView), "block.number", "number");
  };
  const one: Handler = async ({ query }, text) => {
    const isHash = BLOCK_HASH.test(text);
    const isKnown = isHash || readBlockNumber(text) !== undefined;
    parseFilters(query, {}, [], isKnown ? [] : ["Invalid parameter: hashOrNumber"]);
    // An EVM chain has only the first 32 of the ledger's 48 bytes.
    const block = await chain.block(isHash ? `0x${text.replace(/^0x/, "").slice(0, 64)}` : Number(text));
    return block === undefined ? NOT_FOUND : { status: 200, json: blockView(block) };
  };
  return { "GET /api/v1/blocks": list, "GET /api/v1/blocks/{block}": one };
}

/** The body of `GET /api/v1/blocks/{hashOrNumber}`. */
function blockView(block: ChainBlock) {
  return {
    count: block.transactions.length,
    gas_used: block.gasUsed,
    hapi_version: null,
    hash: block.hash,
    logs_bloom: block.logsBloom ?? null,
    name: null,
    number: block.number,
    previous_hash: block.parentHash,
    size: block.size ?? null,
    timestamp: { from: formatTimestamp(computeTimestamp(block, 0)), to: formatTimestamp(blockEnd(block)) },
  };
}

/** The last nanosecond of a block. All its transactions and creations are earlier. */
function blockEnd(block: ChainBlock): bigint {
  return computeTimestamp(block, 0) + NANOSECONDS_OF_BLOCK - 1n;
}

/** The body of `GET /api/v1/contracts/{contractIdOrAddress}`. Values that don't exist on an EVM chain are null. */
async function contractView(chain: Chain, contract: IndexedContract): Promise<QueryContract> {
  const { address, creation } = contract;
  const [codeNow, nonce] = await Promise.all([chain.code(address), chain.nonce(address)]);
  const codeThen =
    codeNow === "0x" && creation !== undefined ? await chain.code(address, creation.blockNumber) : codeNow;
  const created = creation === undefined ? null : formatTimestamp(creation.nanoseconds);
  return {
    ...nulls("admin_key", "auto_renew_account", "auto_renew_period", "expiration_timestamp", "file_id"),
    ...nulls("obtainer_id", "permanent_removal", "proxy_account_id"),
    contract_id: formatEntityId(contract),
    created_timestamp: created,
    deleted: codeNow !== codeThen,
    evm_address: address,
    max_automatic_token_associations: 0,
    memo: "",
    nonce,
    timestamp: { from: created ?? formatTimestamp(0n), to: null },
    bytecode: creation?.initCode ?? null,
    runtime_bytecode: codeThen,
  };
}

/** The body of `GET /api/v1/network/nodes`: the development node as the only consensus node. */
function readNodes(request: LocalRequest): Reply {
  const read = parseList(
    request.query,
    { "node.id": readDigits(10) },
    { others: ["file.id"], byDefault: "asc" },
  );
  const nodes = [NODE].filter((node) => passesAll(BigInt(node.node_id), read.filters["node.id"]));
  return listReply(request, read, "nodes", nodes, "node.id", "node_id");
}

const NODE = {
  admin_key: null,
  decline_reward: true,
  description: "Development node",
  file_id: "0.0.102",
  grpc_proxy_endpoint: null,
  max_stake: 0,
  memo: "0.0.3",
  min_stake: 0,
  node_account_id: "0.0.3",
  node_cert_hash: "0x",
  node_id: 0,
  public_key: "0x",
  reward_rate_start: 0,
  service_endpoints: [],
  stake: 0,
  stake_not_rewarded: 0,
  stake_rewarded: 0,
  staking_period: null,
  timestamp: { from: formatTimestamp(0n), to: null },
};

const HASH = /^(0x)?[0-9a-fA-F]{64}$/;
const TRANSACTION_ID = /^\d{1,10}\.\d{1,10}\.\d{1,10}-\d{1,10}-\d{1,9}$/;

function resultRoutes(chain: Chain, index: ContractIndex): Routes {
  const results = new Results(chain, index);
  const byHash = async (hash: string): Promise<Result | undefined> =>
    HASH.test(hash) ? await results.byHash(withHexPrefix(hash)) : undefined;

  const list: Handler = async (request) => {
    const read = parseResults(request);
    const rows = await take(results.all(read), read);
    return listReply(request, read, "results", rows.map(resultRow), "timestamp", "timestamp");
  };
  const listForContract: Handler = async (request, text) => {
    const key = parseContractKey(text);
    if (key === undefined) return NOT_FOUND;
    const read = parseResults(request);
    const contract = await lookUp(index, key);
    if (contract === undefined) return NOT_FOUND;
    const rows = await take(results.forContract(contract, read), read);
    return listReply(request, read, "results", rows.map(contractRow), "timestamp", "timestamp");
  };
  const one: Handler = async ({ query }, hash) => {
    parseFilters(query, {}, ["nonce"], hashProblems(hash));
    const result = await byHash(hash);
    return result === undefined ? NOT_FOUND : { status: 200, json: resultView(result) };
  };
  const actions: Handler = async (request, hash) => {
    const problems = hashProblems(hash);
    const read = parseList(request.query, { index: readDigits(9) }, { byDefault: "asc", problems });
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
    const list = parseList(query, { timestamp: readTimestamp }, { others, problems });
    const read = { ...list, isInternal: true };
    const contract = key === undefined ? undefined : await lookUp(index, key);
    const accountResults = contract === undefined ? [] : results.forContract(contract, read);
    const all = key === undefined ? results.all(read) : accountResults;
    const rows = (await take(all, read, isOfRequestedKind(query))).map(transactionRow);
    return listReply(request, read, "transactions", rows, "timestamp", "consensus_timestamp");
  };
  return {
    "GET /api/v1/contracts/results": list,
    "GET /api/v1/contracts/results/logs": () => NOT_FOUND,
    "GET /api/v1/contracts/results/{hash}": one,
    "GET /api/v1/contracts/results/{hash}/actions": actions,
    "GET /api/v1/contracts/{contract}/results": listForContract,
    "GET /api/v1/transactions": transactions,
  };
}

function parseResults({ query }: LocalRequest): ListQuery<"timestamp"> & ResultWalk {
  const internal = query.get("internal") ?? "false";
  const problems = /^(true|false)$/.test(internal) ? [] : ["Invalid parameter: internal"];
  const read = parseList(query, { timestamp: readTimestamp }, { others: ["internal"], problems });
  return { ...read, isInternal: internal === "true" };
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

/** Lists the actions in call order. */
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

function lookUp(index: ContractIndex, key: ContractKey): Promise<IndexedContract | undefined> {
  return typeof key === "number" ? index.byNumber(key) : index.byAddress(key);
}
