import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import {
  type Body,
  checkOf,
  initCode,
  set,
  withBody,
  withCreation,
  withQueried,
} from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const runtime = plain.facts.runtimeBytecode;
const creation = plain.facts.creation?.initCode?.bytecode ?? "";

const onChain = (runtimeBytecode: string): Evidence => ({
  ...plain,
  facts: { ...plain.facts, runtimeBytecode },
});

const recorded = (evidence: Evidence, change: (body: Body) => void): Evidence => ({
  ...evidence,
  record: withBody("plain", change).record,
});

type Case = readonly [what: string, check: string, reason: RegExp, evidence: Evidence];

const queriedOtherwise = withQueried(plain, { runtime_bytecode: flipByte(runtime, 30) });
const createdOtherwise = withQueried(plain, { bytecode: flipByte(creation, 30) });

const CASES: readonly Case[] = [
  ["the query service", "runtime-code-query", /query service is probably wrong/, queriedOtherwise],
  ["the chain's node", "runtime-code-query", /node is probably wrong/, onChain(flipByte(runtime, 30))],
  [
    "neither, with three codes",
    "runtime-code-query",
    /neither/,
    recorded(queriedOtherwise, set("runtimeBytecode.onchainBytecode", flipByte(runtime, 31))),
  ],
  [
    "neither, without the record's code",
    "runtime-code-query",
    /contains no such code/,
    recorded(queriedOtherwise, set("runtimeBytecode.onchainBytecode", null)),
  ],
  ["the query service", "creation-code-query", /query service is probably wrong/, createdOtherwise],
  [
    "the chain's node",
    "creation-code-query",
    /node is probably wrong/,
    withCreation(plain, { initCode: initCode(flipByte(creation, 30)) }),
  ],
  [
    "neither, without the record's code",
    "creation-code-query",
    /contains no such code/,
    recorded(createdOtherwise, set("creationBytecode", null)),
  ],
  [
    "the query service, with a file's content",
    "creation-code-query",
    /query service is probably wrong/,
    withQueried(plain, { file_id: "0.0.9", bytecode: flipByte(creation, 30) }),
  ],
];

describe("cross-check - the dissenting witness", () => {
  for (const [who, id, reason, evidence] of CASES)
    it(`should name ${who}: ${id}`, () => {
      const check = checkOf(id, evidence);
      assert.equal(check.status, "failed");
      assert.match(check.reason ?? "", reason);
    });
});
