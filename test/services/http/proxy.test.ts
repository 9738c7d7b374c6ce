import { assert } from "chai";
import { HttpClient } from "../../../src/internal/services/http/http-client.ts";
import { withoutVariables } from "../../helpers/environment.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { deadUrl, json, serve } from "../../helpers/services/fault-server.ts";
import { startProxy } from "../../helpers/services/proxy-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const NAMES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"] as const;

function get(url: string) {
  const service = new HttpClient({ ...QUICK, retry: { attempts: 1 }, url, service: "query service" });
  return service.send({ method: "GET", path: "/thing" });
}

describe("services - proxy", () => {
  withoutVariables(...NAMES);

  for (const [name, url] of [
    ["HTTPS_PROXY", "https://service.invalid"],
    ["http_proxy", "http://service.invalid"],
  ] as const)
    it(`should name the dead proxy from ${name}, not the service, as refusing ${url}`, async () => {
      const dead = await deadUrl();
      process.env[name] = dead.replace("://", "://user:secret@");
      const { kind, reason } = await failureOf(get(url));
      assert.equal(kind, "unreachable");
      assert.equal(
        reason,
        `the proxy ${dead} from ${name} failed: the connection was refused (ECONNREFUSED)`,
      );
    });

  for (const value of ["socks5://user:secret@127.0.0.1:9", "127.0.0.1:9", "proxy.invalid:9"])
    it(`should reject ${value} as a proxy before the first request, without quoting it`, async () => {
      process.env.HTTPS_PROXY = value;
      const error = await thrownBy(() => get("https://service.invalid"));
      assert.equal(error.code, "VC108");
      assert.deepInclude(error.problem.facts, { label: "Environment variable", value: "HTTPS_PROXY" });
      assert.notInclude(JSON.stringify(error.problem), value);
    });

  it("should name a proxy whose host does not exist", async () => {
    process.env.HTTPS_PROXY = "http://proxy.invalid:3128";
    const { reason } = await failureOf(get("https://service.invalid"));
    assert.match(reason, /^the proxy http:\/\/proxy\.invalid:3128 from HTTPS_PROXY failed: the host/);
  });

  for (const name of ["http_proxy", "HTTP_PROXY"])
    it(`should use the proxy from ${name}`, async () => {
      await using proxy = await startProxy();
      process.env[name] = proxy.url;
      const answer = await get("http://service.invalid/base");
      assert.equal(answer.text, '{"from":"proxy"}');
      const lines = proxy.asked.map(([line]) => line);
      assert.deepEqual(lines, ["GET http://service.invalid/base/thing"]);
    });

  for (const [name, value, isExempt] of [
    ["no_proxy", "other.example, .invalid", true],
    ["NO_PROXY", "SERVICE.invalid:80", true],
    ["NO_PROXY", "*.invalid", true],
    ["NO_PROXY", " *", true],
    ["NO_PROXY", "service.invalid:81", false],
    ["NO_PROXY", "vice.invalid", false],
    ["NO_PROXY", "*, other.example", false],
  ] as const)
    it(`should ${isExempt ? "not " : ""}use a proxy for service.invalid with ${name}="${value}"`, async () => {
      await using proxy = await startProxy();
      process.env.HTTP_PROXY = proxy.url;
      process.env[name] = value;
      const asked = get("http://service.invalid");
      if (isExempt) assert.equal((await failureOf(asked)).kind, "unreachable");
      else assert.equal((await asked).text, '{"from":"proxy"}');
      assert.lengthOf(proxy.asked, isExempt ? 0 : 1);
    });

  it("should treat an empty variable as unset", async () => {
    await using proxy = await startProxy();
    process.env.http_proxy = "";
    process.env.HTTP_PROXY = proxy.url;
    await get("http://service.invalid");
    assert.lengthOf(proxy.asked, 1);
  });

  it("should reach loopback directly whatever proxy is set", async () => {
    await using server = await serve(json(200, { from: "server" }));
    process.env.HTTP_PROXY = "http://127.0.0.1:9";
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    assert.equal((await get(server.url)).text, '{"from":"server"}');
    assert.equal((await get(server.url.replace("127.0.0.1", "localhost"))).text, '{"from":"server"}');
  });
});
