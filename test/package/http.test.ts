import { gzipSync } from "node:zlib";
import { assert } from "chai";
import { QueryService, ServiceError } from "hardhat-verify-contract/services";
import { withoutVariables } from "../helpers/environment.ts";
import { deadUrl, serve } from "../helpers/services/fault-server.ts";
import { startProxy } from "../helpers/services/proxy-server.ts";

/** The error from requesting a service's first block. */
async function failureAt(url: string): Promise<ServiceError> {
  const service = new QueryService({ url, retry: { attempts: 1 } });
  const failure = await service.block(1).then(
    () => undefined,
    (error) => error,
  );
  if (failure instanceof ServiceError) return failure;
  return assert.fail(`no failure, but ${failure}`);
}

/** The build loads Node's modules in its own way, and the other HTTP tests run the sources. */
describe("package - HTTP", () => {
  withoutVariables("HTTP_PROXY", "HTTPS_PROXY");

  it("should send path and query, and read a compressed response", async () => {
    const asked: (string | undefined)[] = [];
    await using server = await serve((request, response) => {
      asked.push(`${request.method} ${request.url}`);
      response.setHeader("content-type", "application/json").setHeader("content-encoding", "gzip");
      response.end(gzipSync('{"blocks":[]}'));
    });
    const { kind, reason } = await failureAt(`${server.url}/base`);
    assert.deepEqual(asked, ["GET /base/api/v1/blocks/1"]);
    assert.equal(kind, "unusable", reason);
  });

  it("should distinguish a refused connection from other failures", async () => {
    const { kind, reason } = await failureAt(await deadUrl());
    assert.equal(kind, "unreachable");
    assert.include(reason, "ECONNREFUSED");
  });

  it("should use a proxy, directly for http and with a tunnel for https", async () => {
    await using proxy = await startProxy();
    process.env.HTTP_PROXY = proxy.url;
    process.env.HTTPS_PROXY = proxy.url;
    for (const url of ["http://service.invalid", "https://service.invalid"]) await failureAt(url);
    const asked = proxy.asked.map(([line]) => line.replace(/\/api.*/, ""));
    assert.deepEqual(asked, ["GET http://service.invalid", "CONNECT service.invalid:443"]);
  });
});
