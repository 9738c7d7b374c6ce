import { assert } from "chai";
import { withoutVariables } from "../../helpers/environment.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { deadUrl, json, serve } from "../../helpers/services/fault-server.ts";
import { startProxy } from "../../helpers/services/proxy-server.ts";
import { getThing } from "../../helpers/services/quick.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const NAMES = ["http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "no_proxy", "NO_PROXY"] as const;

function get(url: string) {
  return getThing(url, { retry: { attempts: 1 } });
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

  /** Stands for the URL of the test's own proxy. */
  const PROXY = "(a proxy)";
  for (const [variables, isUsed] of [
    [{ http_proxy: PROXY }, true],
    [{ HTTP_PROXY: PROXY }, true],
    // An empty variable is treated as unset.
    [{ http_proxy: "", HTTP_PROXY: PROXY }, true],
    [{ HTTP_PROXY: PROXY, no_proxy: "other.example, .invalid" }, false],
    [{ HTTP_PROXY: PROXY, NO_PROXY: "SERVICE.invalid:80" }, false],
    [{ HTTP_PROXY: PROXY, NO_PROXY: "*.invalid" }, false],
    [{ HTTP_PROXY: PROXY, NO_PROXY: " *" }, false],
    [{ HTTP_PROXY: PROXY, NO_PROXY: "service.invalid:81" }, true],
    [{ HTTP_PROXY: PROXY, NO_PROXY: "vice.invalid" }, true],
    [{ HTTP_PROXY: PROXY, NO_PROXY: "*, other.example" }, true],
  ] as const)
    it(`should ${isUsed ? "" : "not "}be used for service.invalid with ${JSON.stringify(variables)}`, async () => {
      await using proxy = await startProxy();
      for (const [name, value] of Object.entries(variables))
        process.env[name] = value === PROXY ? proxy.url : value;
      const asked = get("http://service.invalid/base");
      if (isUsed) assert.equal((await asked).text, '{"from":"proxy"}');
      else assert.equal((await failureOf(asked)).kind, "unreachable");
      const lines = proxy.asked.map(([line]) => line);
      assert.deepEqual(lines, isUsed ? ["GET http://service.invalid/base/thing"] : []);
    });

  it("should reach loopback directly whatever proxy is set", async () => {
    await using server = await serve(json(200, { from: "server" }));
    process.env.HTTP_PROXY = "http://127.0.0.1:9";
    process.env.HTTPS_PROXY = "http://127.0.0.1:9";
    assert.equal((await get(server.url)).text, '{"from":"server"}');
    assert.equal((await get(server.url.replace("127.0.0.1", "localhost"))).text, '{"from":"server"}');
  });
});
