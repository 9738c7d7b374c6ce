import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import {
  type Body,
  checkOf,
  evidenceOf,
  initCode,
  set,
  withBody,
  withCreation,
  withFacts,
  withQueried,
} from "../../helpers/cross-check/one-check.ts";

const plain = evidenceOf("plain");
const runtime = plain.facts.runtimeBytecode;
const creation = plain.facts.creation?.initCode?.bytecode ?? "";

const onChain = (runtimeBytecode: string): Evidence => withFacts(plain, { runtimeBytecode });

const recorded = (evidence: Evidence, change: (body: Body) => void): Evidence => ({
  ...evidence,
  record: withBody("plain", change).record,
});

const queriedOtherwise = withQueried(plain, { runtime_bytecode: flipByte(runtime, 30) });
const createdOtherwise = withQueried(plain, { bytecode: flipByte(creation, 30) });
const storing = (evidence: Evidence, code: string | null): Evidence =>
  recorded(evidence, set("runtimeBytecode.onchainBytecode", code));

/** The reason of each check, and the evidence by the witness that dissents. */
const CASES: Readonly<
  Record<string, readonly (readonly [who: string, reason: RegExp, evidence: Evidence])[]>
> = {
  "runtime-code-query": [
    ["the query service", /query service is probably wrong/, queriedOtherwise],
    ["the chain's node", /node is probably wrong/, onChain(flipByte(runtime, 30))],
    ["neither, with three codes", /neither/, storing(queriedOtherwise, flipByte(runtime, 31))],
  ],
  "creation-code-query": [
    ["the query service", /query service is probably wrong/, createdOtherwise],
    [
      "the chain's node",
      /node is probably wrong/,
      withCreation(plain, { initCode: initCode(flipByte(creation, 30)) }),
    ],
  ],
};

describe("cross-check - the dissenting witness", () => {
  for (const [id, cases] of Object.entries(CASES))
    for (const [who, reason, evidence] of cases)
      it(`should name ${who}: ${id}`, () => {
        const check = checkOf(id, evidence);
        assert.equal(check.status, "failed");
        assert.match(check.reason ?? "", reason);
      });
});
