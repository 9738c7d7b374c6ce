import { assert } from "chai";
import type { Match } from "../../src/internal/domain/record.ts";
import { Refusal } from "../../src/internal/local/http/listen.ts";
import { matchesAtSomeTime, parseFilter } from "../../src/internal/local/query/lists.ts";
import { parseContractKey } from "../../src/internal/local/query/service.ts";
import { isBetter } from "../../src/internal/local/verification/contract-store.ts";
import {
  identifierProblem,
  inputProblem,
  readContractsQuery,
  submissionProblem,
} from "../../src/internal/local/verification/requests.ts";
import { pickFields, selectFields } from "../../src/internal/local/verification/service.ts";

/** The message of the reply to a rejected request. */
function refusalOf(ask: () => unknown): unknown {
  try {
    ask();
    return undefined;
  } catch (error) {
    assert(error instanceof Refusal && "json" in error.reply);
    return (error.reply.json as { message: unknown }).message;
  }
}

describe("local - rules", () => {
  describe("results that replace another", () => {
    const sides = (creationMatch: Match | null, runtimeMatch: Match | null) => ({
      creationMatch,
      runtimeMatch,
    });
    for (const [next, before, expected] of [
      [sides("exact_match", "exact_match"), sides("match", "match"), true],
      [sides("match", "match"), sides(null, "match"), true],
      [sides("exact_match", null), sides("match", "match"), false],
      [sides(null, "exact_match"), sides("match", "exact_match"), false],
      [sides("match", null), sides(null, "match"), false],
    ] as const) {
      it(`${JSON.stringify(next)} over ${JSON.stringify(before)}: ${expected}`, () => {
        assert.equal(isBetter(next, before), expected);
      });
    }
  });

  describe("fields and omit", () => {
    const record = { abi: [1], compilation: { name: "A", language: "Solidity" }, sources: {} };
    const picked = (query: string) => pickFields(record, selectFields(new URLSearchParams(query)));

    it("should select whole fields and their parts", () => {
      assert.deepEqual(picked(""), {});
      assert.deepEqual(picked("fields=abi"), { abi: [1] });
      assert.deepEqual(picked("fields=compilation.name"), { compilation: { name: "A" } });
      assert.deepEqual(picked("fields=compilation.name,compilation.language"), {
        compilation: record.compilation,
      });
      assert.deepEqual(picked("fields=compilation.name,compilation"), { compilation: record.compilation });
      assert.containsAllKeys(picked("fields=all"), ["abi", "compilation", "sources"]);
    });

    it("should omit whole fields, and ignore a nested name", () => {
      const kept = picked("omit=abi,sources");
      assert.doesNotHaveAnyKeys(kept, ["abi", "sources"]);
      assert.deepEqual(kept.compilation, record.compilation);
      assert.deepEqual(picked("omit=compilation.name").compilation, record.compilation);
    });

    for (const [query, message] of [
      ["fields=abi,all", "Cannot specify 'all' with other fields"],
      ["omit=all", "Field selector all is not a valid field"],
      ["fields=compilation.nope", "Field selector compilation.nope is not a valid field"],
      [
        "fields=compilation.compilerSettings.optimizer",
        "Field selector cannot have more than one level subselectors: compilation.compilerSettings.optimizer",
      ],
    ] as const)
      it(`should reject ${query}`, () => {
        const asked = () => selectFields(new URLSearchParams(query));
        assert.equal(refusalOf(asked), message);
      });
  });

  describe("the list of contracts", () => {
    it("should have the newest 200 first by default", () => {
      assert.deepEqual(readContractsQuery("296", new URLSearchParams()), {
        isAscending: false,
        limit: 200,
        afterMatchId: undefined,
      });
      assert.deepEqual(readContractsQuery("296", new URLSearchParams("sort=asc&limit=1&afterMatchId=7")), {
        isAscending: true,
        limit: 1,
        afterMatchId: 7n,
      });
    });

    for (const [query, message] of [
      ["limit=201", "request/query/limit must be <= 200"],
      ["sort=", "Empty value found for query parameter 'sort'"],
      ["afterMatchId=x", 'request/query/afterMatchId must match pattern "^\\d+$"'],
      ["page=2", "Unknown query parameter 'page'"],
    ] as const)
      it(`should reject ${query}`, () => {
        const asked = () => readContractsQuery("296", new URLSearchParams(query));
        assert.equal(refusalOf(asked), message);
      });
  });

  describe("submissions", () => {
    const body = {
      stdJsonInput: {},
      compilerVersion: "0.8.28+commit.7893614a",
      contractIdentifier: "A.sol:A",
    };
    for (const change of [
      { creationTransactionHash: `0x${"AB".repeat(32)}` },
      { creationTransactionHash: null },
      { compilerVersion: "0.8" },
      { stdJsonInput: "{}" },
      { contractIdentifier: undefined },
    ]) {
      it(`should be rejected with ${JSON.stringify(change)} ${Object.keys(change)}`, () => {
        assert.isString(submissionProblem({ ...body, ...change }));
      });
    }

    it("should be rejected without sources or content", () => {
      const sources = { "A.sol": { content: "contract A {}" } };
      assert.isUndefined(inputProblem({ language: "Solidity", sources }));
      assert.isString(inputProblem({ language: "Solidity" }));
      assert.isString(inputProblem({ language: "Solidity", sources: {} }));
      assert.isString(inputProblem({ language: "Solidity", sources: { "A.sol": { content: "" } } }));
      assert.isString(inputProblem({ language: "Solidity", sources: { "A.sol": { urls: ["A.sol"] } } }));
    });

    it("should have their identifier split at the last colon", () => {
      assert.isUndefined(identifierProblem("npm:x@1/A.sol:A"));
      for (const bad of ["A", ":A", "A.sol:", ""]) assert.isString(identifierProblem(bad));
    });
  });

  describe("contract ids and addresses", () => {
    const address = `0x${"ab".repeat(20)}`;
    for (const [text, expected] of [
      [address.slice(2).toUpperCase(), address],
      [`0.0.${address}`, address],
      ["1".repeat(40), `0x${"1".repeat(40)}`],
      ["0.1.1001", -1],
      ["12345678901", undefined],
      ["0.0.0.1", undefined],
      ["", undefined],
    ] as const) {
      it(`should read ${JSON.stringify(text)}`, () => assert.deepEqual(parseContractKey(text), expected));
    }
  });

  describe("timestamp filters", () => {
    const from = 100_000_000_005n;
    for (const [texts, expected] of [
      [["eq:100.000000005"], true],
      [["lt:100.000000005"], false],
      [["lte:100.000000005"], true],
      [["gte:200", "lt:200"], false],
      [["gte:200", "lte:200"], true],
      [["ne:100.000000005"], true],
    ] as const) {
      it(`${texts.join(" and ")}: ${expected}`, () => {
        const filters = texts.map((each) => parseFilter(each)).filter((filter) => filter !== undefined);
        assert.lengthOf(filters, texts.length);
        assert.equal(matchesAtSomeTime(from, filters), expected);
      });
    }
    for (const text of ["1.0123456789", "12345678901", ""]) {
      it(`should not read ${JSON.stringify(text)}`, () => assert.isUndefined(parseFilter(text)));
    }
  });
});
