import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { QueryContract } from "../../../src/internal/services/query/model.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  evidenceOf,
  FOREIGN,
  statusOf,
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

describe("cross-check - the contract of the query service", () => {
  itFails("query-address", {}, { "another address": queried(() => ({ evm_address: FOREIGN })) });
  itFails("not-deleted", {}, { "a deleted contract": queried(() => ({ deleted: true })) });
  itFails(
    "runtime-code-query",
    {},
    {
      "another byte": queried(({ runtime_bytecode: code }) => ({
        runtime_bytecode: flipByte(code ?? "", 30),
      })),
      "code that is cut short": queried(({ runtime_bytecode: code }) => ({
        runtime_bytecode: code?.slice(0, -2) ?? null,
      })),
    },
  );
  const file = (bytecode: string | undefined) => ({ file_id: "0.0.9", bytecode: bytecode ?? null });
  itFails(
    "creation-code-query",
    {},
    {
      "another byte": queried(({ bytecode }) => ({ bytecode: flipByte(bytecode ?? "", 30) })),
      "code that is cut short": queried(({ bytecode }) => ({ bytecode: bytecode?.slice(0, -2) ?? null })),
      "another byte of a file": queried(({ bytecode }) => file(flipByte(bytecode ?? "", 30))),
      "a file that is too short": queried(({ bytecode }) => file(bytecode?.slice(0, 100))),
      "a file that is longer than the transaction's": queried(({ bytecode }) => file(`${bytecode}00`)),
    },
  );
});

describe("cross-check - creation-code-query, where the chain does not show the executed code", () => {
  const bytecode = plain.facts.creation?.initCode?.bytecode ?? "";
  const other = withQueried(plain, { bytecode: flipByte(bytecode, 30) });
  for (const [what, creation] of [
    ["unknown", { initCode: undefined }],
    ["the query service's alone", { initCode: { bytecode, shownBy: "query-service" } }],
  ] as const)
    it(`should pass for the build's code, and refute nothing by another one: ${what}`, () => {
      assert.equal(statusOf("creation-code-query", withCreation(plain, creation)), "passed");
      assert.equal(statusOf("creation-code-query", withCreation(other, creation)), "unknown");
    });

  for (const shownBy of ["trace", "create2"] as const)
    it(`should fail by another code where the chain shows it: ${shownBy}`, () => {
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
      "an expiration to come": expires(`${nowS + 1}.000000001`),
    },
    failed: {
      "an expiration a moment ago": expires(`${nowS - 1}.999999999`),
      "an expiration now": expires(`${nowS}.000000000`),
      "an expiration at the beginning of time": expires("0.0"),
      "a calculated one that is past, without a code on chain": withFacts(calculated("5"), {
        runtimeBytecode: "0x",
      }),
      "a past expiration of the ledger's own": calculated("6"),
    },
    skipped: {
      "a calculated one that is past": calculated("5"),
      "the same with a period that a double can't hold exactly as text": calculated("5", `${periodS}`),
      "no query service": withoutQuery(plain),
    },
    unknown: { "a text that is no timestamp": expires("soon") },
  });
});

describe("cross-check - created-in-block", () => {
  const createdS = plain.facts.creation?.timestampS ?? 0;
  const created = (timestamp: string | null) => withQueried(plain, { created_timestamp: timestamp });
  /** A state of the query service that is as old as the creation: no account became the contract later. */
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
      "a block that is not closed": inBlock(created("109.0"), "100.0", null),
      "a block that the chain has 10 minutes later": onChainAt(102 + 600),
      "an account that existed before, where the query service states the creation itself": stated(
        created("90.0"),
        "101.000000002",
      ),
    },
    failed: {
      "a second before": created(`${createdS - 1}.999999999`),
      "3 seconds later": created(`${createdS + 3}.000000000`),
      "another year": created("1600000000.000000000"),
      "a nanosecond before": inBlock(created("100.000000000")),
      "a nanosecond after": inBlock(created("102.500000001")),
      "before a block that is not closed": inBlock(created("99.9"), "100.0", null),
      "a block that the chain has at another time": onChainAt(100 + 900),
      "a block that the chain has 10 minutes and a second later": onChainAt(102 + 601),
      "a block that the chain has after the year 275760": onChainAt(8.64e12 + 1),
      "a stated creation outside the block": stated(created("90.0"), "103.0"),
      "a state as old as the creation": stated(asOldAs("90.0"), "101.0"),
      "a later creation than the stated one": stated(created("103.0"), "101.0"),
    },
    skipped: {
      "a creation that is not known": withFacts(plain, { creation: undefined }),
      "a block of unknown time": withCreation(plain, { timestampS: undefined }),
      "no time of the creation": created(null),
      "no query service": withoutQuery(plain),
    },
    unknown: { "a block that begins at no time": inBlock(plain, "soon", null) },
  });
});
