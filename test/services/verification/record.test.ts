import { assert } from "chai";
import { COMPLETED_JOB, EXACT } from "../../helpers/services/examples.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS } from "../../helpers/services/quick.ts";
import { jobFrom, recordFrom } from "../../helpers/services/read-from.ts";

const storedFrom = async (behaviour: Behaviour) =>
  (await recordFrom(behaviour)) ?? assert.fail("not verified");

describe("services - verification service - records", () => {
  it("should reject a record or job with a duplicate key", async () => {
    const twice = (body: object) =>
      text(200, JSON.stringify(body).replace(/"runtimeMatch":/, '"runtimeMatch":null,"runtimeMatch":'));
    const error = await failureOf(recordFrom(twice(EXACT)));
    assert.equal(error.kind, "unusable");
    assert.include(error.reason, "runtimeMatch");
    assert.equal((await failureOf(jobFrom(twice(COMPLETED_JOB)))).kind, "unusable");
  });

  it("should read a partial field, and use null for its missing parts", async () => {
    const record = await storedFrom(
      json(200, {
        ...EXACT,
        deployment: { blockNumber: "259" },
        creationBytecode: { onchainBytecode: "0x60AB" },
      }),
    );
    assert.deepEqual(record.deployment, {
      blockNumber: "259",
      transactionHash: null,
      transactionIndex: null,
      deployer: null,
    });
    assert.deepEqual(record.creationBytecode, { onchainBytecode: "0x60ab", recompiledBytecode: null });
  });

  const range = { start: 0, length: 20 };
  const COSTLY: Readonly<Record<string, object>> = {
    "a code of two megabytes": { runtimeBytecode: { recompiledBytecode: `0x${"60".repeat(2_000_000)}` } },
    "21,000 link references of as many libraries": {
      creationBytecode: {
        linkReferences: {
          "L.sol": Object.fromEntries(Array.from({ length: 21_000 }, (_, index) => [`L${index}`, [range]])),
        },
      },
    },
    "21,000 transformations": {
      runtimeBytecode: {
        transformations: Array(21_000).fill({ type: "replace", reason: "library", offset: 1 }),
      },
    },
    "a type of half a million arrays": {
      abi: [{ type: "function", name: "f", inputs: [{ name: "", type: `uint256${"[]".repeat(500_000)}` }] }],
    },
    "21,000 functions": { abi: Array(21_000).fill({ type: "function", name: "f" }) },
    "21,000 implementations": {
      proxyResolution: { isProxy: true, implementations: Array(21_000).fill({ address: ADDRESS }) },
    },
    "21,000 sources": {
      sources: Object.fromEntries(Array.from({ length: 21_000 }, (_, index) => [index, { content: "" }])),
    },
  };
  for (const [what, fields] of Object.entries(COSTLY))
    it(`should reject ${what} before traversing it`, async () => {
      const error = await failureOf(recordFrom(json(200, { ...EXACT, ...fields })));
      assert.equal(error.kind, "unusable");
      assert.match(error.reason, /at most/);
    });

  it("should treat a failed proxy resolution as unknown", async () => {
    const proxyResolution = { proxyResolutionError: { customCode: "x", message: "no" } };
    assert.isNull((await storedFrom(json(200, { ...EXACT, proxyResolution }))).proxyResolution);
  });

  it("should find only keys that were sent", async () => {
    const record = await storedFrom(
      text(
        200,
        `{${JSON.stringify(EXACT).slice(1, -1)},
          "sources": {"constructor.sol": {"content": "y"}},
          "metadata": {"sources": {"a.sol": {}}, "settings": {"compilationTarget": {"a.sol": "A"}, "x": 1}},
          "userdoc": {"methods": {"constructor": {"notice": "n"}}}}`,
      ),
    );
    assert.deepEqual(Object.keys(record.sources ?? {}), ["constructor.sol"]);
    assert.isUndefined(record.sources?.toString);
    assert.isUndefined(record.metadata?.sources?.constructor);
    assert.equal(record.metadata?.settings?.x, 1);
    assert.deepEqual(record.userdoc, { methods: { constructor: { notice: "n" } } });
    assert.isUndefined(Reflect.get({}, "content"));
  });

  const wrong: Readonly<Record<string, unknown>> = {
    "a contradictory match": { ...EXACT, match: "exact" },
    "no match": { chainId: "296", address: ADDRESS },
    "an invalid date": { ...EXACT, verifiedAt: "yesterday" },
    "code that isn't hex": { ...EXACT, runtimeBytecode: { onchainBytecode: "0x6g" } },
    "half a byte of code": { ...EXACT, runtimeBytecode: { onchainBytecode: "0x600" } },
    "a symbolic block number": { ...EXACT, deployment: { blockNumber: "latest" } },
    "an ABI as text": { ...EXACT, abi: "[]" },
    "text instead of an object": "verified",
  };
  for (const [name, body] of Object.entries(wrong))
    it(`should reject a record with ${name}`, async () =>
      assert.equal((await failureOf(recordFrom(json(200, body)))).kind, "unusable"));
});
