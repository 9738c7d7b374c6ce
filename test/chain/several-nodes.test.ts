import { assert } from "chai";
import type { ChainPort } from "../../src/internal/chain/chain-port.ts";
import { stateAt } from "../../src/internal/chain/chain-state.ts";
import { CreationWitness } from "../../src/internal/chain/creation-witness.ts";
import { waitForCode } from "../../src/internal/chain/read-code.ts";
import { readCreation } from "../../src/internal/chain/read-creation.ts";
import { readProxy } from "../../src/internal/chain/read-proxy.ts";
import { IMPLEMENTATION_SLOT } from "../../src/internal/chain/read-statements.ts";
import { toChain } from "../../src/internal/hosts/hardhat3/host.ts";
import { create, type Deployed } from "../helpers/deploy.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { RecordingProxy } from "../helpers/recording-proxy.ts";
import { connectTo } from "../helpers/stage.ts";
import { returning } from "../helpers/written-code.ts";

/** Several real nodes behind one URL, like a load balancer. `asked` has the requested methods and who answered. */
async function severalNodes(urls: readonly string[], choose: (method: string, index: number) => number) {
  const asked: { readonly method: string; readonly node: number }[] = [];
  const proxy = await RecordingProxy.before("");
  proxy.answer = (request) => {
    const { method } = JSON.parse(request.body) as { readonly method: string };
    const node = choose(method, asked.length);
    asked.push({ method, node });
    proxy.service = urls[node] ?? "";
    return proxy.forward(request);
  };
  return { url: proxy.url, asked, [Symbol.asyncDispose]: () => proxy.close() };
}

const NEVER = new AbortController().signal;
const HINTS = { fromOption: undefined, fromDeployments: [], fromRecord: undefined };
const sourcesOf = (chain: ChainPort, { address }: Deployed, runtimeBytecode: string) => ({
  chain,
  chainId: 31337,
  address,
  runtimeBytecode,
  witness: new CreationWitness(undefined, address, NEVER),
  signal: NEVER,
});
const AHEAD = 0;
const BEHIND = 1;

/** Reads through a connection, without waiting between two attempts. */
const quickChain = (...connected: Parameters<typeof toChain>) =>
  toChain(...connected).through((request) => request, { wait: async () => {} });
/** Returns 1. */
const BOX = returning("600160005260206000f3");
const SLOT = IMPLEMENTATION_SLOT.slice(2);
/** Forwards all calldata to the address in the slot, where its constructor writes this one. */
const proxyOf = ({ address }: Deployed): string =>
  returning(
    `7f${SLOT}5436600060003760006000366000845af43d600060003e3d6000f3`,
    `73${address.slice(2).toLowerCase()}7f${SLOT}55`,
  );

/** The wait for a fresh deployment. */
const PATIENT = { waitMs: 16_750 };

describe("chain - a current and a lagging node behind one URL", () => {
  let nodes: readonly DevelopmentChain[];
  let older: Deployed;
  let newer: Deployed;
  let proxy: Deployed;
  let fresh: Deployed;

  /** Deploys the same on both nodes, which gives it the same address. */
  const onBoth = async (initCode: string): Promise<Deployed> => {
    const deployed = [];
    for (const node of nodes) deployed.push(await create(node, initCode));
    assert.strictEqual(deployed[AHEAD]?.address, deployed[BEHIND]?.address);
    return deployed[AHEAD] ?? assert.fail();
  };

  before(async () => {
    nodes = [await startDevelopmentChain(), await startDevelopmentChain()];
    older = await onBoth(BOX);
    newer = await onBoth(BOX);
    proxy = await onBoth(proxyOf(older));
    const ahead = nodes[AHEAD] ?? assert.fail();
    const word = `0x${newer.address.slice(2).toLowerCase().padStart(64, "0")}`;
    // Hardhat changes the state after the latest block, which the other node has too.
    await ahead.request("hardhat_mine", "0x1");
    await ahead.request("hardhat_setStorageAt", proxy.address, IMPLEMENTATION_SLOT, word);
    fresh = await create(ahead, BOX);
    await ahead.request("hardhat_mine", "0x5");
  });
  after(async () => {
    for (const node of nodes) await node.close();
  });

  for (const first of [AHEAD, BEHIND])
    it(`should give one consistent state of a proxy, at the block number of node ${first}`, async () => {
      // The other node answers whatever is asked first about that block.
      await using balanced = await severalNodes(urls(), (method, index) =>
        method === "eth_blockNumber" ? first : (first + index) % 2,
      );
      const { connection, hooks } = await connectTo(balanced.url);
      const chain = quickChain(connection, hooks);
      const { code, blockNumber } = await waitForCode(chain, proxy.address, NEVER, () => PATIENT);
      const contract = { address: proxy.address, runtimeBytecode: code };
      const facts = await readProxy(stateAt(chain, blockNumber, NEVER), contract);
      await connection.close();
      assert.strictEqual(facts.proxy?.implementation, (first === AHEAD ? newer : older).address);
      assert.sameMembers([...new Set(balanced.asked.map(({ node }) => node))], [AHEAD, BEHIND]);
    });

  it("should be asked again for the transaction that the user named", async () => {
    await using balanced = await severalNodes(urls(), (_, index) => (index < 2 ? BEHIND : AHEAD));
    const { connection, hooks } = await connectTo(balanced.url);
    const hints = { ...HINTS, fromOption: fresh.transactionHash };
    const creation = await readCreation(
      sourcesOf(quickChain(connection, hooks), fresh, "0x"),
      hints,
      undefined,
    );
    await connection.close();
    assert.deepInclude(creation, { transactionHash: fresh.transactionHash, knownFrom: "option" });
  });

  const urls = (): readonly string[] => nodes.map(({ rpcUrl }) => rpcUrl);
});
