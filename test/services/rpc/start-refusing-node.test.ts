import { assert } from "chai";
import { writeStep } from "../../../src/internal/errors/next-step.ts";
import { createCliWords, PLAIN_WORDS } from "../../../src/internal/hosts/cli/words.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import { RpcClient } from "../../../src/internal/services/rpc/rpc-client.ts";
import { startRefusingNode } from "../../../src/internal/services/rpc/start-refusing-node.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { deadUrl, neverAnswers, notLoopback, serve } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";

describe("services - a node that refuses the connection", () => {
  it("should suggest the host's own start command, with the requested port", async () => {
    const url = await deadUrl();
    const step = startRefusingNode(await failureAt(url), undefined);
    if (step === undefined) return assert.fail("no next step");
    const foundry = createCliWords({ isFoundry: true, isHardhat: false });
    for (const [words, command] of [
      [HARDHAT_WORDS, "npx hardhat node"],
      [foundry, "anvil"],
      [PLAIN_WORDS, "anvil"],
    ] as const)
      assert.equal(
        writeStep(step, { words }),
        `is the node running? Start it, then deploy again: ${command} --port ${new URL(url).port}`,
      );
  });

  it("should not suggest deploying again if the chain outlives the node", async () => {
    const step = startRefusingNode(await failureAt(await deadUrl()), 1) ?? assert.fail("no next step");
    assert.equal(
      writeStep(step, { words: HARDHAT_WORDS }),
      "is the node running? Start it, then run the command again",
    );
  });

  it("should not suggest a Hardhat command for a port of Hedera's local networks", async () => {
    // Something may listen on that port here, so the failure comes from another one.
    const failure = Object.assign(await failureAt(await deadUrl()), { url: "http://127.0.0.1:7546" });
    const step = startRefusingNode(failure, undefined);
    if (step === undefined) return assert.fail("no next step");
    assert.notInclude(writeStep(step, { words: HARDHAT_WORDS }), "hardhat node");
  });

  it("should be distinguished from every other failure of a local URL", async () => {
    await using silent = await serve(neverAnswers);
    assert.isUndefined(startRefusingNode(await failureAt(silent.url, 50), undefined));
    assert.isUndefined(startRefusingNode(await failureAt(notLoopback(await deadUrl())), undefined));
    assert.isUndefined(startRefusingNode(new Error("ECONNREFUSED"), undefined));
  });
});

function failureAt(url: string, requestTimeoutMs = 1000) {
  const request = { jsonrpc: "2.0", id: 1, method: "eth_chainId" } as const;
  const client = new RpcClient({ ...QUICK, url, requestTimeoutMs });
  return failureOf(client.send(request, new AbortController().signal));
}
