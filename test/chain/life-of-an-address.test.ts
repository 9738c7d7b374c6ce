import { assert } from "chai";
import { getAddress, id } from "ethers";
import type { NodeRequest } from "../../src/internal/chain/chain-port.ts";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import type { CreationFacts } from "../../src/internal/chain/deployment-facts.ts";
import { judgeLife } from "../../src/internal/chain/life.ts";
import { readCreation } from "../../src/internal/chain/read-creation.ts";
import { rpcChain } from "../../src/internal/chain/rpc-chain.ts";
import { codesOf, compile } from "../helpers/compile.ts";
import { create, type Deployed, loggedAddress, receiptOf, transact } from "../helpers/deploy.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { requestTo } from "../helpers/node-request.ts";
import { MOTHER, RECREATING, returning, WRITES_OWNER } from "../helpers/written-code.ts";

/** A service that a node doesn't offer: older state or traces. */
type Lack = "history" | "traces";

/** Answers as a node that lacks something. */
function without(lacks: readonly Lack[], node: NodeRequest): NodeRequest {
  return async (method, params, signal) => {
    const isOld =
      method === "eth_getCode" &&
      params[1] !== "latest" &&
      params[1] !== (await node("eth_blockNumber", [], signal));
    if (lacks.includes("history") && isOld) throw rpcError(-32000, "missing trie node");
    if (lacks.includes("traces") && method.startsWith("debug_")) throw rpcError(-32601, "method not found");
    return node(method, params, signal);
  };
}

function describeNode(lacks: readonly Lack[]): string {
  return lacks.length === 0 ? "a full node" : `a node without ${lacks.join(" and ")}`;
}

function rpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}

const NEVER = new AbortController().signal;
/** A chain whose activation time of EIP-6780 is known: since then, a contract can only be destroyed in its creation transaction. */
const KNOWN = 1;
const DEVELOPMENT = 31337;
const OLD = getAddress(`0x${"a".repeat(40)}`);

const PATH = "contracts/Lives.sol";
const OTHER = `contract Other {
  uint256 public value;
  function add() external { value += 1; }
}`;
const LIVES = compile(
  { [PATH]: `pragma solidity ^0.8.20;\n${RECREATING}\n${OTHER}` },
  { evmVersion: "paris" },
);
const CLOSING = codesOf(LIVES, PATH, "Closing");
const POISONED = returning(CLOSING.runtime, WRITES_OWNER);

const NODES: readonly (readonly Lack[])[] = [[], ["history"], ["traces"], ["history", "traces"]];

