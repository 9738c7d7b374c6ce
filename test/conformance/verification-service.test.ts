import { assert } from "chai";
import { getAddress, id } from "ethers";
import { normalise } from "../helpers/conformance/normalise.ts";
import {
  PHENOMENA,
  type Phenomenon,
  type PhenomenonName,
  recordedErrors,
  recordedPhenomenon,
} from "../helpers/conformance/recordings.ts";
import * as shapes from "../helpers/conformance/shapes.ts";
import { SUBJECTS, type Subject } from "../helpers/conformance/subjects.ts";
import { applyTransformations } from "../helpers/conformance/transform.ts";

type Json = Readonly<Record<string, never>>;

for (const [subjectName, start] of Object.entries(SUBJECTS)) {
  describe(`conformance - verification service - ${subjectName}`, function () {
    this.timeout(60_000);
    let subject: Subject;
    const phenomenon = (name: PhenomenonName): Phenomenon => subject.phenomenon(name);

    before(async () => {
      subject = await start();
      await subject.replayAll();
    });
    after(() => subject.close());

    for (const name of PHENOMENA) {
      describe(name, () => {
        it("should answer as it was recorded", () => {
          const recorded = recordedPhenomenon(name);
          const got = phenomenon(name);
          assert.deepEqual(normalise(got.lookupBefore.body), normalise(recorded.lookupBefore.body));
          assert.equal(got.submitResponse.status, recorded.submitResponse.status);
          assert.deepEqual(normalise(got.submitResponse.body), normalise(recorded.submitResponse.body));
          assert.deepEqual(normalise(got.polls.at(0)?.body), normalise(recorded.polls.at(0)?.body));
          assert.deepEqual(normalise(got.polls.at(-1)?.body), normalise(recorded.polls.at(-1)?.body));
          assert.deepEqual(normalise(got.lookupAfter.body), normalise(recorded.lookupAfter.body));
          assert.equal(got.record.status, recorded.record.status);
          assert.deepEqual(normalise(got.record.body), normalise(recorded.record.body));
        });

        it("should have the shapes of the interface", () => {
          const { lookupBefore, submitResponse, polls, lookupAfter, record } = phenomenon(name);
          for (const lookup of [lookupBefore, lookupAfter]) {
            assert.oneOf(lookup.status, [200, 404]);
            (lookup.status === 200 ? shapes.lookup : shapes.unverified).parse(lookup.body);
          }
          (record.status === 200 ? shapes.record : shapes.unverified).parse(record.body);
          if (submitResponse.status !== 202) {
            shapes.errorBody.parse(submitResponse.body);
            assert.isEmpty(polls);
            return;
          }
          const { verificationId } = shapes.submitted.parse(submitResponse.body);
          for (const { status, body } of polls.slice(0, -1)) {
            assert.equal(status, 200);
            assert.equal(shapes.pendingJob.parse(body).verificationId, verificationId);
          }
          const last = polls.at(-1);
          assert.equal(last?.status, 200);
          const job = shapes.matchedJob.or(shapes.failedJob).parse(last?.body);
          assert.equal(job.verificationId, verificationId);
          assert.isAtLeast(Date.parse(job.jobFinishTime), Date.parse(job.jobStartTime));
        });

        if (recordedPhenomenon(name).record.status !== 200) return;

        it("should hold a record that agrees with the chain and with the submission", () => {
          const { record, chain, submission, address } = phenomenon(name);
          const body = shapes.record.parse(record.body);
          assert.equal(body.address, getAddress(address));
          assert.equal(body.runtimeBytecode.onchainBytecode, chain.runtimeBytecode);
          for (const side of [body.creationBytecode, body.runtimeBytecode]) {
            const { transformations, transformationValues, recompiledBytecode } = side;
            if (transformations === null || transformationValues === null) continue;
            const made = applyTransformations({
              recompiledBytecode,
              transformations: transformations.map(({ id: key, ...rest }) =>
                key === undefined ? rest : { ...rest, id: key },
              ),
              transformationValues,
            });
            assert.equal(made, side.onchainBytecode);
          }
          if (body.creationMatch !== null) {
            assert.equal(body.creationBytecode.onchainBytecode, chain.creationTransaction?.input);
            assert.equal(body.deployment.transactionHash, submission.creationTransactionHash);
            assert.equal(Number(body.deployment.blockNumber), Number(chain.creationTransaction?.blockNumber));
          }
          for (const [path, { keccak256 }] of Object.entries(
            (body.metadata as { sources: Record<string, { keccak256: string }> }).sources,
          )) {
            assert.equal(id(body.sources[path]?.content ?? ""), keccak256);
          }
          for (const { signature, signatureHash32, signatureHash4 } of body.signatures.function) {
            assert.equal(signatureHash32, id(signature));
            assert.equal(signatureHash4, id(signature).slice(0, 10));
          }
        });
      });
    }

    it("should keep the match id and the time of the first match over an upgrade", () => {
      const before = shapes.lookup.parse(phenomenon("comment-changed").lookupAfter.body);
      const after = shapes.lookup.parse(phenomenon("upgrade-match-to-exact").lookupAfter.body);
      assert.deepEqual([before.match, after.match], ["match", "exact_match"]);
      assert.equal(after.matchId, before.matchId);
      assert.equal(after.verifiedAt, before.verifiedAt);
      const job = shapes.matchedJob.parse(phenomenon("upgrade-match-to-exact").polls.at(-1)?.body);
      assert.equal(job.contract.matchId, before.matchId);
    });

    it("should number its matches, each contract its own", () => {
      const ids = ["plain", "constructor-arguments", "immutables", "linked-library"] as const;
      const numbers = ids.map((name) => shapes.lookup.parse(phenomenon(name).lookupAfter.body).matchId);
      assert.equal(new Set(numbers).size, ids.length);
    });

    for (const exchange of recordedErrors()) {
      it(`should answer as it was recorded: ${exchange.about}`, async () => {
        const { status, contentType, body } = await subject.verification(exchange);
        assert.equal(status, exchange.response.status);
        assert.equal(contentType, exchange.response.contentType);
        assert.deepEqual(normalise(body), normalise(exchange.response.body));
        if ((body as Json).customCode !== undefined) shapes.errorBody.parse(body);
      });
    }
  });
}
