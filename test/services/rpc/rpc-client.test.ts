import { assert } from "chai";
import { RpcClient } from "../../../src/internal/services/rpc/rpc-client.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, type FaultServer, rpc, serve } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";

const NEVER = new AbortController().signal;
const REQUEST = { jsonrpc: "2.0", id: 7, method: "eth_getCode", params: [] } as const;
const CODE = rpc({ result: "0x60" });

function ask({ url }: FaultServer) {
  return new RpcClient({ ...QUICK, url }).send(REQUEST, NEVER);
}

describe("services - node", () => {
  const transient: Readonly<Record<string, Behaviour>> = {
    "a limit with the code 429": rpc({ error: { code: 429, message: "Too many requests" } }),
    "the response to another request": rpc({ id: 8, result: "0x61" }),
    "a response without an id": rpc({ id: null, result: "0x61" }),
  };
  for (const [what, answer] of Object.entries(transient))
    it(`should be retried after ${what}`, async () => {
      await using node = await serve(answer, CODE);
      assert.deepInclude(await ask(node), { result: "0x60" });
      assert.lengthOf(node.requests, 2);
    });

  it("should be reported as unreachable if it answers only other requests", async () => {
    await using node = await serve(rpc({ id: 8, result: "0x61" }));
    const { kind, reason } = await failureOf(ask(node));
    assert.equal(kind, "unreachable");
    assert.include(reason, "but not with a response to this request");
  });

  it("may return a numeric ID as text", async () => {
    await using node = await serve(rpc({ id: "7", result: "0x60" }));
    assert.deepInclude(await ask(node), { result: "0x60" });
  });

  it("may reject a request without returning its ID", async () => {
    await using node = await serve(rpc({ id: null, error: { code: -32700, message: "Parse error" } }));
    assert.nestedInclude(await ask(node), { "error.code": -32700 });
    assert.lengthOf(node.requests, 1);
  });
});
