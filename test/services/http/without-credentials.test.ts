import { assert } from "chai";
import { withoutCredentials } from "../../../src/internal/services/http/urls.ts";

describe("services - URL without credentials", () => {
  it("should remove user name, password and fragment", () =>
    assert.equal(withoutCredentials("https://user:pass@host.example/a#d"), "https://host.example/a"));

  it("should hide every query value, and a name that is itself a key", () =>
    assert.equal(
      withoutCredentials("https://host.example/?apiKey=1&fields=abi&k1n2b3v4c5x6z7a8s9d0=&other"),
      "https://host.example/?apiKey=***&fields=***&other=***",
    ));

  for (const [what, segment] of [
    ["hex", "9aa3d95b3bc440fa88ea12eaa4456161"],
    ["base64 for URLs", "Zm9v_YmFy-YmF6cXV4MTIz"],
    ["letters of both cases", "aBcDeFgHiJkLmNoPqRsT"],
    ["a percent-encoded key", "k1n2b3v4c5%78%36z7a8"],
  ])
    it(`should hide ${what} in the path`, () =>
      assert.equal(
        withoutCredentials(`https://host.example/v2/${segment}/rpc`),
        "https://host.example/v2/***/rpc",
      ));

  for (const url of [
    "https://sourcify.dev/server",
    "https://testnet.mirrornode.hedera.com/",
    "https://host.example/verification-service/staging",
    "https://host.example/0x60768b3b49dc7c031eed1bd4d1601b976c8d550e",
  ])
    it(`should show ${url} unchanged`, () => assert.equal(withoutCredentials(url), url));

  it("should hide credentials in an invalid URL too", () => {
    assert.equal(withoutCredentials("htps//user:p@ss@host/a?key=1"), "htps//host/a");
    assert.equal(withoutCredentials("htps//host/9aa3d95b3bc440fa88ea12eaa4456161/a"), "htps//host/***/a");
  });
});
