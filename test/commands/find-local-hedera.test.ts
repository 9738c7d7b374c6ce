import { createServer, type Server } from "node:http";
import { assert } from "chai";
import { findLocalHedera } from "../../src/internal/commands/open-chain.ts";

/** An address of this computer that nothing else uses, so that the tools' own ports are free there. */
const HOST = "127.20.29.8";

async function mirrorAt(port: number, body: string): Promise<AsyncDisposable & { readonly asked: string[] }> {
  const asked: string[] = [];
  const server: Server = createServer((request, response) => {
    asked.push(request.url ?? "");
    response.writeHead(404, { "content-type": "application/json" }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, HOST, resolve));
  return {
    asked,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

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

  it("should ask the ports of both tools where the relay is at another port", async () => {
    await using mirror = await mirrorAt(5551, NOT_FOUND);
    const found = await findLocalHedera(`http://${HOST}:8545`, true, undefined);
    assert.deepEqual(found, { mirrorUrl: `http://${HOST}:5551`, explorerUrl: `http://${HOST}:8090` });
    assert.lengthOf(mirror.asked, 1);
  });

  it("should prefer solo, which replaces the local node", async () => {
    await using _old = await mirrorAt(5551, NOT_FOUND);
    await using _solo = await mirrorAt(38081, NOT_FOUND);
    const found = await findLocalHedera(`http://${HOST}:8545`, true, undefined);
    assert.equal(found?.mirrorUrl, `http://${HOST}:38081`);
  });

  it("should find none where another server, or nothing, is at these ports", async () => {
    assert.isUndefined(await findLocalHedera(`http://${HOST}:8545`, true, undefined));
    await using other = await mirrorAt(5551, "<html>not here</html>");
    assert.isUndefined(await findLocalHedera(`http://${HOST}:8545`, true, undefined));
    assert.isAtLeast(other.asked.length, 1);
  });

  it("should ask nothing where the mirror node is configured, nor without a node", async () => {
    await using mirror = await mirrorAt(5551, NOT_FOUND);
    assert.isUndefined(await findLocalHedera(`http://${HOST}:8545`, false, undefined));
    assert.isUndefined(await findLocalHedera(undefined, true, undefined));
    assert.deepEqual(mirror.asked, []);
  });
});
