import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { getCreateAddress } from "ethers/address";
import { type Behaviour, json, serve } from "./services/fault-server.ts";

const FOLDER = new URL("../fixtures/recorded/query-service/creation/", import.meta.url);

/** The code used for the recordings. Some have constructor arguments after the creation code. */
const MADE_UP = {
  creation: "608060405234801561000f575f80fd5b5060405160e038038060e08339aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
  runtime:
    "6080604052348015600e575f80fd5b50bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbba26469706673582212cccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccccc64736f6c63430008180033",
} as const;

export const ARGUMENT = "2a".padStart(64, "0");
export const RECORDED_INIT_CODE = `0x${MADE_UP.creation}`;

/** The recorded addresses are made up. A contract created by an Ethereum transaction gets its address from sender and nonce. */
const MADE_UP_ADDRESS = "0x00bce8a7a0af2ae01b7c92b520df472a4e154ac3";
const CREATE_ADDRESS = getCreateAddress({
  from: "0xd7bd511c680f832243f235e01a9b903f7baaa797",
  nonce: 5,
}).toLowerCase();

/** The recorded ways of creation, by the letter of the file. */
export const RECORDED = {
  A: {
    id: "0.0.7001",
    address: CREATE_ADDRESS,
    hash: "0x90f9a88b3c16bc29b7454437d1ee5aa123da480e1901884f91957d74a31c238c",
  },
  B: {
    id: "0.0.7002",
    address: "0x0000000000000000000000000000000000001b5a",
    hash: "0x8a5e6d9081b08ada24918c6a8697952bc7c7c92f74a3341eb4a31be93dd425c8",
  },
  B2: {
    id: "0.0.7003",
    address: "0x0000000000000000000000000000000000001b5b",
    hash: "0xd798a70258f5c087a7644ff7d732beebfb0b3bf7af3b486bdc0800286abb3011",
  },
  C: {
    id: "0.0.7005",
    address: "0xd7c21b43b52b15494bb7b3bf589f9d27c40de9c8",
    hash: "0xfdb30e281f7f9b07862e52a813eb0fe0afe75707449dd38120f1407f46ed2a50",
  },
  D: {
    id: "0.0.7006",
    address: "0x0000000000000000000000000000000000001b5e",
    hash: "0xdbbf74e273d077c92a5b4e36b848316a4937c33537e488ae41d4519d3a785b95",
  },
  E: {
    id: "0.0.7007",
    address: "0xfb27d8434b4a6b423ec6127b2d12c0da5891d93f",
    hash: "0xdb9655a6dfdaf5e443c9300a1e4a0bbc663c3bed3c2782c532c1983e92316ecd",
  },
  G: {
    id: "0.0.7008",
    address: "0xa2cde5110b8e6c2158110a5e708839f6c0f030e8",
    hash: "0x22b2c2c0347ab3b20660a212898ae0538d6bd99350b085cbd88eb0533ac89bf8",
  },
} as const;

/** The block that created the contract of the hollow account. */
const G_BLOCK = {
  number: "0x232f",
  hash: "0x889bf75347fdd3ff6bdddf710c3945f35dcdb15ab93640cd99cce99bb3ac02b5",
};
const LATEST_BLOCK = "0x2710";
export const RECORDED_CHAIN_ID = 296;

// biome-ignore lint/suspicious/noExplicitAny: JSON recorded from other programs
type Json = any;

export interface LedgerOptions {
  readonly codes?: { readonly creation: string; readonly runtime: string } | undefined;
  /** True if the relay offers `debug_traceTransaction`, which is off by default. */
  readonly traces?: boolean;
  /** Replaces the relay's answer to a method; undefined keeps the recorded one. */
  readonly relay?: (method: string, params: readonly Json[]) => Json | undefined;
  readonly mirror?: (path: string) => { readonly status: number; readonly body?: Json } | undefined;
}

export async function recordedLedger(options: LedgerOptions = {}) {
  const { rpc, rest } = load(options.codes);
  const relayCalls: string[] = [];
  const mirrorCalls: string[] = [];
  const relay = await serve((request, response, sent = "{}") => {
    const { id, method, params } = JSON.parse(sent);
    relayCalls.push(method);
    const answer = options.relay?.(method, params) ?? relayAnswer(rpc, rest, method, params, options.traces);
    json(200, { jsonrpc: "2.0", ...answer, id })(request, response);
  });
  const mirror = await serve((request, response) => {
    const path = decodeURIComponent(request.url ?? "").replace(/^\/api\/v1/, "");
    mirrorCalls.push(path);
    const instead = options.mirror?.(path);
    const behaviour: Behaviour = instead
      ? json(instead.status, instead.body ?? {})
      : mirrorAnswer(rest, path);
    behaviour(request, response);
  });
  return {
    relayUrl: relay.url,
    mirrorUrl: mirror.url,
    relayCalls,
    mirrorCalls,
    [Symbol.asyncDispose]: async () => {
      await Promise.all([relay[Symbol.asyncDispose](), mirror[Symbol.asyncDispose]()]);
    },
  };
}

interface Exchange {
  readonly status: number;
  readonly response: Json;
}

