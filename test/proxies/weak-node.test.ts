import { assert } from "chai";
import { heldFor } from "../helpers/held-for.ts";
import { requestNode, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { NODES, weakNode } from "./nodes.ts";

const ADDRESS = `0x${"a".repeat(40)}`;
/** Returns 1. */
const ONE = "0x600160005260206000f3";
const CALL = { from: `0x${"b".repeat(40)}`, to: ADDRESS, data: "0x" };
const NEVER_SET = `0x${"0".repeat(64)}`;

describe("proxies - nodes with limited features", () => {
  const chain = heldFor(() => startDevelopmentChain());

  for (const { name, weakness, replaces, traces, reads } of NODES)
    it(`should behave as named: ${name}`, async () => {
      await using node = await weakNode(chain.rpcUrl, weakness);
      const answers = (method: string, ...params: readonly unknown[]) =>
        requestNode(node.url, method, params).catch(() => "refused");
      const replaced = await answers("eth_call", CALL, "latest", { [ADDRESS]: { code: ONE } });
      const traced = await answers("debug_traceCall", CALL, "latest", { tracer: "callTracer" });
      const stored = await answers("eth_getStorageAt", ADDRESS, "0x0", "latest");
      assert.equal(replaced, replaces ? `0x${"1".padStart(64, "0")}` : "0x");
      assert.equal(traced !== "refused", traces);
      assert.equal(stored, reads ? NEVER_SET : "refused");
      assert.equal(await answers("eth_chainId"), "0x7a69");
    });
});
