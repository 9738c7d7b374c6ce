import { assert } from "chai";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";
import { quickClient as client } from "../../helpers/services/quick.ts";
import { thrownBy } from "../../helpers/thrown.ts";

const OK = json(200, { ok: true });

function redirect(status: number, location: string) {
  return text(status, "moved", { location });
}

describe("services - requests", () => {
  it("should send the user agent, the accepted type and custom headers", async () => {
    await using server = await serve(OK);
    await client(server.url, { headers: { "X-Api-Key": "k" } }).send({ method: "GET", path: "/a" });
    const { headers, method, path } = server.requests[0] ?? assert.fail();
    assert.equal(`${method} ${path}`, "GET /a");
    assert.match(headers["user-agent"] ?? "", /^hardhat-verify-contract\/\d+\.\d+\.\d+/);
    assert.deepEqual([headers.accept, headers["x-api-key"]], ["application/json", "k"]);
  });

  it("should keep the base URL's path and query, and encode values", async () => {
    await using server = await serve(OK);
    await client(`${server.url}/server//?apikey=s`).send({
      method: "GET",
      path: "/v2/a",
      query: [
        ["timestamp", "gte:1.5"],
        ["timestamp", "a&b=c"],
      ],
    });
    assert.equal(server.requests[0]?.path, "/server/v2/a?apikey=s&timestamp=gte%3A1.5&timestamp=a%26b%3Dc");
  });

  it("should send JSON, and compress a large body", async () => {
    await using server = await serve(OK);
    const large = { content: "x".repeat(2_000_000) };
    await client(server.url).send({ method: "POST", path: "/a", body: { small: "é" } });
    await client(server.url).send({ method: "POST", path: "/a", body: large });
    const [first, second] = server.requests;
    assert.equal(first?.headers["content-type"], "application/json");
    assert.isUndefined(first?.headers["content-encoding"]);
    assert.deepEqual([first?.body, second?.headers["content-encoding"]], ['{"small":"é"}', "gzip"]);
    assert.equal(second?.body, JSON.stringify(large));
  });

  for (const [what, refusal] of [
    ["a 415", text(415, "no gzip")],
    ["a 400 with invalid_json", json(400, { customCode: "invalid_json", message: "Invalid JSON body" })],
    ["a 400 in plain text", text(400, "Bad Request")],
  ] as const)
    it(`should resend a compressed body uncompressed after ${what}, and stay uncompressed`, async () => {
      await using server = await serve(refusal, OK);
      const service = client(server.url);
      const large = { content: "x".repeat(100_000) };
      for (let count = 0; count < 2; count++) await service.send({ method: "POST", path: "/a", body: large });
      const found = server.requests.map(({ headers }) => headers["content-encoding"]);
      assert.deepEqual(found, ["gzip", undefined, undefined]);
      assert.equal(server.requests[2]?.body, JSON.stringify(large));
    });

  describe("credentials", () => {
    it("should be sent even without a password, and with a bare percent sign", async () => {
      await using server = await serve(OK);
      await client(server.url.replace("//", "//100%@")).send({ method: "GET", path: "/a" });
      const sent = server.requests[0]?.headers.authorization;
      assert.equal(sent, `Basic ${Buffer.from("100%:").toString("base64")}`);
    });

    it("should be sent as a header and never shown", async () => {
      await using server = await serve(OK, text(403, "no"));
      const service = client(`${server.url.replace("//", "//us%20er:se%3Acret@")}/?token=hidden`);
      await service.send({ method: "GET", path: "/a" });
      assert.equal(
        server.requests[0]?.headers.authorization,
        `Basic ${Buffer.from("us er:se:cret").toString("base64")}`,
      );
      const error = await failureOf(service.send({ method: "GET", path: "/a" }));
      for (const shown of [service.url, error.message, error.url])
        assert.notMatch(shown, /us%20er|us er|cret|hidden/);
      assert.equal(error.url, `${server.url}/a`);
    });
  });

  describe("redirects", () => {
    for (const status of [301, 308])
      it(`should follow a GET's ${status} within the origin`, async () => {
        await using server = await serve(redirect(status, "/there?x=1"), OK);
        await client(server.url).send({ method: "GET", path: "/a" });
        const paths = server.requests.map(({ path }) => path);
        assert.deepEqual(paths, ["/a", "/there?x=1"]);
      });

    it("should resend a POST with its body after 307, and never turn it into a GET", async () => {
      const post = { method: "POST", path: "/a", body: { a: 1 } } as const;
      await using server = await serve(redirect(307, "/there"), OK, redirect(302, "/there"));
      await client(server.url).send(post);
      assert.deepEqual([server.requests[1]?.method, server.requests[1]?.body], ["POST", '{"a":1}']);
      assert.equal((await failureOf(client(server.url).send(post))).kind, "unusable");
      assert.lengthOf(server.requests, 3);
    });

    it("should never be followed to another origin", async () => {
      await using other = await serve(OK);
      for (const location of [
        `${other.url}/there`,
        other.url.replace("http://127.0.0.1", "//localhost"),
        "https://user:secret@elsewhere.example/",
        "file:///etc/passwd",
      ]) {
        await using server = await serve(redirect(307, location));
        const error = await failureOf(client(server.url).send({ method: "POST", path: "/a", body: {} }));
        assert.equal(error.kind, "unusable", location);
        assert.include(error.message, "another origin");
        assert.notInclude(error.message, "secret");
        assert.equal(error.status, 307);
      }
      assert.lengthOf(other.requests, 0);
    });

    it("should be limited to three", async () => {
      await using server = await serve(redirect(302, "/again"));
      const error = await failureOf(client(server.url).send({ method: "GET", path: "/a" }));
      assert.include(error.message, "more than 3 redirects");
      assert.lengthOf(server.requests, 4);
    });

    it("should fail if they name no valid address", async () => {
      await using server = await serve(text(302, ""), redirect(302, "http://[broken"));
      for (let i = 0; i < 2; i++) {
        const error = await failureOf(client(server.url).send({ method: "GET", path: "/a" }));
        assert.equal(error.kind, "unusable");
      }
    });
  });

  describe("settings", () => {
    it("should reject an invalid URL without showing credentials", async () => {
      for (const url of ["", "sourcify.dev", "ftp://user:secret@host/", "//user:secret@host"]) {
        const { code, problem } = await thrownBy(() => client(url));
        assert.equal(code, "VC106", url);
        assert.notInclude(JSON.stringify(problem), "secret");
      }
    });

    it("should reject an invalid header without showing its value", async () => {
      for (const headers of [{ "bad name": "secret" }, { "x-key": "secret\r\nx-other: 1" }]) {
        const { code, problem } = await thrownBy(() => client("http://127.0.0.1", { headers }));
        assert.equal(code, "VC108");
        assert.notInclude(JSON.stringify(problem), "secret");
      }
    });
  });
});
