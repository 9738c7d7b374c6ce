import type { LocalRequest } from "../http/listen.ts";
import type { Reply } from "../http/reply.ts";
import { queryError } from "./errors.ts";
import { formatTimestamp, passesAll } from "./filters.ts";
import { listReply, parseList } from "./lists.ts";

/** The body of `GET /api/v1/network/nodes`: the development node, as the one consensus node of the network. */
export function readNodes(request: LocalRequest): Reply {
  const read = parseList(request.query, { "node.id": readNodeId }, { others: ["file.id"], order: "asc" });
  if (read.problems.length > 0) return queryError(400, ...read.problems);
  const nodes = [NODE].filter((node) => passesAll(BigInt(node.node_id), read.filters["node.id"]));
  return listReply(request, read, { nodes }, "node.id", (node) => node.node_id);
}

function readNodeId(text: string): bigint | undefined {
  return /^\d{1,10}$/.test(text) ? BigInt(text) : undefined;
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
