import { execFile } from "node:child_process";
import { once } from "node:events";
import type { Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import { promisify } from "node:util";
import { Worker } from "node:worker_threads";
import { assert } from "chai";
import { generate } from "selfsigned";
import type { HttpOptions } from "../../../src/internal/services/http/http-client.ts";
import { temporaryFolder } from "../../helpers/build-files.ts";
import { type RawServer, rawServer } from "../../helpers/commands/silent-server.ts";
import { withoutVariables } from "../../helpers/environment.ts";
import { heldFor } from "../../helpers/held-for.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { startProxy } from "../../helpers/services/proxy-server.ts";
import { getThing, quickClient } from "../../helpers/services/quick.ts";

const OK = "HTTP/1.1 200 OK\r\n";

const ONCE = { retry: { attempts: 1 } };

function get(url: string, signal?: AbortSignal) {
  return getThing(url, ONCE, signal);
}

function post(url: string, body: unknown, options: Partial<HttpOptions> = {}) {
  return quickClient(url, { ...ONCE, ...options }).send({ method: "POST", path: "/thing", body });
}

/** Starts a server that answers the first bytes on each connection with the given ones. */
function answering(...bytes: readonly string[]): Promise<RawServer> {
  return rawServer((socket) => {
    socket.once("data", () => {
      for (const each of bytes) socket.write(each);
    });
  });
}

async function allClosed({ open }: RawServer): Promise<void> {
  await Promise.all([...open].map((socket) => once(socket.resume(), "close")));
}

describe("services - connections", () => {
  describe("kept alive", () => {
    /** A thread, so that the server works while this one is busy. */
    const SERVER = `
      const { createServer } = require("node:http");
      const server = createServer(({ url, socket }, response) => {
        response.end("mine");
        const then = {
          "/closed": () => socket.destroy(),
          "/poisoned": () => socket.write("HTTP/1.1 200 OK\\r\\ncontent-length: 5\\r\\n\\r\\nother"),
        };
        setTimeout(then[url] ?? (() => {}), 20);
      });
      server.listen(0, "127.0.0.1", () => require("node:worker_threads").parentPort.postMessage(server.address().port));
    `;

    for (const path of ["/closed", "/poisoned"])
      it(`should not be reused if ${path.slice(1)} by the server while this process was busy`, async () => {
        const worker = new Worker(SERVER, { eval: true });
        try {
          const [port] = await once(worker, "message");
          const service = quickClient(`http://127.0.0.1:${port}`, ONCE);
          for (let times = 0; times < 3; times++) {
            await service.send({ method: "GET", path });
            const untilMs = performance.now() + 60;
            while (performance.now() < untilMs);
            assert.equal((await service.send({ method: "GET", path: "/" })).text, "mine");
          }
        } finally {
          await worker.terminate();
        }
      });
  });

  describe("that can't be opened", () => {
    it("should fail at the TLS time limit, without having sent a request", async () => {
      await using silent = await rawServer(() => {});
      const url = `https://127.0.0.1:${silent.port}`;
      const error = await failureOf(post(url, {}, { connectTimeoutMs: 80, requestTimeoutMs: 5000 }));
      assert.deepEqual([error.kind, error.mayHaveArrived], ["timeout", undefined]);
      assert.equal(error.reason, "no connection within the time limit");
      await allClosed(silent);
    });

    it("should close when the request is aborted", async () => {
      await using silent = await rawServer(() => {});
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 50);
      const error = await failureOf(get(`https://127.0.0.1:${silent.port}`, controller.signal));
      assert.equal(error.kind, "aborted");
      await allClosed(silent);
    });
  });

  describe("with unusual responses", () => {
    for (const [what, ...bytes] of [
      ["interim responses", "HTTP/1.1 103 Early Hints\r\n\r\n", `${OK}content-length: 2\r\n\r\n{}`],
      ["more bytes than announced", `${OK}content-length: 2\r\n\r\n{}more`],
    ] as const)
      it(`should accept a response with ${what}`, async () => {
        await using server = await answering(...bytes);
        assert.equal((await get(`http://127.0.0.1:${server.port}`)).text, "{}");
      });

    for (const [what, reason, ...bytes] of [
      [
        "another protocol",
        "another protocol",
        "HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n",
      ],
      ["large headers", "HPE_HEADER_OVERFLOW", `${OK}x: ${"x".repeat(20_000)}\r\n\r\n`],
      ["a broken chunk", "not HTTP", `${OK}transfer-encoding: chunked\r\n\r\n2\r\n{}\r\n`, "no chunk\r\n"],
      ["a response that isn't HTTP", "not HTTP", "SSH-2.0-OpenSSH_9.6\r\n"],
    ] as const)
      it(`should reject ${what}, and close`, async () => {
        await using server = await answering(...bytes);
        const error = await failureOf(get(`http://127.0.0.1:${server.port}`));
        assert.equal(error.kind, "unusable");
        assert.include(error.reason, reason);
        await allClosed(server);
      });

    it("should accept a response that arrives before the request is read, and close", async () => {
      await using server = await rawServer((socket) => {
        socket.once("data", () => {
          socket.pause().write("HTTP/1.1 413 Too Large\r\ncontent-length: 0\r\n\r\n");
        });
      });
      const error = await failureOf(post(`http://127.0.0.1:${server.port}`, new Uint8Array(20_000_000)));
      assert.equal(error.status, 413);
      await allClosed(server);
    });
  });
});

