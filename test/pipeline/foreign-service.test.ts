import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { assert } from "chai";
import { generate } from "selfsigned";
import type { Problem } from "../../src/internal/errors/problem.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { expectGolden } from "../helpers/golden.ts";
import { matchedJob, NOT_VERIFIED, stored } from "../helpers/pipeline/answers.ts";
import { factIn, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { problemScreen } from "../helpers/problem-screen.ts";
import { refused } from "../helpers/scripted-service.ts";
import { type Behaviour, json, notLoopback, reset, serve, text } from "../helpers/services/fault-server.ts";
import { QUICK } from "../helpers/services/quick.ts";
import { thrownBy } from "../helpers/thrown.ts";

const NOT_FOUND_PAGE = text(404, "<!DOCTYPE html><title>Error</title><pre>Cannot GET /v2</pre>", {
  "content-type": "text/html",
});
const OUTAGE_PAGE = text(503, "<html><h1>503 Service Temporarily Unavailable</h1></html>");
const FOREIGN: Readonly<Record<string, Behaviour>> = {
  "404 with a page": NOT_FOUND_PAGE,
  "a JSON-RPC node": json(200, { jsonrpc: "2.0", id: null, error: { code: -32700, message: "Parse error" } }),
  "a server of https": text(400, "Client sent an HTTP request to an HTTPS server.\n"),
  "no HTTP": (request) => {
    request.socket.end("SSH-2.0-OpenSSH_9.6\r\n");
  },
  "404 with a code of another interface": json(404, { customCode: "route_not_found", message: "No route" }),
  "a redirect to https": (request, response) => {
    response.writeHead(301, { location: `https://127.0.0.1${request.url}` }).end();
  },
};

const VERIFICATION = { configured: new Set(["verification service"] as const) };
const QUERY = { configured: new Set(["query service"] as const) };
const of = (record: Behaviour, job: Behaviour, more: Partial<Setting> = {}): Setting => ({
  script: { record: [record], job: [job] },
  ports: VERIFICATION,
  ...more,
});

describe("pipeline - a URL without the expected service", () => {
  for (const [name, behaviour] of Object.entries(FOREIGN)) {
    it(`should be a configuration error if the URL was configured: ${name}`, async () => {
      const error = await thrownBy(() => runPipeline(of(behaviour, behaviour)));
      assert.equal(error.code, "VC415");
      expectGolden(`outcomes/no-service/${name.replaceAll(" ", "-")}.txt`, problemScreen(error.problem));
    });
  }

  it("should be an outage if the URL is the default", async () => {
    const { report, exitCode, service } = await runPipeline(
      of(NOT_FOUND_PAGE, NOT_FOUND_PAGE, { ports: {} }),
    );
    assert.deepEqual([exitCode, report.error?.code], [3, "VC406"]);
    assert.equal(service.count("job"), 0, "no second route has to be asked");
  });

  it("should be an outage if a second route belongs to the service, gives no answer or an outage page", async () => {
    for (const second of [refused(404, "job_not_found"), reset, OUTAGE_PAGE])
      assert.equal((await runPipeline(of(NOT_FOUND_PAGE, second))).exitCode, 3);
  });

  for (const [status, code] of [
    [400, "unsupported_chain"],
    [404, "invalid_chain_id"],
  ] as const)
    it(`should be a configuration error if the service doesn't support the chain: ${status} ${code}`, async () => {
      for (const ports of [VERIFICATION, {}]) {
        const page = refused(status, code);
        const error = await thrownBy(() => runPipeline(of(page, page, { ports })));
        assert.equal(error.code, "VC403");
      }
    });

  for (const route of ["job", "record"] as const)
    it(`should not be a configuration error if only the ${route} is refused after the service started a job`, async () => {
      const without = refused(400, "unsupported_chain");
      const script =
        route === "job"
          ? { record: [NOT_VERIFIED], job: [without] }
          : { record: [NOT_VERIFIED, without], job: [matchedJob()] };
      const { report, exitCode } = await runPipeline({ script });
      assert.deepEqual([report.error?.code, exitCode], ["VC402", 1]);
      assert.isNotNull(report.verificationId);
    });

  it("should be a configuration error if the service refuses a submission for its chain", async () => {
    const script = { record: [NOT_VERIFIED], submit: [refused(400, "unsupported_chain")] };
    assert.equal((await thrownBy(() => runPipeline({ script }))).code, "VC403");
  });

  it("should say where the base URL has to end", async () => {
    await using service = await serve(NOT_FOUND_PAGE);
    const cause = "the base URL ends before /v2";
    for (const [path, likely] of [
      ["/v2/", cause],
      ["/server/v2/contract", cause],
      ["/v20", undefined],
    ] as const) {
      const verification = new VerificationService({ url: service.url + path, ...QUICK });
      const error = await thrownBy(() => runPipeline({ ports: { ...VERIFICATION, verification } }));
      assert.equal(error.problem.likely, likely, path);
    }
  });

  it("should say so even if a Sourcify service answers at the routes without a second /v2", async () => {
    const found = stored();
    await using service = await serve((request, response) =>
      (request.url?.startsWith("/v2/contract/") ? found : NOT_FOUND_PAGE)(request, response),
    );
    const verification = new VerificationService({ url: `${service.url}/v2`, ...QUICK });
    const error = await thrownBy(() => runPipeline({ ports: { ...VERIFICATION, verification } }));
    assert.deepEqual([error.code, error.problem.likely], ["VC415", "the base URL ends before /v2"]);
  });

  it("should name the headers setting if a configured service wants other credentials", async () => {
    for (const status of [401, 403]) {
      const page = text(status, "Log in");
      const { report } = await runPipeline(of(page, page));
      assert.equal(report.error?.code, "VC402");
      assert.equal(report.error?.next, "check verifyContract.verification.headers in hardhat.config.ts");
      assert.isUndefined((await runPipeline(of(page, page, { ports: {} }))).report.error?.next);
    }
  });

  it("should not be a configuration error once something was sent", async () => {
    const page = NOT_FOUND_PAGE;
    const script = { record: [NOT_VERIFIED, page], submit: [page], job: [page] };
    const { report, exitCode } = await runPipeline({ script, ports: VERIFICATION });
    assert.equal(exitCode, 3, JSON.stringify(report.error));
    assert.equal(factIn(report, "Submission"), "sent, but no response arrived");
  });

  it("should name https as the likely cause if a gateway's page says so", async () => {
    const page = text(400, "<html>\n<title>The plain HTTP request was sent to HTTPS port</title>");
    const error = await thrownBy(() => runPipeline(of(page, page)));
    assert.deepEqual([error.code, error.problem.likely], ["VC415", "the URL may need https instead of http"]);
  });

  it("should be an outage with the likely cause if the server speaks the other scheme", async () => {
    const { private: key, cert } = await generate([{ name: "commonName", value: "localhost" }], {
      keyType: "ec",
      algorithm: "sha256",
    });
    const secure = createServer({ key, cert }, (_request, response) => response.end("{}"));
    await new Promise<void>((resolve) => secure.listen(0, "127.0.0.1", resolve));
    await using plain = await serve(json(404, { customCode: "job_not_found", message: "No job" }));
    const asked = async (url: string) => {
      const verification = new VerificationService({ url, ...QUICK });
      const { report, exitCode } = await runPipeline({ ports: { ...VERIFICATION, verification } });
      assert.equal(exitCode, 3);
      return problemScreen(report.error as Problem).replace(/0\.0\.0\.0:\d+/, "127.0.0.1:5555");
    };
    try {
      const http = await asked(notLoopback(`http://127.0.0.1:${(secure.address() as AddressInfo).port}`));
      expectGolden("outcomes/no-service/http-for-https.txt", http);
    } finally {
      secure.close();
    }
    expectGolden("outcomes/no-service/https-for-http.txt", await asked(plain.url.replace("http:", "https:")));
  });

  it("should also cover a query service that has to resolve a contract id", async () => {
    const target = "0.0.5001";
    const script = { record: [NOT_VERIFIED], query: [NOT_FOUND_PAGE] };
    const error = await thrownBy(() => runPipeline({ script, target, ports: QUERY }));
    assert.equal(error.code, "VC503");
    expectGolden("outcomes/no-service/query-service.txt", problemScreen(error.problem));

    const byDefault = await runPipeline({ script, target });
    assert.deepEqual([byDefault.exitCode, byDefault.report.error?.code], [3, "VC501"]);

    // The service itself knows no contract below its own prefix.
    await using mirror = await serve(json(404, { _status: { messages: [{ message: "Not found" }] } }));
    const below = new QueryService({ url: `${mirror.url}/api/v1`, ...QUICK });
    const prefixed = await thrownBy(() => runPipeline({ script, target, ports: { ...QUERY, query: below } }));
    assert.equal(prefixed.code, "VC503");
    assert.equal(prefixed.problem.likely, "the base URL ends before /api/v1");

    // A block is a second route.
    const isThere = [NOT_FOUND_PAGE, json(404, { _status: { messages: [{ message: "Not found" }] } })];
    assert.equal((await runPipeline({ script: { query: isThere }, target, ports: QUERY })).exitCode, 3);
  });
});
