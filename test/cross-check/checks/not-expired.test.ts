import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { checkOf, withCreation, withQueried } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));

const NOW_S = Math.floor(plain.now.getTime() / 1000);

const PERIOD_S = 7_776_000;

const expires = (timestamp: string | null, more: object = {}) =>
  withQueried(plain, { expiration_timestamp: timestamp, ...more });

const longAgo = withQueried(withCreation(plain, { timestampS: NOW_S - 2 * PERIOD_S }), {
  created_timestamp: `${NOW_S - 2 * PERIOD_S}.5`,
});

type Case = readonly [what: string, status: string, evidence: Evidence];

const CASES: readonly Case[] = [
  ["no expiration", "passed", plain],
  ["an expiration to come", "passed", expires(`${NOW_S + 1}.000000001`)],
  ["an expiration a moment ago", "failed", expires(`${NOW_S - 1}.999999999`)],
  ["an expiration now", "failed", expires(`${NOW_S}.000000000`)],
  ["an expiration at the beginning of time", "failed", expires("0.0")],
  [
    "a period after the creation that is past, as a query service calculates it",
    "skipped",
    withQueried(longAgo, { expiration_timestamp: `${NOW_S - PERIOD_S}.5`, auto_renew_period: PERIOD_S }),
  ],
  [
    "the same with a period that a double can't hold exactly as text",
    "skipped",
    withQueried(longAgo, { expiration_timestamp: `${NOW_S - PERIOD_S}.5`, auto_renew_period: `${PERIOD_S}` }),
  ],
  [
    "the same without a code on chain",
    "failed",
    {
      ...withQueried(longAgo, { expiration_timestamp: `${NOW_S - PERIOD_S}.5`, auto_renew_period: PERIOD_S }),
      facts: { ...longAgo.facts, runtimeBytecode: "0x" },
    },
  ],
  [
    "a past expiration of the ledger's own",
    "failed",
    withQueried(longAgo, { expiration_timestamp: `${NOW_S - PERIOD_S}.6`, auto_renew_period: PERIOD_S }),
  ],
  ["a text that is no timestamp", "unknown", expires("soon")],
  ["no query service", "skipped", { ...plain, query: { state: "not-configured" } }],
];

describe("cross-check - not-expired", () => {
  for (const [what, status, evidence] of CASES)
    it(`should have ${status} for ${what}`, () => {
      const check = checkOf("not-expired", evidence);
      assert.equal(check.status, status, JSON.stringify(check));
      if (status !== "passed" && status !== "failed") assert.isNotEmpty(check.reason);
    });
});
