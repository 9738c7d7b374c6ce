import { request } from "node:http";
import { createServer } from "node:net";
import { deflateSync, gzipSync } from "node:zlib";
import { assert } from "chai";
import { isOwnHost } from "../../src/internal/local/http/listen.ts";
import { startLocalServices } from "../../src/local.ts";
import { heldFor } from "../helpers/held-for.ts";
import { post, submission } from "../helpers/local/client.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { heldPort } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const LIMIT_BYTES = 30 * 1024 * 1024;

describe("local - http", function () {
  this.timeout(20_000);
  const chain = heldFor(() => startDevelopmentChain());
  const services = heldFor(() => startLocalServices({ chain }));
  /** Submits. With an invalid identifier, a request that passes all earlier checks gets 400 and starts no job. */
  const submit = (body: Parameters<typeof post>[1], headers?: Parameters<typeof post>[2]) =>
    post(`${services.verification.url}/v2/verify/31337/0x${"11".repeat(20)}`, body, headers);

  it("should listen on the loopback interface only", () => {
    for (const { url } of [services.verification, services.query, services.status]) {
      assert.match(url, /^http:\/\/127\.0\.0\.1:\d+$/);
    }
  });

  it("should reject foreign Host headers at every service", async () => {
    for (const { url } of [services.verification, services.query, services.status]) {
      const { port } = new URL(url);
      assert.equal(await statusWithHost(url, `evil.example:${port}`), 403);
      assert.equal(await statusWithHost(url, "127.0.0.1:1"), 403);
      assert.equal(await statusWithHost(url, `127.0.0.1.evil.example:${port}`), 403);
      assert.equal(await statusWithHost(url, `localhost:${port}`), 404);
      assert.equal(await statusWithHost(url, `[::1]:${port}`), 404);
    }
  });

  describe("web pages", () => {
    const NAMED = "https://explorer.example";
    const open = heldFor(() => startLocalServices({ chain, allowedOrigins: [`${NAMED}/`] }));
    const readable = (): readonly string[] => [
      `${open.verification.url}/health`,
      `${open.query.url}/api/v1/blocks/0`,
      `${open.status.url}/api/v2/status.json`,
    ];

    for (const origin of ["http://localhost:3000", "http://127.0.0.1:1", "https://[::1]:8443", NAMED])
      it(`should let pages from ${origin} read and submit, but not frame responses`, async () => {
        for (const url of readable()) {
          const { status, headers } = await fetch(url, { headers: { origin } });
          assert.equal(status, 200);
          assert.equal(headers.get("access-control-allow-origin"), origin);
          assert.equal(headers.get("vary"), "Origin");
          assert.include(headers.get("content-security-policy") ?? "", "frame-ancestors 'none'");
        }
        const json = { origin, "content-type": "application/json" };
        const target = `${open.verification.url}/v2/verify/31337/0x${"11".repeat(20)}`;
        const { status } = await post(target, submission("Box", { contractIdentifier: "nameless" }), json);
        assert.equal(status, 400);
      });

    for (const origin of ["http://localhost.evil.example:3000", "http://explorer.example", "null"])
      it(`should reject all requests from pages of "${origin}"`, async () => {
        for (const url of readable())
          for (const method of ["GET", "HEAD", "OPTIONS", "POST"]) {
            const { status, headers } = await fetch(url, { method, headers: { origin } });
            assert.equal(status, 403, method);
            for (const [name] of headers) assert.notMatch(name, /^access-control/);
          }
        const address = `0x${"12".repeat(20)}`;
        for (const type of ["text/plain", "application/x-www-form-urlencoded", "application/json"]) {
          const target = `${open.verification.url}/v2/verify/31337/${address}`;
          const { status } = await post(target, submission("Box"), { origin, "content-type": type });
          assert.equal(status, 403, type);
        }
      });

    it("should answer a preflight request from an allowed origin", async () => {
      for (const url of readable()) {
        const { status, headers } = await fetch(url, {
          method: "OPTIONS",
          headers: {
            origin: NAMED,
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type,x-client-source",
          },
        });
        assert.equal(status, 204);
        assert.equal(headers.get("access-control-allow-origin"), NAMED);
        assert.equal(headers.get("access-control-allow-headers"), "content-type,x-client-source");
        assert.include(headers.get("access-control-allow-methods") ?? "", "POST");
      }
    });

    for (const origin of ["*", "null", "https://explorer.example/path"])
      it(`should refuse to start with "${origin}" as an allowed origin`, async () => {
        const options = { chain, allowedOrigins: [origin] };
        const error = await thrownBy(() => startLocalServices(options));
        assert.equal(error.code, "VC106");
        assert.include(error.message, origin);
      });
  });

  it("should treat a missing Host header as foreign", () => {
    assert.isFalse(isOwnHost(undefined, 80));
    for (const name of ["localhost", "127.0.0.1", "[::1]", "LOCALHOST:80"])
      assert.isTrue(isOwnHost(name, 80), name);
  });

  for (const [encoding, compress] of [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
  ] as const)
    it(`should read a ${encoding} body`, async () => {
      const body = compress(submission("Box", { contractIdentifier: "nameless" }));
      const headers = { "content-type": "application/json", "content-encoding": encoding };
      const answer = await submit(body, headers);
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /^The contractIdentifier must consist/);
    });

  it("should read a body over the limit to its end, and reject it with 500, like the real service", async () => {
    const { status, body } = await submit(submissionOfSize(1.5 * LIMIT_BYTES));
    assert.deepEqual([status, body.customCode], [500, "internal_error"]);
  });

  it("should count the body after decompression", async () => {
    const body = gzipSync(submissionOfSize(LIMIT_BYTES + 1));
    assert.isBelow(body.length, 1024 * 1024);
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    assert.equal((await submit(body, headers)).status, 500);
  });

  it("should reject content types that a web page can send without preflight", async () => {
    assert.equal((await submit(submission("Box"), { "content-type": "text/plain" })).status, 415);
  });

  it("should reject a body that doesn't fit its encoding", async () => {
    const headers = { "content-type": "application/json", "content-encoding": "gzip" };
    const { status, body } = await submit(submission("Box"), headers);
    assert.deepEqual([status, body.customCode], [400, "invalid_json"]);
  });

  it("should reject a port in use, and leave nothing listening", async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const address = taken.address();
    assert(typeof address === "object" && address !== null);
    const { port, free } = await heldPort();
    const options = { chain, ports: { verification: port, status: address.port } };
    free();
    const error = await thrownBy(() => startLocalServices(options));
    taken.close();
    assert.equal(error.code, "VC902");
    assert.include(error.message, String(address.port));
    assert.equal(await fetch(`http://127.0.0.1:${port}`).catch(() => "refused"), "refused");
  });

  it("should reject an invalid port", async () => {
    const options = { chain, ports: { query: 70_000 } };
    assert.equal((await thrownBy(() => startLocalServices(options))).code, "VC902");
  });
});

function statusWithHost(url: string, host: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(url, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on("error", reject)
      .end();
  });
}

function submissionOfSize(bytes: number): string {
  const shell = submission("Box", { contractIdentifier: "nameless", padding: "" });
  return submission("Box", { contractIdentifier: "nameless", padding: " ".repeat(bytes - shell.length) });
}
