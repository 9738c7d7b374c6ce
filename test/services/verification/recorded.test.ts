import { assert } from "chai";
import type { Submission } from "../../../src/internal/domain/record.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { json, serve, text } from "../../helpers/services/fault-server.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { type RecordedAnswer, recordedVerifications } from "../../helpers/services/recordings.ts";

async function serviceOf(...answers: readonly RecordedAnswer[]) {
  const server = await serve(
    ...answers.map(({ status, body }) =>
      typeof body === "string" ? text(status, body) : json(status, body),
    ),
  );
  return { server, service: new VerificationService({ ...QUICK, url: server.url }) };
}

describe("services - verification service - recorded exchanges", () => {
  for (const [name, recorded] of recordedVerifications())
    it(`should read ${name}: ${recorded.about}`, async () => {
      const { chainId, address, lookupBefore, submitResponse, polls, lookupAfter, record } = recorded;
      const { server, service } = await serviceOf(
        lookupBefore,
        submitResponse,
        ...polls,
        lookupAfter,
        record,
      );
      await using _ = server;

      const before = await service.contract(chainId, address);
      assert.equal(before === undefined, lookupBefore.status === 404);

      const submission = recorded.submission as Submission;
      if (submitResponse.status === 202) {
        const { verificationId } = await service.submit(chainId, address, submission);
        for (const poll of polls) {
          const { isJobCompleted, contract, error } = poll.body as Record<string, { match?: string }>;
          const job = await service.job(verificationId);
          assert.equal(job.state, isJobCompleted ? (error ? "failed" : "matched") : "pending");
          assert.deepInclude(contract, JSON.parse(JSON.stringify(job.contract)));
        }
      } else {
        const error = await failureOf(service.submit(chainId, address, submission));
        assert.equal(error.customCode, Reflect.get(Object(submitResponse.body), "customCode"));
        assert.lengthOf(polls, 0);
      }

      const after = await service.contract(chainId, address);
      assert.equal(after === undefined, lookupAfter.status === 404);
      const stored = await service.contract(chainId, address);
      if (record.status === 404) assert.isUndefined(stored);
      // Nothing that the real service sends gets lost or changed on the way.
      else assert.deepEqual(stored as unknown, record.body);
    });
});
