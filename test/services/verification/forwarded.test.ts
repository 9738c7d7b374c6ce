import { assert } from "chai";
import type { Forwarded } from "../../../src/internal/domain/record.ts";
import { COMPLETED_JOB, PENDING_JOB } from "../../helpers/services/examples.ts";
import { json } from "../../helpers/services/fault-server.ts";
import { jobFrom } from "../../helpers/services/read-from.ts";

const EXPLORER = "https://etherscan.io/address/0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";

async function forwardedOf(
  externalVerifications: unknown,
  base: object = COMPLETED_JOB,
): Promise<readonly Forwarded[] | undefined> {
  const job = await jobFrom(json(200, { ...base, externalVerifications }));
  return job.state === "matched" ? job.forwarded : undefined;
}

async function etherscanOf(value: unknown): Promise<Forwarded | undefined> {
  return (await forwardedOf({ etherscan: value }))?.[0];
}

describe("services - verification service - forwarded verifications", () => {
  it("should read the three forms that Sourcify's server 3.12.1 returns", async () => {
    const forwarded = await forwardedOf({
      routescan: { error: "Routescan does not support Vyper" },
      etherscan: {
        verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
        statusUrl: "https://api.etherscan.io/v2/api?module=contract&action=checkverifystatus&guid=jvs5",
        explorerUrl: EXPLORER,
        contractApiUrl: "https://api.etherscan.io/v2/api?module=contract&action=getabi",
      },
      blockscout: {
        verificationId: "VERIFIER_ALREADY_VERIFIED",
        explorerUrl: "https://eth.blockscout.com/address/0x60",
      },
    });
    assert.deepEqual(forwarded, [
      {
        to: "etherscan",
        state: "accepted",
        verificationId: "jvs5kb7ghzvvufy7gdpfnsxjcgz6ieyu8e1azc5bw9g1gzdkpr",
        explorerUrl: EXPLORER,
        statusUrl: "https://api.etherscan.io/v2/api?module=contract&action=checkverifystatus&guid=jvs5",
        contractApiUrl: "https://api.etherscan.io/v2/api?module=contract&action=getabi",
      },
      { to: "blockscout", state: "already-verified", explorerUrl: "https://eth.blockscout.com/address/0x60" },
      { to: "routescan", state: "not-accepted", reason: "Routescan does not support Vyper" },
    ]);
  });

  it("should read nothing if the job is pending or was not forwarded", async () => {
    for (const none of [undefined, null, {}, { etherscan: {} }, { sourcify: { verificationId: "1" } }])
      assert.isUndefined(await forwardedOf(none), JSON.stringify(none));
    assert.isUndefined(await forwardedOf({ etherscan: { verificationId: "1" } }, PENDING_JOB));
  });

  it("should keep a match even if the forwarding results are malformed", async () => {
    const odd: readonly unknown[] = [
      7,
      [],
      { etherscan: "accepted" },
      { etherscan: { verificationId: 7 } },
      { constructor: { verificationId: "1" }, toString: { verificationId: "1" } },
    ];
    for (const value of odd) assert.isUndefined(await forwardedOf(value), JSON.stringify(value));
  });

  it("should accept only plain https links", async () => {
    const hostile = [
      "javascript:alert(1)",
      "http://etherscan.io/",
      "https://user:secret@etherscan.io/",
      "",
      `https://etherscan.io/${"a".repeat(2000)}`,
      7,
      null,
    ];
    for (const explorerUrl of hostile) {
      const { state, explorerUrl: url } = (await etherscanOf({ verificationId: "1", explorerUrl })) ?? {};
      assert.deepEqual([state, url], ["accepted", undefined], String(explorerUrl));
    }
    const written = await etherscanOf({
      verificationId: "1",
      explorerUrl: "HTTPS://ethersc\u0430n.io/a b\u202e\n?x=\u001b[2J#:~:text=verified",
    });
    assert.equal(written?.explorerUrl, "https://xn--etherscn-76g.io/a%20b%E2%80%AE?x=%1B[2J");
  });

  it("should sanitise IDs and reasons, and limit their length", async () => {
    for (const verificationId of ["\u001b[2J", "a b", "x".repeat(129), "<script>", "::error::x"])
      assert.deepEqual(await etherscanOf({ verificationId }), { to: "etherscan", state: "accepted" });
    const { reason = "" } =
      (await etherscanOf({ error: `\u001b[31mno\n::error::${"x".repeat(9999)}` })) ?? {};
    assert.match(reason, /^no ::error::x+…$/);
    assert.equal(reason.length, 300);
    assert.deepEqual(await etherscanOf({ error: "\u0007" }), { to: "etherscan", state: "not-accepted" });
  });
});
