import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { checkOf, withCreation, withQueried } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const CREATED_S = plain.facts.creation?.timestampS ?? 0;

const created = (timestamp: string | null) => withQueried(plain, { created_timestamp: timestamp });

function inBlock(evidence: Evidence, from: string, to: string | null): Evidence {
  const creationBlock = { number: 1, timestamp: { from, to } } as unknown as Evidence["creationBlock"];
  const timestampS = Math.floor(Number(from)) || CREATED_S;
  return { ...withCreation(evidence, { timestampS }), creationBlock };
}

type Case = readonly [what: string, status: string, evidence: Evidence];

const CASES: readonly Case[] = [
  ["the chain's second", "passed", plain],
  ["the end of a block of 2 seconds", "passed", created(`${CREATED_S + 2}.999999999`)],
  ["a second before", "failed", created(`${CREATED_S - 1}.999999999`)],
  ["3 seconds later", "failed", created(`${CREATED_S + 3}.000000000`)],
  ["another year", "failed", created("1600000000.000000000")],
  ["the block's first nanosecond", "passed", inBlock(created("100.000000001"), "100.000000001", "102.5")],
  ["the block's last nanosecond", "passed", inBlock(created("102.500000000"), "100.000000001", "102.5")],
  ["a nanosecond before", "failed", inBlock(created("100.000000000"), "100.000000001", "102.5")],
  ["a nanosecond after", "failed", inBlock(created("102.500000001"), "100.000000001", "102.5")],
  ["a block that is not closed", "passed", inBlock(created("109.0"), "100.0", null)],
  ["before a block that is not closed", "failed", inBlock(created("99.9"), "100.0", null)],
  [
    "a block that the chain has at another time",
    "failed",
    withCreation(inBlock(created("102.0"), "100.0", "102.5"), { timestampS: 100 + 900 }),
  ],
  [
    "a block that the chain has 10 minutes later",
    "passed",
    withCreation(inBlock(created("102.0"), "100.0", "102.5"), { timestampS: 102 + 600 }),
  ],
  [
    "a block that the chain has 10 minutes and a second later",
    "failed",
    withCreation(inBlock(created("102.0"), "100.0", "102.5"), { timestampS: 102 + 601 }),
  ],
  [
    "a block that the chain has after the year 275760",
    "failed",
    withCreation(inBlock(created("102.0"), "100.0", "102.5"), { timestampS: 8.64e12 + 1 }),
  ],
  [
    "an account that existed before, where the query service states the creation itself",
    "passed",
    withCreation(inBlock(created("90.0"), "100.0", "102.5"), { statedTimestamp: "101.000000002" }),
  ],
  [
    "a stated creation outside the block",
    "failed",
    withCreation(inBlock(created("90.0"), "100.0", "102.5"), { statedTimestamp: "103.0" }),
  ],
  [
    "a state as old as the creation, which no account became later",
    "failed",
    withCreation(
      inBlock(
        withQueried(plain, { created_timestamp: "90.0", timestamp: { from: "90.0", to: null } }),
        "100.0",
        "102.5",
      ),
      { statedTimestamp: "101.0" },
    ),
  ],
  [
    "a later creation than the stated one",
    "failed",
    withCreation(inBlock(created("103.0"), "100.0", "102.5"), { statedTimestamp: "101.0" }),
  ],
  ["a creation that is not known", "skipped", { ...plain, facts: { ...plain.facts, creation: undefined } }],
  ["a block of unknown time", "skipped", withCreation(plain, { timestampS: undefined })],
  ["no time of the creation", "skipped", created(null)],
  ["a block that begins at no time", "unknown", inBlock(plain, "soon", null)],
  ["no query service", "skipped", { ...plain, query: { state: "not-configured" } }],
];

describe("cross-check - created-in-block", () => {
  for (const [what, status, evidence] of CASES)
    it(`should have ${status} for ${what}`, () => {
      const check = checkOf("created-in-block", evidence);
      assert.equal(check.status, status, JSON.stringify(check));
      if (status !== "passed" && status !== "failed") assert.isNotEmpty(check.reason);
    });
});
