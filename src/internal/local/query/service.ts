import type { QueryContract } from "../../services/query/model.ts";
import type { Chain } from "../chain/chain.ts";
import type { ContractIndex } from "../chain/contract-index.ts";
import { RpcError } from "../chain/rpc.ts";
import type { LocalRequest, LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { type Routes, route } from "../http/routes.ts";
import { blockView, endOf } from "./block-view.ts";
import { lookUp, parseContractKey } from "./contract-key.ts";
import { contractView } from "./contract-view.ts";
import { notFound, queryError, unknownParameters } from "./errors.ts";
import { boundsOf, holdsAtSomeTime, parseFilter, passesAll, readTimestamp } from "./filters.ts";
import { listReply, parseList, takeRows } from "./lists.ts";
import { readNodes } from "./nodes.ts";
import { resultRoutes } from "./result-routes.ts";
import { walkBlocks } from "./walk-blocks.ts";

/** Block hashes are 32 bytes on an EVM chain, 48 on the ledger. */
const BLOCK_HASH = /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/;
const BLOCK_NUMBER = /^\d{1,15}$/;

/**
 * The query service: a mirror node's contracts, the transactions that created and called them, and blocks, answered from
 * the chain.
 */
export function queryService(chain: Chain, index: ContractIndex): LocalService {
  const results = resultRoutes(chain, index);
  const routes: Routes = {
    "GET /api/v1/contracts": (request) => listContracts(chain, index, request),
    "GET /api/v1/contracts/results": results.list,
    "GET /api/v1/contracts/results/logs": notFound,
    "GET /api/v1/contracts/call": notFound,
    "GET /api/v1/contracts/{contract}": (request, key) => readContract(chain, index, request, key),
    "GET /api/v1/contracts/results/{hash}": results.one,
    "GET /api/v1/contracts/results/{hash}/actions": results.actions,
    "GET /api/v1/contracts/{contract}/results": results.ofContract,
    "GET /api/v1/blocks": (request) => listBlocks(chain, request),
    "GET /api/v1/blocks/{block}": (request, key) => readBlock(chain, request, key),
    "GET /api/v1/transactions": results.transactions,
    "GET /api/v1/network/nodes": readNodes,
  };
  return {
    handle: async (request) => (await route(routes, request)) ?? notFound(),
    failed: (error) =>
      error instanceof RpcError ? queryError(503, "Service unavailable") : queryError(500, "Internal error"),
  };
}

async function readContract(
  chain: Chain,
  index: ContractIndex,
  { query }: LocalRequest,
  text: string,
): Promise<Reply> {
  const key = parseContractKey(text);
  const filters = query.getAll("timestamp").map((each) => parseFilter(each));
  const problems = [
    ...unknownParameters(query, ["timestamp"]),
    ...(key === undefined ? ["Invalid parameter: contractid"] : []),
    ...(filters.includes(undefined) ? ["Invalid parameter: timestamp"] : []),
  ];
  if (key === undefined || problems.length > 0) return queryError(400, ...problems);

  const contract = await lookUp(index, key);
  const wanted = filters.filter((filter) => filter !== undefined);
  if (contract === undefined || !holdsAtSomeTime(contract.creation?.nanoseconds ?? 0n, wanted)) {
    return notFound();
  }
  return { status: 200, json: await contractView(chain, contract) };
}

/** The contracts that have an id. A list has no code. */
async function listContracts(chain: Chain, index: ContractIndex, request: LocalRequest): Promise<Reply> {
  const read = parseList(request.query, { "contract.id": readContractNumber });
  if (read.problems.length > 0) return queryError(400, ...read.problems);
  const all = await index.all();
  const rows = await takeRows(read.isAscending ? all : all.toReversed(), read.limit, ({ number }) =>
    passesAll(BigInt(number ?? 0), read.filters["contract.id"]),
  );
  const contracts = (await Promise.all(rows.map((each) => contractView(chain, each)))).map(withoutCode);
  return listReply(request, read, { contracts }, "contract.id", ({ contract_id: id }) => id);
}

function withoutCode({ bytecode: _, runtime_bytecode: __, ...row }: QueryContract) {
  return row;
}

function readContractNumber(text: string): bigint | undefined {
  const key = parseContractKey(text);
  return key?.kind === "number" ? BigInt(key.number) : undefined;
}

async function listBlocks(chain: Chain, request: LocalRequest): Promise<Reply> {
  const read = parseList(request.query, { "block.number": readBlockNumber, timestamp: readTimestamp });
  if (read.problems.length > 0) return queryError(400, ...read.problems);
  const { filters, isAscending, limit } = read;
  const numbers = boundsOf(filters["block.number"]);
  const walked = walkBlocks(chain, { numbers, times: boundsOf(filters.timestamp), isAscending });
  const rows = await takeRows(
    walked,
    limit,
    (block) =>
      passesAll(BigInt(block.number), filters["block.number"]) && passesAll(endOf(block), filters.timestamp),
  );
  return listReply(request, read, { blocks: rows.map(blockView) }, "block.number", (row) => row.number);
}

function readBlockNumber(text: string): bigint | undefined {
  return BLOCK_NUMBER.test(text) ? BigInt(text) : undefined;
}

async function readBlock(chain: Chain, { query }: LocalRequest, text: string): Promise<Reply> {
  const isHash = BLOCK_HASH.test(text);
  const problems = [
    ...unknownParameters(query, []),
    ...(isHash || BLOCK_NUMBER.test(text) ? [] : ["Invalid parameter: hashOrNumber"]),
  ];
  if (problems.length > 0) return queryError(400, ...problems);
  // Of the ledger's 48 bytes an EVM chain knows the first 32.
  const block = await chain.block(isHash ? `0x${text.replace(/^0x/, "").slice(0, 64)}` : Number(text));
  return block === undefined ? notFound() : { status: 200, json: blockView(block) };
}
