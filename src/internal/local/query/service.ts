import type { Chain } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import { RpcError } from "../chain/rpc.ts";
import type { LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { blockView } from "./block-view.ts";
import { type ContractKey, parseContractKey } from "./contract-key.ts";
import { contractView } from "./contract-view.ts";
import { notFound, queryError, unknownParameters } from "./errors.ts";
import { resultRoutes } from "./result-routes.ts";
import { holdsAtSomeTime, parseTimestampFilter } from "./timestamp.ts";

/** Block hashes are 32 bytes on an EVM chain, 48 on the ledger. */
const BLOCK_HASH = /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/;
const BLOCK_NUMBER = /^\d{1,15}$/;
/** Lists and a call of a mirror node, in the place of a contract or a transaction. */
const RESULTS = "results";
const LOGS = "logs";
const CALL = "call";

/**
 * The query service: a mirror node's look-up of one contract, with the transactions that created and called it, and of one
 * block, answered from the chain.
 */
export function queryService(chain: Chain, index: ContractIndex): LocalService {
  const results = resultRoutes(chain, index);
  return {
    handle: async ({ method, path, query }) => {
      const [, , api, version, resource, ...keys] = `/${path}`.split("/");
      const isRead = method === "GET" || method === "HEAD";
      if (!isRead || api !== "api" || version !== "v1") return notFound();
      const [first, second, third, ...more] = keys.map(decode);
      if (more.length > 0) return notFound();
      if (resource === "transactions" && first === undefined) return results.transactions(query);
      if (first === undefined || first === CALL || second === LOGS) return notFound();
      if (resource === "blocks" && second === undefined) return readBlock(chain, first, query);
      if (resource !== "contracts") return notFound();
      if (second === undefined)
        return first === RESULTS ? results.list(query) : readContract(chain, index, first, query);
      if (first === RESULTS && third === undefined) return results.one(second, query);
      if (first === RESULTS && third === "actions") return results.actions(second, query);
      const key = parseContractKey(first);
      if (second !== RESULTS || third !== undefined || key === undefined) return notFound();
      return results.ofContract(await lookUp(index, key), query);
    },
    failed: (error) =>
      error instanceof RpcError ? queryError(503, "Service unavailable") : queryError(500, "Internal error"),
  };
}

async function readContract(
  chain: Chain,
  index: ContractIndex,
  text: string,
  query: URLSearchParams,
): Promise<Reply> {
  const key = parseContractKey(text);
  const filters = query.getAll("timestamp").map(parseTimestampFilter);
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

function lookUp(index: ContractIndex, key: ContractKey): Promise<IndexedContract | undefined> {
  switch (key.kind) {
    case "number":
      return index.byNumber(key.number);
    case "address":
      return index.byAddress(key.address);
    case "elsewhere":
      return Promise.resolve(undefined);
  }
}

async function readBlock(chain: Chain, text: string, query: URLSearchParams): Promise<Reply> {
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

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
