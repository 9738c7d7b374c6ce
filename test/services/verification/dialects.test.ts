import { readFileSync } from "node:fs";
import { assert } from "chai";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import type { Body } from "../../helpers/cross-check/one-check.ts";
import { EXACT, NO_MATCH } from "../../helpers/services/examples.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, serve, text } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK, VERIFICATION_ID } from "../../helpers/services/quick.ts";
import { jobFrom, recordFrom } from "../../helpers/services/read-from.ts";

interface TempoAnswer {
  readonly about: string;
  readonly status: number;
  readonly body: Body;
}

function tempoAnswer(name: string, about: string): TempoAnswer {
  const url = new URL(`../../fixtures/recorded/dialects/tempo/${name}.json`, import.meta.url);
  const answers: readonly TempoAnswer[] = JSON.parse(readFileSync(url, "utf8")).answers;
  return (
    answers.find((answer) => answer.about.endsWith(about)) ?? assert.fail(`${name} has no answer ${about}.`)
  );
}

/** The record with the fields that checks request. */
const RUN = "product asks for (run)";

const jobOf = (body: object) => jobFrom(json(200, { ...body, verificationId: VERIFICATION_ID }));

const recorded = (name: string, about: string) => {
  const { status, body } = tempoAnswer(name, about);
  return recordFrom(json(status, body));
};

describe("services - verification service - dialects", () => {
  it("should find Conflux's unprefixed routes for several requests at once", async () => {
    await using server = await serve((request, response) => {
      const isPrefixed = request.url?.startsWith("/v2/") === true;
      const answer = isPrefixed ? text(404, "<!DOCTYPE html>") : json(404, { ...NO_MATCH, chainId: "71" });
      return answer(request, response);
    });
    const service = new VerificationService({ ...QUICK, url: server.url });
    const records = await Promise.all([1, 2, 3].map(() => service.contract(71, ADDRESS)));
    assert.deepEqual(records, [undefined, undefined, undefined]);
  });

  it("should read Tempo's record, which has no creation match", async () => {
    const record = await recorded("plain", RUN);
    assert.equal(record?.runtimeMatch, "exact_match");
    assert.notProperty(record, "creationMatch");
    assert.equal(record?.metadata?.compiler?.version, "0.8.28+commit.7893614a");
    assert.equal(record?.compilation?.compilerVersion, "0.8.28+commit.7893614a");
    assert.match(record?.runtimeBytecode?.recompiledBytecode ?? "", /^0x60/);
    assert.isNull(record?.runtimeBytecode?.onchainBytecode);
    assert.deepEqual([record?.deployment?.blockNumber, record?.deployment?.transactionIndex], ["2", "0"]);
  });

  it("should restore shortened source paths from the metadata if the content fits", async () => {
    const whole = "/app/contracts/Counter.sol";
    const record = await recorded("absolute-path", "fields=all");
    assert.deepEqual(Object.keys(record?.sources ?? {}), [whole]);
    assert.deepEqual(Object.keys(record?.stdJsonInput?.sources ?? {}), [whole]);
    const { body } = tempoAnswer("absolute-path", "fields=all");
    body.sources["contracts/Counter.sol"].content += " ";
    const changed = await recordFrom(json(200, body));
    assert.deepEqual(Object.keys(changed?.sources ?? {}), ["contracts/Counter.sol"]);
  });

  it("should reject reserved names in metadata that arrives as text", async () => {
    const metadata = JSON.stringify({ sources: { toString: { keccak256: "0x" } } });
    const error = await failureOf(recordFrom(json(200, { ...EXACT, metadata })));
    assert.isTrue(error.isInvalidRecord);
    assert.equal((await failureOf(recordFrom(json(200, { ...EXACT, metadata: "{" })))).kind, "unusable");
  });

  it("should read Tempo's jobs, which can have a match or no contract", async () => {
    const matched = await jobOf(tempoAnswer("plain", "job completed").body);
    assert.equal(matched.state, "matched");
    assert.notProperty(matched.contract, "creationMatch");
    const failed = await jobOf(tempoAnswer("wrong-source", "job completed").body);
    assert.equal(failed.state === "failed" && failed.error.customCode, "no_match");
    assert.notProperty(failed, "contract");
  });

  it("should recognise an unverified contract by the error code, or by a null match alone", async () => {
    assert.isUndefined(await recorded("not-verified", "record"));
    assert.isUndefined(await recordFrom(json(404, { match: null, chainId: 296, address: ADDRESS })));
  });

  it("should read a record with a bare contract name, a custom match ID and no creation match", async () => {
    const metadata = { settings: { compilationTarget: { "a.sol": "A" } } };
    const body = {
      ...EXACT,
      creationMatch: null,
      matchId: `296:${ADDRESS.toLowerCase()}`,
      verifiedAt: "2026-11-21T09:24:47.123Z",
      compilation: { language: "Solidity", compiler: "solc", name: "A", fullyQualifiedName: "A" },
    };
    const record = await recordFrom(json(200, { ...body, metadata }));
    assert.notProperty(record, "creationMatch");
    assert.equal(record?.compilation?.fullyQualifiedName, "a.sol:A");
    const alone = await recordFrom(json(200, body));
    assert.equal(alone?.compilation?.name, "A");
    assert.notProperty(alone?.compilation, "fullyQualifiedName");
    const other = { ...body.compilation, fullyQualifiedName: "B", name: "B" };
    const wrong = await recordFrom(json(200, { ...body, metadata, compilation: other }));
    assert.equal(wrong?.compilation?.fullyQualifiedName, "B");
    const twoNames = { ...body.compilation, fullyQualifiedName: "B" };
    const contradicting = await recordFrom(json(200, { ...body, compilation: twoNames }));
    assert.deepInclude(contradicting?.compilation, { name: "A", fullyQualifiedName: "B" });
  });

  it("should derive the match from the runtime and creation matches if the record omits it", async () => {
    const { match: _, ...rest } = EXACT;
    assert.equal((await recordFrom(json(200, { ...rest, runtimeMatch: "match" })))?.match, "exact_match");
  });
});

/** Answers below no prefix, and nothing below /v2. */
const withoutPrefix =
  (answer: Behaviour): Behaviour =>
  (request, response) =>
    request.url?.startsWith("/v2")
      ? text(404, "<pre>Cannot GET</pre>")(request, response)
      : answer(request, response);

describe("services - verification service - routes without a prefix", () => {
  for (const chainId of [1, 1029, 296])
    it(`should report chain ${chainId} as unsupported, with a reason`, async () => {
      await using server = await serve(withoutPrefix(json(404, { match: null })));
      const service = new VerificationService({ ...QUICK, url: server.url });
      const error = await failureOf(service.contract(chainId, ADDRESS));
      assert.equal(error.customCode, "unsupported_chain");
      assert.include(error.reason, "core space");
    });
});
