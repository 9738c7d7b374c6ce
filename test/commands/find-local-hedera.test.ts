import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { assert } from "chai";
import { findLocalHedera } from "../../src/internal/commands/open-chain.ts";
import { type HederaTool, localHederasBeside } from "../../src/internal/domain/hedera.ts";

interface Mirror extends AsyncDisposable {
  readonly tool: HederaTool;
  readonly asked: readonly string[];
}

/** A server on a free port, and a tool that would publish its mirror node there. */
async function mirrorWith(body: string): Promise<Mirror> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port: mirror } = server.address() as AddressInfo;
  return {
    tool: { relay: "1", mirror, explorer: 8090 },
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** At a port of no tool. Nothing asks it. */
const RELAY = "http://127.0.0.1:2";
const urlOf = ({ tool }: Mirror): string => `http://127.0.0.1:${tool.mirror}`;
const NOT_FOUND = JSON.stringify({ _status: { messages: [{ message: "Not found" }] } });

describe("commands - the services of a local network of Hedera", () => {
  for (const [tool, node, mirrorUrl, explorerUrl] of [
    ["solo", "http://localhost:37546", "http://localhost:38081", "http://localhost:38080"],
    ["solo, another host", "http://solo.lan:37546/", "http://solo.lan:38081", "http://solo.lan:38080"],
    ["solo, IPv6", "http://[::1]:37546", "http://[::1]:38081", "http://[::1]:38080"],
    ["the local node", "http://127.0.0.1:7546/api?key=1", "http://127.0.0.1:5551", "http://127.0.0.1:8090"],
    ["a relay behind TLS", "https://u:p@ci.lan:7546", "https://ci.lan:5551", "https://ci.lan:8090"],
  ] as const) {
    it(`should follow the port of the relay, without asking anything: ${tool}`, async () => {
      assert.deepEqual(await findLocalHedera(node, false, undefined), { mirrorUrl, explorerUrl });
    });
  }

  it("should ask the ports of the tools where the relay is at another port", async () => {
    await using mirror = await mirrorWith(NOT_FOUND);
    const found = await findLocalHedera(RELAY, true, undefined, [mirror.tool]);
    assert.deepEqual(found, { mirrorUrl: urlOf(mirror), explorerUrl: "http://127.0.0.1:8090" });
    assert.lengthOf(mirror.asked, 1);
  });

  it("should prefer the first tool: solo, which replaces the local node", async () => {
    await using old = await mirrorWith(NOT_FOUND);
    await using solo = await mirrorWith(NOT_FOUND);
    const found = await findLocalHedera(RELAY, true, undefined, [solo.tool, old.tool]);
    assert.equal(found?.mirrorUrl, urlOf(solo));
    const [first] = localHederasBeside(RELAY);
    assert.equal(first?.mirrorUrl, "http://127.0.0.1:38081");
  });

  it("should find none where another server, or nothing, is at these ports", async () => {
    await using other = await mirrorWith("<html>not here</html>");
    const nothing = { relay: "1", mirror: 1, explorer: 1 };
    assert.isUndefined(await findLocalHedera(RELAY, true, undefined, [nothing, other.tool]));
    assert.isAtLeast(other.asked.length, 1);
  });

  it("should ask nothing where the mirror node is configured, nor without a node", async () => {
    await using mirror = await mirrorWith(NOT_FOUND);
    assert.isUndefined(await findLocalHedera(RELAY, false, undefined, [mirror.tool]));
    assert.isUndefined(await findLocalHedera(undefined, true, undefined, [mirror.tool]));
    assert.deepEqual(mirror.asked, []);
  });
});
