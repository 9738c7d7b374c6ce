import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { checkOf, drop, set, withBody, withCreation } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const CREATED_S = plain.facts.creation?.timestampS ?? 0;

const NOW_S = Math.floor(plain.now.getTime() / 1000);

const verified = (verifiedAt: string) => withBody("plain", set("verifiedAt", verifiedAt));

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();

type Case = readonly [what: string, status: string, evidence: Evidence];

const CASES: readonly Case[] = [
  ["a record of the second of the creation", "passed", verified(isoOf(CREATED_S))],
  ["a record within 10 minutes before", "passed", verified(isoOf(CREATED_S - 600))],
  ["a record 10 minutes and a second before", "failed", verified(isoOf(CREATED_S - 601))],
  ["a record of last year", "failed", verified(isoOf(CREATED_S - 365 * 86_400))],
  ["a time without a zone", "unknown", verified(isoOf(CREATED_S).replace("Z", ""))],
  ["a time without a zone, days before", "failed", verified(isoOf(CREATED_S - 2 * 86_400).replace("Z", ""))],
  ["a time without a zone, days later", "passed", verified(isoOf(CREATED_S + 2 * 86_400).replace("Z", ""))],
  [
    "another spelling, days before",
    "failed",
    verified(new Date((CREATED_S - 2 * 86_400) * 1000).toUTCString()),
  ],
  ["another time zone", "passed", verified(isoOf(CREATED_S).replace("Z", "+00:00"))],
  [
    "code that was stored of another contract",
    "failed",
    withBody("plain", set("runtimeBytecode.onchainBytecode", recording("immutables").chain.runtimeBytecode)),
  ],
  [
    "a changed byte on chain",
    "failed",
    {
      ...plain,
      facts: { ...plain.facts, runtimeBytecode: flipByte(plain.facts.runtimeBytecode, 30) },
    },
  ],
  ["a record that does not say when", "skipped", withBody("plain", drop("verifiedAt"))],
  ["a block of unknown time", "skipped", withCreation(plain, { timestampS: undefined })],
  ["a creation that is not known", "skipped", { ...plain, facts: { ...plain.facts, creation: undefined } }],
  ["a chain whose time runs ahead", "skipped", withCreation(plain, { timestampS: NOW_S + 3600 })],
  [
    "a chain whose time is a little ahead",
    "passed",
    { ...withCreation(plain, { timestampS: CREATED_S + 300 }), now: new Date((CREATED_S + 1) * 1000) },
  ],
];

describe("cross-check - stale-record", () => {
  for (const [what, status, evidence] of CASES)
    it(`should have ${status} for ${what}`, () => {
      const check = checkOf("stale-record", evidence);
      assert.equal(check.status, status, JSON.stringify(check));
      if (status !== "passed" && status !== "failed") assert.isNotEmpty(check.reason);
    });

  it("should say what happened to the network", () =>
    assert.match(
      checkOf("stale-record", verified("2020-01-01T00:00:00Z")).reason ?? "",
      /network was reset/,
    ));
});
