import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { QueryContract } from "../../../src/internal/services/query/model.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  checkOf,
  evidenceOf,
  FOREIGN,
  initCode,
  set,
  statusOf,
  withBody,
  withCreation,
  withFacts,
  withoutQuery,
  withQueried,
} from "../../helpers/cross-check/one-check.ts";

const plain = evidenceOf("plain");

/** Changes of the query service's contract. */
function queried(change: (contract: QueryContract) => Partial<QueryContract>) {
  return (evidence: Evidence): Evidence => {
    const { query } = evidence;
    return withQueried(evidence, query.state === "known" ? change(query.contract) : {});
  };
}

describe("cross-check - the query service's contract", () => {
  itFails("query-address", {}, { "another address": queried(() => ({ evm_address: FOREIGN })) });
  itFails("not-deleted", {}, { "a deleted contract": queried(() => ({ deleted: true })) });
  const longer = queried(({ bytecode }) => ({ file_id: "0.0.9", bytecode: `${bytecode}00` }));
  itFails("creation-code-query", {}, { "a file longer than the transaction's code": longer });
});

describe("cross-check - the query service's code, if it differs from the chain's", () => {
  const runtime = plain.facts.runtimeBytecode;
  const creation = plain.facts.creation?.initCode?.bytecode ?? "";
  const queriedOther = withQueried(plain, { runtime_bytecode: flipByte(runtime, 30) });
  const runsOther = withFacts(plain, { runtimeBytecode: flipByte(runtime, 30) });
  const { record } = withBody("plain", set("runtimeBytecode.onchainBytecode", flipByte(runtime, 31)));
  const queriedOtherInit = withQueried(plain, { bytecode: flipByte(creation, 30) });
  const executedOther = withCreation(plain, { initCode: initCode(flipByte(creation, 30)) });
  for (const [id, who, evidence] of [
    ["runtime-code-query", "query service is probably wrong", queriedOther],
    ["runtime-code-query", "node is probably wrong", runsOther],
    ["runtime-code-query", "agrees with neither", { ...queriedOther, record }],
    ["creation-code-query", "query service is probably wrong", queriedOtherInit],
    ["creation-code-query", "node is probably wrong", executedOther],
  ] as const)
    it(`should fail, and say by the record's code: ${who} (${id})`, () => {
      const { status, expected, actual, reason } = checkOf(id, evidence);
      assert.equal(status, "failed");
      assert.notEqual(expected, actual);
      assert.include(reason, who);
    });
});

describe("cross-check - creation-code-query, if the chain doesn't show the executed code", () => {
  const bytecode = plain.facts.creation?.initCode?.bytecode ?? "";
  const other = withQueried(plain, { bytecode: flipByte(bytecode, 30) });
  for (const [what, creation] of [
    ["unknown init code", { initCode: undefined }],
    ["only the query service's init code", { initCode: { bytecode, shownBy: "query-service" } }],
  ] as const)
    it(`should pass for the build's code, and be unknown for other code: ${what}`, () => {
      assert.equal(statusOf("creation-code-query", withCreation(plain, creation)), "passed");
      assert.equal(statusOf("creation-code-query", withCreation(other, creation)), "unknown");
    });

  for (const shownBy of ["trace", "create2"] as const)
    it(`should fail for other code if the chain shows the executed code: ${shownBy}`, () => {
      const shown = withCreation(other, { initCode: { bytecode, shownBy }, factory: FOREIGN });
      assert.equal(statusOf("creation-code-query", shown), "failed");
    });
});

describe("cross-check - not-expired", () => {
  const nowS = Math.floor(plain.now.getTime() / 1000);
  const periodS = 7_776_000;
  const expires = (timestamp: string) => withQueried(plain, { expiration_timestamp: timestamp });
  const longAgo = withQueried(withCreation(plain, { timestampS: nowS - 2 * periodS }), {
    created_timestamp: `${nowS - 2 * periodS}.5`,
  });
  /** A query service calculates the expiration from the creation and the period. */
  const calculated = (fraction: string, auto_renew_period: number | string = periodS) =>
    withQueried(longAgo, { expiration_timestamp: `${nowS - periodS}.${fraction}`, auto_renew_period });
  itHas("not-expired", {
    passed: {
      "no expiration": plain,
      "a future expiration": expires(`${nowS + 1}.000000001`),
    },
    failed: {
      "an expiration a moment ago": expires(`${nowS - 1}.999999999`),
      "an expiration now": expires(`${nowS}.000000000`),
      "a past calculated expiration, without code on chain": withFacts(calculated("5"), {
        runtimeBytecode: "0x",
      }),
      "a past expiration from the ledger itself": calculated("6"),
    },
    skipped: {
      "a past calculated expiration": calculated("5"),
      "a past calculated expiration, with the period as text": calculated("5", `${periodS}`),
      "no query service": withoutQuery(plain),
    },
    unknown: { "an invalid timestamp": expires("soon") },
  });
});

describe("cross-check - created-in-block", () => {
  const createdS = plain.facts.creation?.timestampS ?? 0;
  const created = (timestamp: string | null) => withQueried(plain, { created_timestamp: timestamp });
  /** A query service's state as old as the creation, so no earlier account became the contract. */
  const asOldAs = (from: string) =>
    withQueried(plain, { created_timestamp: from, timestamp: { from, to: null } });
  const inBlock = (evidence: Evidence, from = "100.000000001", to: string | null = "102.5"): Evidence => {
    const creationBlock = { number: 1, timestamp: { from, to } } as unknown as Evidence["creationBlock"];
    return { ...withCreation(evidence, { timestampS: Math.floor(Number(from)) || createdS }), creationBlock };
  };
  const onChainAt = (timestampS: number) => withCreation(inBlock(created("102.0")), { timestampS });
  const stated = (evidence: Evidence, statedTimestamp: string) =>
    withCreation(inBlock(evidence, "100.0"), { statedTimestamp });
  itHas("created-in-block", {
    passed: {
      "the chain's second": plain,
      "the end of a block of 2 seconds": created(`${createdS + 2}.999999999`),
      "the block's first nanosecond": inBlock(created("100.000000001")),
      "the block's last nanosecond": inBlock(created("102.500000000")),
      "a block without an end": inBlock(created("109.0"), "100.0", null),
      "a block 10 minutes later on chain": onChainAt(102 + 600),
      "an account that existed before, if the query service states the creation itself": stated(
        created("90.0"),
        "101.000000002",
      ),
    },
    failed: {
      "a nanosecond before": inBlock(created("100.000000000")),
      "a nanosecond after": inBlock(created("102.500000001")),
      "a block at another time on chain": onChainAt(100 + 900),
      "a block 10 minutes and a second later on chain": onChainAt(102 + 601),
      "a block after the year 275760 on chain": onChainAt(8.64e12 + 1),
      "a stated creation outside the block": stated(created("90.0"), "103.0"),
      "a state as old as the creation": stated(asOldAs("90.0"), "101.0"),
      "a later creation than the stated one": stated(created("103.0"), "101.0"),
    },
    skipped: {
      "an unknown creation": withFacts(plain, { creation: undefined }),
      "a block of unknown time": withCreation(plain, { timestampS: undefined }),
      "no time of the creation": created(null),
      "no query service": withoutQuery(plain),
    },
    unknown: { "a block with an invalid start": inBlock(plain, "soon", null) },
  });
});