function load(codes: LedgerOptions["codes"]): {
  readonly rpc: readonly Json[];
  readonly rest: ReadonlyMap<string, Exchange>;
} {
  const rest = new Map<string, Exchange>();
  let rpc: readonly Json[] = [];
  for (const name of readdirSync(fileURLToPath(FOLDER)).filter((file) => file.endsWith(".json"))) {
    const entries = JSON.parse(withCodes(readFileSync(new URL(name, FOLDER), "utf8"), codes));
    if (name === "relay.json") rpc = entries;
    else if (!name.startsWith("relay-"))
      for (const { request, status, response } of entries) {
        rest.set(keyOf(request.replace("GET /api/v1", "")), { status, response });
        // The recordings ask by id. The mirror node returns the same record for the address.
        const address = response.evm_address;
        if (address !== undefined) rest.set(`/contracts/${address}`, { status, response });
      }
  }
  return { rpc, rest };
}

export function asciiHex(text: string): string {
  return Buffer.from(text, "latin1").toString("hex");
}

function withCodes(recorded: string, codes: LedgerOptions["codes"]): string {
  const text = recorded.replaceAll(MADE_UP_ADDRESS, CREATE_ADDRESS);
  if (codes === undefined) return text;
  return (["creation", "runtime"] as const).reduce(
    (changed, side) =>
      changed
        .replaceAll(MADE_UP[side], codes[side].slice(2))
        .replaceAll(asciiHex(MADE_UP[side]), asciiHex(codes[side].slice(2))),
    text,
  );
}

/** Parameter order and defaults don't matter, nor do page size and start time for these short lists. */
function keyOf(path: string): string {
  const [route = "", query = ""] = path.toLowerCase().split("?");
  const isList = /^\/contracts\/[\d.]+\/results$/.test(route);
  const pairs = query.split("&").filter((pair) => {
    const isDefault = ["", "limit=100", "internal=false"].includes(pair);
    return !isDefault && !(isList && pair.startsWith("timestamp=gte:"));
  });
  return [route, ...pairs.sort()].join("&");
}

function mirrorAnswer(rest: ReadonlyMap<string, Exchange>, path: string): Behaviour {
  const known = rest.get(keyOf(path));
  if (known !== undefined) return json(known.status, known.response);
  const timestamp = /^\/transactions\?timestamp=(.+)$/.exec(path)?.[1];
  if (timestamp !== undefined) {
    // The recordings look up each transaction in some ways, but not in all.
    const all = [...rest.values()].flatMap(({ response }) => response.transactions ?? []);
    const row = all.find(({ consensus_timestamp: at }) => at === timestamp);
    return json(200, { transactions: row === undefined ? [] : [row], links: { next: null } });
  }
  const number = /^\/blocks\/(\d+)$/.exec(path)?.[1];
  const block = number === undefined ? undefined : blockOf(rest, Number(number));
  return block === undefined
    ? json(404, { _status: { messages: [{ message: "Not found" }] } })
    : json(200, block);
}

function blockOf(rest: ReadonlyMap<string, Exchange>, number: number): Json {
  const blocks = [...rest.values()].flatMap(({ response }) => response.blocks ?? []);
  const known = blocks.find((block) => block.number === number);
  if (known !== undefined || blocks.length === 0) return known;
  // No block was recorded for G. It starts at the second of its transaction, like all blocks.
  const second = 1_795_310_000 + (number - 9000) * 2;
  const timestamp = { from: `${second}.000000000`, to: `${second + 1}.999999999` };
  return { ...blocks[0], number, timestamp };
}

function relayAnswer(
  rpc: readonly Json[],
  rest: ReadonlyMap<string, Exchange>,
  method: string,
  params: readonly Json[],
  traces = false,
): Json {
  switch (method) {
    case "eth_chainId":
      return { result: `0x${RECORDED_CHAIN_ID.toString(16)}` };
    case "eth_blockNumber":
      return { result: LATEST_BLOCK };
    case "eth_getCode": {
      const address = params[0].toLowerCase();
      const code = rest.get(`/contracts/${address}`)?.response.runtime_bytecode;
      // For an address without a contract, the mirror node has no record, and only the relay has its code.
      const marked = rpc.find((each) => each.method === method && each.params[0] === address);
      return { result: code ?? marked?.response.result ?? "0x" };
    }
    case "eth_getBlockByNumber": {
      const block = blockOf(rest, Number(params[0]));
      return { result: { timestamp: `0x${Number(block.timestamp.from).toString(16)}`, transactions: [] } };
    }
    case "debug_traceTransaction":
      if (!traces) return { error: { code: -32601, message: "Unsupported JSON-RPC method" } };
  }
  if (params[0] === RECORDED.G.hash) return ofG(answerOf(rpc, method, RECORDED.C.hash));
  return answerOf(rpc, method, params[0]);
}

function answerOf(rpc: readonly Json[], method: string, first: string): Json {
  const entry = rpc.find((each) => each.method === method && each.params[0] === first);
  return entry?.response.body ?? entry?.response ?? { result: null };
}

/** Derives G's answer from C: the relay wasn't asked about G, and G is a call of the same factory. */
function ofG(answer: Json): Json {
  const text = JSON.stringify(answer);
  const { result } = JSON.parse(
    text
      .replaceAll(RECORDED.C.address, RECORDED.G.address)
      .replaceAll(RECORDED.C.hash, RECORDED.G.hash)
      .replaceAll(ARGUMENT, ""),
  );
  return {
    result: {
      ...result,
      ...("blockNumber" in result ? { blockNumber: G_BLOCK.number, blockHash: G_BLOCK.hash } : {}),
    },
  };
}
