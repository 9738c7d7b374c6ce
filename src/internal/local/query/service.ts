import type { QueryContract } from "../../services/query/model.ts";
import { RpcError } from "../../services/rpc/rpc-client.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { Chain, ChainBlock } from "../chain/chain.ts";
import {
  type ContractIndex,
  computeTimestamp,
  type IndexedContract,
  NANOSECONDS_OF_BLOCK,
} from "../chain/contract-index.ts";
import { type LocalRequest, type LocalService, type Reply, type Routes, route } from "../http/listen.ts";
import {
  computeBounds,
  formatTimestamp,
  listReply,
  matchesAtSomeTime,
  NOT_FOUND,
  parseFilters,
  parseList,
  passesAll,
  queryError,
  readDigits,
  readTimestamp,
  takeRows,
} from "./lists.ts";
import { lookUp, parseContractKey, resultRoutes } from "./result-routes.ts";
import { walkBlocks } from "./results.ts";

/** Block hashes have 32 bytes on an EVM chain and 48 on the ledger. */
const BLOCK_HASH = /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/;
const readBlockNumber = readDigits(15);

/** A mirror node's endpoints for contracts, contract transactions and blocks. */
export function queryService(chain: Chain, index: ContractIndex): LocalService {
  const routes: Routes = {
    ...resultRoutes(chain, index),
    "GET /api/v1/contracts": (request) => listContracts(chain, index, request),
    "GET /api/v1/contracts/call": () => NOT_FOUND,
    "GET /api/v1/contracts/{contract}": (request, key) => readContract(chain, index, request, key),
    "GET /api/v1/blocks": (request) => listBlocks(chain, request),
    "GET /api/v1/blocks/{block}": (request, key) => readBlock(chain, request, key),
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

async function readContract(
  chain: Chain,
  index: ContractIndex,
  { query }: LocalRequest,
  text: string,
): Promise<Reply> {
  const key = parseContractKey(text);
  const problems = key === undefined ? ["Invalid parameter: contractid"] : [];
  const { timestamp } = parseFilters(query, { timestamp: readTimestamp }, [], problems);
  const contract = key === undefined ? undefined : await lookUp(index, key);
  if (contract === undefined || !matchesAtSomeTime(contract.creation?.nanoseconds ?? 0n, timestamp))
    return NOT_FOUND;
  return { status: 200, json: await contractView(chain, contract) };
}

/** The rows have no code. */
async function listContracts(chain: Chain, index: ContractIndex, request: LocalRequest): Promise<Reply> {
  const read = parseList(request.query, { "contract.id": readContractNumber });
  const all = await index.all();
  const rows = await takeRows(read.isAscending ? all : all.toReversed(), read.limit, ({ number }) =>
    passesAll(BigInt(number ?? 0), read.filters["contract.id"]),
  );
  const views = await Promise.all(rows.map((each) => contractView(chain, each)));
  const contracts = views.map(({ bytecode: _, runtime_bytecode: __, ...row }) => row);
  return listReply(request, read, "contracts", contracts, "contract.id", "contract_id");
}

function readContractNumber(text: string): bigint | undefined {
  const key = parseContractKey(text);
  return typeof key === "number" && key >= 0 ? BigInt(key) : undefined;
}

async function listBlocks(chain: Chain, request: LocalRequest): Promise<Reply> {
  const read = parseList(request.query, { "block.number": readBlockNumber, timestamp: readTimestamp });
  const { filters, isAscending, limit } = read;
  const numbers = computeBounds(filters["block.number"]);
  const walked = walkBlocks(chain, { numbers, times: computeBounds(filters.timestamp), isAscending });
  const rows = await takeRows(
    walked,
    limit,
    (block) =>
      passesAll(BigInt(block.number), filters["block.number"]) &&
      passesAll(blockEnd(block), filters.timestamp),
  );
  return listReply(request, read, "blocks", rows.map(blockView), "block.number", "number");
}

async function readBlock(chain: Chain, { query }: LocalRequest, text: string): Promise<Reply> {
  const isHash = BLOCK_HASH.test(text);
  const isKnown = isHash || readBlockNumber(text) !== undefined;
  parseFilters(query, {}, [], isKnown ? [] : ["Invalid parameter: hashOrNumber"]);
  // An EVM chain has only the first 32 of the ledger's 48 bytes.
  const block = await chain.block(isHash ? `0x${text.replace(/^0x/, "").slice(0, 64)}` : Number(text));
  return block === undefined ? NOT_FOUND : { status: 200, json: blockView(block) };
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
  const { address, number, creation } = contract;
  const [codeNow, nonce] = await Promise.all([chain.code(address), chain.nonce(address)]);
  const codeThen =
    codeNow === "0x" && creation !== undefined ? await chain.code(address, creation.blockNumber) : codeNow;
  const created = creation === undefined ? null : formatTimestamp(creation.nanoseconds);
  return {
    admin_key: null,
    auto_renew_account: null,
    auto_renew_period: null,
    contract_id: number === undefined ? null : `0.0.${number}`,
    created_timestamp: created,
    deleted: codeNow !== codeThen,
    evm_address: address,
    expiration_timestamp: null,
    file_id: null,
    max_automatic_token_associations: 0,
    memo: "",
    nonce,
    obtainer_id: null,
    permanent_removal: null,
    proxy_account_id: null,
    timestamp: { from: created ?? formatTimestamp(0n), to: null },
    bytecode: creation?.initCode ?? null,
    runtime_bytecode: codeThen,
  };
}

/** The body of `GET /api/v1/network/nodes`: the development node as the only consensus node. */
function readNodes(request: LocalRequest): Reply {
  const read = parseList(request.query, { "node.id": readDigits(10) }, { others: ["file.id"], order: "asc" });
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
