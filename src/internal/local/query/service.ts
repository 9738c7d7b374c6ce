import type { Chain } from "../chain/chain.ts";
import type { ContractIndex, IndexedContract } from "../chain/contract-index.ts";
import { RpcError } from "../chain/rpc.ts";
import type { LocalService } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { blockView } from "./block-view.ts";
import { type ContractKey, parseContractKey } from "./contract-key.ts";
import { contractView } from "./contract-view.ts";
import { notFound, queryError } from "./errors.ts";
import { holdsAtSomeTime, parseTimestampFilter } from "./timestamp.ts";

/** Block hashes are 32 bytes on an EVM chain, 48 on the ledger. */
const BLOCK_HASH = /^(0x)?([0-9a-fA-F]{64}|[0-9a-fA-F]{96})$/;
const BLOCK_NUMBER = /^\d{1,15}$/;
/** Lists and calls of a mirror node, at the place of a contract. */
const NO_CONTRACTS: ReadonlySet<string> = new Set(["results", "call"]);

/** The query service: a mirror node's look-up of one contract and of one block, answered from the chain. */
export function queryService(chain: Chain, index: ContractIndex): LocalService {
  return {
    handle: async ({ method, path, query }) => {
      const [, , api, version, resource, key, ...more] = `/${path}`.split("/");
      const isLookUp =
        (method === "GET" || method === "HEAD") &&
        key !== undefined &&
        more.length === 0 &&
        !NO_CONTRACTS.has(key);
      if (!isLookUp || api !== "api" || version !== "v1") return notFound();
      switch (resource) {
        case "contracts":
          return readContract(chain, index, decode(key), query);
        case "blocks":
          return readBlock(chain, decode(key), query);
        default:
          return notFound();
      }
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

function unknownParameters(query: URLSearchParams, known: readonly string[]): readonly string[] {
  return [...new Set(query.keys())]
    .filter((name) => !known.includes(name))
    .map((name) => `Unknown query parameter: ${name}`);
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
