import { assert } from "chai";

import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../helpers/compile.ts";
import { checkOf, withBody, withCreation, withQueried } from "../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording, VERIFIED } from "../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const CREATED_S = plain.facts.creation?.timestampS ?? 0;
const NOW_S = Math.floor(plain.now.getTime() / 1000);
const PERIOD_S = 7_776_000;

const expires = (timestamp: string | null, more: object = {}) =>
  withQueried(plain, { expiration_timestamp: timestamp, ...more });

const created = (timestamp: string | null) => withQueried(plain, { created_timestamp: timestamp });

function inBlock(evidence: Evidence, from: string, to: string | null): Evidence {
  const creationBlock = { number: 1, timestamp: { from, to } } as unknown as Evidence["creationBlock"];
  const timestampS = Math.floor(Number(from)) || CREATED_S;
  return { ...withCreation(evidence, { timestampS }), creationBlock };
}

const verified = (verifiedAt: string) =>
  withBody("plain", (body) => {
    body.verifiedAt = verifiedAt;
  });

const isoOf = (seconds: number) => new Date(seconds * 1000).toISOString();
const longAgo = withQueried(withCreation(plain, { timestampS: NOW_S - 2 * PERIOD_S }), {
  created_timestamp: `${NOW_S - 2 * PERIOD_S}.5`,
});

type Case = readonly [what: string, status: string, evidence: Evidence];

const NOT_EXPIRED: readonly Case[] = [
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

const CREATED_IN_BLOCK: readonly Case[] = [
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
  ["a creation that is not known", "skipped", { ...plain, facts: { ...plain.facts, creation: undefined } }],
  ["a block of unknown time", "skipped", withCreation(plain, { timestampS: undefined })],
  ["no time of the creation", "skipped", created(null)],
  ["a block that begins at no time", "unknown", inBlock(plain, "soon", null)],
  ["no query service", "skipped", { ...plain, query: { state: "not-configured" } }],
];

const STALE: readonly Case[] = [
  ["a record of the second of the creation", "passed", verified(isoOf(CREATED_S))],
  ["a record within 10 minutes before", "passed", verified(isoOf(CREATED_S - 600))],
  ["a record 10 minutes and a second before", "failed", verified(isoOf(CREATED_S - 601))],
  ["a record of last year", "failed", verified(isoOf(CREATED_S - 365 * 86_400))],
  ["another time zone", "passed", verified(isoOf(CREATED_S).replace("Z", "+00:00"))],
  [
    "code that was stored of another contract",
    "failed",
    withBody("plain", (body) => {
      body.runtimeBytecode.onchainBytecode = recording("immutables").chain.runtimeBytecode;
    }),
  ],
  [
    "a changed byte on chain",
    "failed",
    {
      ...plain,
      facts: { ...plain.facts, runtimeBytecode: flipByte(plain.facts.runtimeBytecode, 30) },
    },
  ],
  [
    "a record that does not say when",
    "skipped",
    withBody("plain", (body) => {
      delete body.verifiedAt;
    }),
  ],
  ["a block of unknown time", "skipped", withCreation(plain, { timestampS: undefined })],
  ["a creation that is not known", "skipped", { ...plain, facts: { ...plain.facts, creation: undefined } }],
  ["a chain whose time runs ahead", "skipped", withCreation(plain, { timestampS: NOW_S + 3600 })],
  [
    "a chain whose time is a little ahead",
    "passed",
    { ...withCreation(plain, { timestampS: CREATED_S + 300 }), now: new Date((CREATED_S + 1) * 1000) },
  ],
];

for (const [id, cases] of [
  ["not-expired", NOT_EXPIRED],
  ["created-in-block", CREATED_IN_BLOCK],
  ["stale-record", STALE],
] as const)
  describe(`cross-check - ${id}`, () => {
    for (const [what, status, evidence] of cases)
      it(`should have ${status} for ${what}`, () => {
        const check = checkOf(id, evidence);
        assert.equal(check.status, status, JSON.stringify(check));
        if (status !== "passed" && status !== "failed") assert.isNotEmpty(check.reason);
      });

    it("should raise no alarm for any recorded verification", () => {
      for (const name of VERIFIED)
        assert.include(["passed", "skipped"], checkOf(id, recordedEvidence(recording(name))).status, name);
    });
  });

describe("cross-check - stale-record, its reason", () => {
  it("should say what happened to the network", () => {
    assert.match(checkOf("stale-record", verified("2020-01-01T00:00:00Z")).reason ?? "", /network was reset/);
  });
});
