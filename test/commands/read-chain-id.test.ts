import { assert } from "chai";
import { ChainError } from "../../src/internal/chain/chain-port.ts";
import { readChainId } from "../../src/internal/commands/open-chain.ts";
import { PLAIN_WORDS } from "../../src/internal/hosts/cli/words.ts";
import { RpcClient } from "../../src/internal/services/rpc/rpc-client.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { failureOf } from "../helpers/services/failure-of.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";

const REQUEST = { jsonrpc: "2.0", id: 1, method: "eth_chainId" } as const;

async function suggestedFor(configuredChainId: number | undefined): Promise<string | undefined> {
  const client = new RpcClient({ ...QUICK, url: await deadUrl() });
  const cause = await failureOf(client.send(REQUEST, new AbortController().signal));
  const chain = new FakeChain();
  chain.chainId = () => Promise.reject(new ChainError("eth_chainId", cause.reason, { cause }));
  const answer = await readChainId(chain, 1000, undefined, PLAIN_WORDS, configuredChainId);
  return typeof answer === "number" ? undefined : answer.problem.next;
}

describe("commands - a local node that isn't running", () => {
  it("should be suggested to start, and as a development node unless another chain is configured", async () => {
    for (const chainId of [31337, undefined])
      assert.match((await suggestedFor(chainId)) ?? "", /anvil --port/);
    const next = "is the node running? Start it, then run the command again";
    assert.equal(await suggestedFor(5), next);
  });
});
