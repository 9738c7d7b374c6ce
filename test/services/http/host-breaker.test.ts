import { assert } from "chai";
import { HostBreaker } from "../../../src/internal/services/http/hosts.ts";
import type { HttpOptions } from "../../../src/internal/services/http/http-client.ts";
import { RpcClient } from "../../../src/internal/services/rpc/rpc-client.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import {
  type Behaviour,
  json,
  neverAnswers,
  notLoopback,
  reset,
  serve,
  text,
} from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK, quickClient } from "../../helpers/services/quick.ts";

const OK = json(200, { ok: true });
/** A URL where nothing listens. It isn't loopback, so requests are retried. */
const NOWHERE = notLoopback("http://127.0.0.1:9");
const GET = { method: "GET", path: "/a" } as const;
describe("services - one breaker per host", () => {
  const client = (url: string, breaker: HostBreaker, more: Partial<HttpOptions> = {}) =>
    quickClient(url, { breaker, ...more });

  it("should send no more requests once every attempt of a call has failed", async () => {
    await using server = await serve(reset);
    const breaker = new HostBreaker();
    assert.equal((await failureOf(client(server.url, breaker).send(GET))).attempts, 3);
    const asked = server.requests.length;
    const error = await failureOf(client(server.url, breaker).send(GET));
    assert.deepInclude(error, { kind: "unreachable", attempts: 0 });
    assert.include(error.reason, "the connection was lost");
    assert.lengthOf(server.requests, asked);
  });

  for (const [what, fault, isDead] of [
    ["an unavailable service", text(503, "down"), true],
    ["a server error", json(500, { message: "no" }), false],
    ["a refusal", json(400, { message: "no" }), false],
    ["an HTML page with status 200", text(200, "<html>"), false],
  ] as const)
    it(`should consider a host ${isDead ? "dead" : "alive"} after ${what}`, async () => {
      await using server = await serve(fault);
      const breaker = new HostBreaker();
      await client(server.url, breaker)
        .send(GET)
        .catch(() => {});
      assert.equal(breaker.isDead, isDead);
    });

  it("should end pending and waiting calls once another call finds the host dead", async () => {
    await using server = await serve(neverAnswers);
    const breaker = new HostBreaker();
    const patient = client(server.url, breaker, { requestTimeoutMs: 60_000 }).send(GET);
    const waiting = client(NOWHERE, breaker, {
      retry: { attempts: 9, minDelayMs: 60_000, maxDelayMs: 60_000 },
    });
    const asleep = waiting.send(GET);
    await failureOf(client(NOWHERE, breaker).send(GET));
    for (const call of [patient, asleep]) assert.equal((await failureOf(call)).kind, "unreachable");
  });

  it("should not give up on a submission that may have arrived", async () => {
    const { promise: isDead, resolve: die } = Promise.withResolvers<void>();
    await using server = await serve((...answer) => {
      isDead.then(() => OK(...answer));
    });
    const breaker = new HostBreaker();
    const submitted = client(server.url, breaker).send({ method: "POST", path: "/a", body: {} });
    await failureOf(client(NOWHERE, breaker).send(GET));
    assert.isTrue(breaker.isDead);
    die();
    assert.equal((await submitted).status, 200);
    assert.isFalse(breaker.isDead, "its answer shows that the host is there");
  });

  it("should keep a host alive if it answered other calls meanwhile", async () => {
    await using server = await serve(OK);
    const breaker = new HostBreaker();
    const slow = { attempts: 3, minDelayMs: 40, maxDelayMs: 40 };
    const failing = failureOf(client(NOWHERE, breaker, { retry: slow }).send(GET));
    await client(server.url, breaker).send(GET);
    await failing;
    assert.isFalse(breaker.isDead);
  });

  it("should send an insisting request anyway, and consider the host back if it answers", async () => {
    await using server = await serve(OK);
    const breaker = new HostBreaker();
    await failureOf(client(NOWHERE, breaker).send(GET));
    await client(server.url, breaker).send({ ...GET, insists: true });
    assert.isFalse(breaker.isDead);
    assert.equal((await client(server.url, breaker).send(GET)).status, 200);
  });

  it("should detect by one harmless request that the host is back", async () => {
    let isBack = false;
    await using server = await serve((...answer) => (isBack ? OK : reset)(...answer));
    const breaker = new HostBreaker();
    await failureOf(client(server.url, breaker).send(GET));
    assert.isFalse(await breaker.probe());
    isBack = true;
    assert.deepEqual(await Promise.all([breaker.probe(), breaker.probe()]), [true, true]);
    assert.lengthOf(server.requests, 6, "three tries, one more before it counts as dead, two probes");
    assert.equal((await client(server.url, breaker).send(GET)).status, 200);
  });

  it("should consider a host dead if it used up a contract's time", async () => {
    await using server = await serve(neverAnswers);
    const breaker = new HostBreaker();
    const signal = AbortSignal.timeout(1200);
    assert.equal((await failureOf(client(server.url, breaker).send({ ...GET, signal }))).kind, "aborted");
    assert.isTrue(breaker.isDead);
    const { reason } = await failureOf(client(server.url, breaker).send(GET));
    assert.include(reason, "no response arrived in time");
    assert.notInclude(reason, "stopped");
  });

  describe("if a gateway fails for only one route", () => {
    const timedOut = text(504, "<html>504 Gateway Time-out</html>", { "content-type": "text/html" });
    const failing =
      (path: string, others: Behaviour): Behaviour =>
      (request, response) =>
        (request.url?.startsWith(path) === true ? timedOut : others)(request, response);

    it("should keep a service alive that fails for only one contract", async () => {
      await using server = await serve(failing("/v2/contract", json(404, { customCode: "job_not_found" })));
      const breaker = new HostBreaker();
      const service = new VerificationService({ ...QUICK, url: server.url, breaker });
      assert.equal((await failureOf(service.contract(1, ADDRESS))).status, 504);
      assert.isFalse(breaker.isDead);
      assert.equal(server.requests.at(-1)?.path, "/v2/verify/00000000-0000-0000-0000-000000000000");
    });

    it("should keep a node alive that fails for only one method", async () => {
      const result = json(200, { jsonrpc: "2.0", id: 1, result: "0x1" });
      let method = "";
      await using server = await serve((request, response) => {
        method = JSON.parse(server.requests.at(-1)?.body ?? "").method;
        (method === "eth_getBlockByNumber" ? timedOut : result)(request, response);
      });
      const breaker = new HostBreaker();
      const node = new RpcClient({ ...QUICK, url: server.url, breaker });
      const ask = (name: string) =>
        node.send({ jsonrpc: "2.0", id: 1, method: name, params: [] }, AbortSignal.timeout(10_000));
      assert.equal((await failureOf(ask("eth_getBlockByNumber"))).status, 504);
      assert.isFalse(breaker.isDead);
      assert.equal(method, "eth_chainId");
      assert.deepInclude(await ask("eth_getCode"), { result: "0x1" });
    });
  });
});