/** Sends requests in a separate process, because Node reads NODE_EXTRA_CA_CERTS only at startup. */
const CLIENT = `
  const { HttpClient } = await import(${JSON.stringify(
    new URL("../../../src/internal/services/http/http-client.ts", import.meta.url).href,
  )});
  for (const url of process.argv.slice(1)) {
    const service = new HttpClient({ url, service: "query service", retry: { attempts: 1 }, requestTimeoutMs: 5000 });
    const { text, reason } = await service.send({ method: "GET", path: "/" }).catch((error) => error);
    console.log(text ?? reason);
  }
`;

describe("services - proxies", () => {
  const folder = heldFor(() => temporaryFolder());
  let authority: string;
  let tls: { readonly key: string; readonly cert: string };
  let target: Server;

  before(async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      keyType: "ec",
      algorithm: "sha256",
      extensions: [
        {
          name: "subjectAltName",
          altNames: ["localhost", "service.invalid"].map((value) => ({ type: 2, value })),
        },
      ],
    });
    tls = { key, cert };
    authority = await folder.write("authority.pem", cert);
    target = createHttpsServer(tls, ({ headers: { host } }, response) => {
      response.end(`target for ${host}`);
    });
    target.listen(0, "127.0.0.1");
    await once(target, "listening");
  });
  after(() => {
    target.closeAllConnections();
    target.close();
  });

  const NAMES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"];

  async function ask(env: Readonly<Record<string, string>>, ...urls: readonly string[]): Promise<string[]> {
    const others = Object.entries(process.env).filter(([name]) => !NAMES.includes(name));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ["--input-type=module", "--eval", CLIENT, ...urls],
      { env: { ...Object.fromEntries(others), NODE_EXTRA_CA_CERTS: authority, ...env } },
    );
    return stdout.trimEnd().split("\n");
  }

  const AUTHORIZATION = `Basic ${Buffer.from("us er:p@ss").toString("base64")}`;

  it("should receive the credentials in their URL, and the service none", async () => {
    await using proxy = await startProxy(target);
    const url = `http://us%20er:p%40ss@127.0.0.1:${proxy.port}`;
    const answers = await ask(
      { HTTP_PROXY: url, HTTPS_PROXY: url },
      ...["http://service.invalid:8080", "https://service.invalid", "https://service.invalid"],
    );
    assert.deepEqual(answers, [
      '{"from":"proxy"}',
      "target for service.invalid",
      "target for service.invalid",
    ]);
    const found = proxy.asked.map(([line, headers]) => [line, headers.host, headers["proxy-authorization"]]);
    // The second request uses the first one's tunnel.
    assert.deepEqual(found, [
      ["GET http://service.invalid:8080/", "service.invalid:8080", AUTHORIZATION],
      ["CONNECT service.invalid:443", "service.invalid:443", AUTHORIZATION],
    ]);
  });

  it("should check the certificate of the service behind a tunnel", async () => {
    await using proxy = await startProxy(target);
    const [answer] = await ask({ HTTPS_PROXY: proxy.url }, "https://other.invalid");
    assert.equal(answer, "its TLS certificate was rejected (ERR_TLS_CERT_ALTNAME_INVALID)");
  });

  it("should be reachable over https if the certificate names the proxy", async () => {
    await using proxy = await startProxy(target, createHttpsServer(tls));
    const urls = ["https://service.invalid"];
    assert.deepEqual(await ask({ HTTPS_PROXY: `https://localhost:${proxy.port}` }, ...urls), [
      "target for service.invalid",
    ]);
    // The certificate is the service's, but not that of the address.
    const [answer] = await ask({ HTTPS_PROXY: `https://127.0.0.1:${proxy.port}` }, ...urls);
    assert.include(answer, "its TLS certificate was rejected (ERR_TLS_CERT_ALTNAME_INVALID)");
    assert.lengthOf(proxy.asked, 1);
  });

  describe("and a submission without a tunnel", () => {
    withoutVariables("HTTPS_PROXY");

    const submit = async ({ port }: RawServer, options: Partial<HttpOptions> = {}) => {
      process.env.HTTPS_PROXY = `http://127.0.0.1:${port}`;
      return failureOf(post("https://service.invalid", {}, options));
    };

    for (const [what, reply] of [
      ["refuses the tunnel", "HTTP/1.1 502 No\r\n\r\n"],
      ["wants credentials", "HTTP/1.1 407 No\r\n\r\n"],
      ["isn't an HTTP proxy", "SSH-2.0-OpenSSH_9.6\r\n"],
      ["closes the connection", ""],
    ] as const)
      it(`should not report that the service may have received it if the proxy ${what}`, async () => {
        await using proxy = await rawServer((socket) => socket.once("data", () => socket.end(reply)));
        assert.isFalse((await submit(proxy)).mayHaveArrived ?? false);
      });

    it("should give up on a silent proxy after the connection time limit", async () => {
      await using proxy = await rawServer(() => {});
      const error = await submit(proxy, { connectTimeoutMs: 100, requestTimeoutMs: 60_000 });
      assert.deepEqual([error.kind, error.mayHaveArrived ?? false], ["timeout", false]);
    });
  });
});