describe("chain - the life of an address", () => {
  const chains: DevelopmentChain[] = [];
  const start = async (options: Parameters<typeof startDevelopmentChain>[0]): Promise<DevelopmentChain> => {
    const chain = await startDevelopmentChain(options);
    chains.push(chain);
    return chain;
  };
  let cancun: DevelopmentChain;
  let shanghai: DevelopmentChain;
  before(async () => {
    cancun = await start({ hardfork: "cancun" });
    shanghai = await start({ hardfork: "shanghai", initialDate: new Date("2023-06-01") });
  });
  after(async () => {
    for (const chain of chains) await chain.close();
  });

  describe("a contract recreated in another transaction with other init code", () => {
    for (const isOneBlock of [false, true])
      for (const lacks of NODES)
        for (const chainId of [KNOWN, DEVELOPMENT])
          it(`should never be attributed to the old transaction: ${isOneBlock ? "one block" : "two blocks"}, ${describeNode(lacks)}, chain ${chainId}`, async () => {
            const { first, second } = await recreated(cancun, isOneBlock);
            for (const how of ["fromDeployments", "fromRecord", "fromOption"] as const) {
              const creation = await read(cancun, first, lacks, chainId, how).catch(codeOf);
              if (creation === undefined) continue;
              if (typeof creation === "string") {
                assert.equal(creation, "VC303");
                continue;
              }
              const isOld = creation.transactionHash === first.transactionHash;
              assert.isTrue(!isOld || (creation.doubt !== undefined && creation.initCode === undefined), how);
              if (!isOld) assert.equal(creation.transactionHash, second.transactionHash);
            }
            const creation = await read(cancun, second, lacks, chainId, "fromRecord");
            if (lacks.includes("traces")) assert.isUndefined(creation?.initCode);
            else assert.notEqual(creation?.initCode?.bytecode, CLOSING.creation);
          });

    for (const lacks of NODES)
      it(`should be in doubt if contracts can be destroyed at any time: ${describeNode(lacks)}`, async () => {
        for (const chainId of [KNOWN, DEVELOPMENT]) {
          const mother = await create(shanghai, codesOf(LIVES, PATH, "Mother").creation);
          const first = await bear(shanghai, mother.address, CLOSING.creation, false);
          await transact(shanghai, first.address, { data: id("close()").slice(0, 10) });
          const second = await bear(shanghai, mother.address, POISONED, false);
          assert.equal(second.address, first.address);
          const creation = await read(shanghai, first, lacks, chainId, "fromRecord");
          if (creation?.transactionHash === first.transactionHash)
            assert.include(creation.doubt, "may have destroyed itself");
        }
      });

    it("should be recognised by its different code", async () => {
      const mother = await create(shanghai, codesOf(LIVES, PATH, "Mother").creation);
      const first = await bear(shanghai, mother.address, CLOSING.creation, false);
      await transact(shanghai, first.address, { data: id("close()").slice(0, 10) });
      await bear(shanghai, mother.address, codesOf(LIVES, PATH, "Other").creation, false);
      assert.isUndefined(await read(shanghai, first, [], DEVELOPMENT, "fromRecord"));
    });
  });

  for (const [chainId, activeS] of [
    [42161, 1_710_424_089],
    [43114, 1_734_368_400],
  ] as const)
    it(`should be certain from the second in which chain ${chainId} activated EIP-6780`, async () => {
      const past = {
        chain: new FakeChain(chainId).deploy(OLD, "0x60", 1),
        chainId,
        address: OLD,
        runtimeBytecode: "0x60",
        blockNumber: 1,
        signal: NEVER,
      };
      const judgedAt = (timestampS: number) =>
        judgeLife({ ...past, timestampOf: async () => timestampS }, async () => true);
      assert.equal(await judgedAt(activeS), "last");
      assert.match(JSON.stringify(await judgedAt(activeS - 1)), /until EIP-6780/);
    });

  async function recreated(chain: DevelopmentChain, isOneBlock: boolean) {
    const mother = await create(chain, codesOf(LIVES, PATH, "Mother").creation);
    if (isOneBlock) await chain.request("evm_setAutomine", false);
    const sent = [
      await order(chain, mother.address, CLOSING.creation, true),
      await order(chain, mother.address, POISONED, false),
    ] as const;
    if (isOneBlock) {
      await chain.request("evm_mine");
      await chain.request("evm_setAutomine", true);
    }
    for (let more = 0; more < 3; more++) await chain.request("evm_mine");
    const [first, second] = [await birthIn(chain, sent[0]), await birthIn(chain, sent[1])];
    assert.equal(second.address, first.address);
    const runtime = await chain.request("eth_getCode", second.address, "latest");
    assert.equal(runtime, CLOSING.runtime);
    return { first, second };
  }
});

async function read(
  chain: DevelopmentChain,
  { address, transactionHash }: Deployed,
  lacks: readonly Lack[],
  chainId: number,
  how: "fromDeployments" | "fromRecord" | "fromOption",
): Promise<CreationFacts | undefined> {
  const port = rpcChain("real", without(lacks, requestTo(chain.rpcUrl)));
  const witness = new CreationWitness(undefined, address, NEVER);
  const runtimeBytecode = await port.code(address, NEVER);
  const hints = {
    fromOption: how === "fromOption" ? transactionHash : undefined,
    fromDeployments: how === "fromDeployments" ? [transactionHash] : [],
    fromRecord: how === "fromRecord" ? transactionHash : undefined,
  };
  const now = { chain: port, chainId, address, runtimeBytecode };
  return readCreation({ ...now, witness, signal: NEVER }, hints, await port.latestBlock(NEVER));
}

async function bear(chain: DevelopmentChain, mother: string, code: string, ends: boolean): Promise<Deployed> {
  return birthIn(chain, await order(chain, mother, code, ends));
}

async function order(chain: DevelopmentChain, mother: string, code: string, ends: boolean): Promise<string> {
  const [from] = (await chain.request("eth_accounts")) as string[];
  const data = MOTHER.encodeFunctionData("make", [code, ends]);
  return (await chain.request("eth_sendTransaction", { from, to: mother, data, gas: "0x2dc6c0" })) as string;
}

async function birthIn(chain: DevelopmentChain, transactionHash: string): Promise<Deployed> {
  return { address: loggedAddress(await receiptOf(chain, transactionHash)), transactionHash };
}

function codeOf(error: unknown): string {
  return (error as { code?: string }).code ?? String(error);
}
