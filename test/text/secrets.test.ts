import { assert } from "chai";
import { Secrets } from "../../src/internal/text/secrets.ts";

const KEY = 'k1n2b3/v4c5+x6z7"a8&';
const PATH_KEY = "9aa3d95b3bc440fa88ea12eaa4456161";

describe("text - secrets", () => {
  const secrets = new Secrets();
  secrets.addUrl(`https://user:pa%24sW0rd@node.example/v3/${PATH_KEY}/rpc?apikey=${encodeURIComponent(KEY)}`);
  secrets.addUrl("https://tokenInUserInfo@node.example/");
  secrets.addHeaders({
    authorization: "Bearer abc.def.ghi",
    cookie: "sid=chocolate1; x=y",
    accept: "text/html",
    "x-api": "s3crethdr",
    "x-network": "testnet",
  });

  for (const [what, text] of Object.entries({
    "a key in the path": PATH_KEY,
    "a password": "pa$sW0rd",
    "a password as encoded in the URL": "pa%24sW0rd",
    "a user name without a password": "tokenInUserInfo",
    "user name and password as encoded in a header": Buffer.from("user:pa$sW0rd").toString("base64"),
    "a query value": KEY,
    "a query value, encoded for JSON": JSON.stringify(KEY).slice(1, -1),
    "a query value in hex": Buffer.from(KEY).toString("hex"),
    "a token in a header": "abc.def.ghi",
    "a cookie": "chocolate1",
    "a short header value": "s3crethdr",
  }))
    it(`should redact ${what}`, () => assert.equal(secrets.redact(`say ${text}!`), "say ***!"));

  for (const before of [0, 1, 2])
    it(`should redact a key in base64 that starts ${before} bytes earlier`, () => {
      const encoded = Buffer.from(`${"x".repeat(before)}${PATH_KEY}, and more`).toString("base64");
      const clean = secrets.redact(encoded);
      assert.include(clean, "***");
      assert.notInclude(Buffer.from(clean, "base64").toString(), PATH_KEY.slice(4, -4));
    });

  it("should redact a truncated key beside …", () => {
    assert.equal(secrets.redact(`it said ${PATH_KEY.slice(0, 12)}…`), "it said ***…");
    assert.equal(secrets.redact(`0x…${PATH_KEY.slice(-9)} end`), "0x…*** end");
  });

  it("should keep public text", () => {
    const text =
      "https://node.example/v3/ rpc user text/html testnet … Counter.sol 0x60768b3b49dc7c031eed1bd4d1601b976c8d550e";
    assert.equal(secrets.redact(text), text);
  });

  it("should redact each query value of a node's URL with at least four characters", () => {
    const ofNode = new Secrets();
    ofNode.addNodeUrl("https://node.example/rpc?name=abcd&flag=ab");
    assert.equal(ofNode.redact("abcd, ab and abcde"), "***, ab and abcde");
  });

  it("should redact a short secret only as a whole word", () => {
    const short = new Secrets();
    short.addUrl("https://me:test@node.example/");
    assert.equal(short.redact("testnet (test)"), "testnet (***)");
  });

  it("should redact every text in a copy of a value", () => {
    const value = { list: [{ text: PATH_KEY, number: 1, at: null }], same: "x" };
    assert.deepEqual(secrets.redactAll(value), { list: [{ text: "***", number: 1, at: null }], same: "x" });
    assert.equal(value.list[0]?.text, PATH_KEY);
  });

  it("should redact an error, its stack and its causes", () => {
    const error = new AggregateError([new Error(`inner ${PATH_KEY}`)], `outer ${PATH_KEY}`, {
      cause: new Error(`cause ${PATH_KEY}`),
    });
    secrets.redactError(error);
    const inner = error.errors[0] as Error;
    for (const each of [error, inner, error.cause as Error])
      assert.notInclude(`${each.message} ${each.stack}`, PATH_KEY);
  });
});
