import { assert } from "chai";
import { COMPLETED_JOB, EXACT, NO_MATCH, PENDING_JOB } from "../../helpers/services/examples.ts";
import { failureOf } from "../../helpers/services/failure-of.ts";
import { type Behaviour, json, text } from "../../helpers/services/fault-server.ts";
import { VERIFICATION_ID } from "../../helpers/services/quick.ts";
import { jobFrom } from "../../helpers/services/read-from.ts";

const ERROR = { customCode: "no_match", message: "The code\u001b[2J does\nnot match", errorId: "e1" };

describe("services - verification service - jobs", () => {
  it("should read a pending job", async () => {
    const job = await jobFrom(json(200, PENDING_JOB));
    assert.deepEqual(job, { state: "pending", verificationId: VERIFICATION_ID, contract: NO_MATCH });
  });

  it("should read a job that found a match", async () => {
    const job = await jobFrom(json(200, { ...COMPLETED_JOB, unknown: { field: 1 } }));
    assert.deepEqual(job, {
      state: "matched",
      verificationId: VERIFICATION_ID,
      contract: EXACT,
      finishedAt: new Date("2026-11-21T09:24:47Z"),
      compilationTimeMs: 777,
    });
  });

  for (const jobFinishTime of [null, "2026-11-21 09:24:47", "soon", 1763717087])
    it(`should leave the finish time out if the job reports ${jobFinishTime}`, async () => {
      const job = await jobFrom(json(200, { ...COMPLETED_JOB, jobFinishTime }));
      assert.notProperty(job, "finishedAt");
      assert.equal(job.state, "matched");
    });

  it("should read an upgraded job, which has no match ID or date", async () => {
    const { verifiedAt, matchId, ...contract } = EXACT;
    const job = await jobFrom(json(200, { ...COMPLETED_JOB, contract: { ...contract, matchId: null } }));
    assert.isString(verifiedAt + matchId);
    assert.equal(job.state, "matched");
    assert.notProperty(job.contract, "matchId");
    assert.notProperty(job.contract, "verifiedAt");
  });

  it("should read a failed job and sanitise its text", async () => {
    const job = await jobFrom(
      json(200, {
        ...COMPLETED_JOB,
        contract: NO_MATCH,
        error: {
          ...ERROR,
          recompiledRuntimeCode: "60AB",
          onchainRuntimeCode: null,
          onchainCreationCode: "__$not hex$__",
          errorData: {
            compilerErrors: [
              { formattedMessage: "ParserError:\n\u001b[31m --> a.sol", severity: "error" },
              { message: "short" },
              "text",
            ],
            compilerErrorMessage: "could not be fetched",
          },
        },
      }),
    );
    assert.deepEqual(job, {
      state: "failed",
      verificationId: VERIFICATION_ID,
      contract: NO_MATCH,
      finishedAt: new Date("2026-11-21T09:24:47Z"),
      error: {
        customCode: "no_match",
        message: "The code does not match",
        errorId: "e1",
        recompiledRuntimeCode: "0x60ab",
        compilerErrors: ["ParserError:\n --> a.sol", "short", "text"],
        compilerErrorMessage: "could not be fetched",
      },
    });
  });

  it("should keep an unknown error code, and report a failure despite malformed details", async () => {
    const error = { customCode: "brand_new", message: "", errorData: { compilerErrors: 7 }, errorId: null };
    const job = await jobFrom(json(200, { ...COMPLETED_JOB, contract: NO_MATCH, error }));
    assert.deepEqual([job.state, job.state === "failed" && job.error.customCode], ["failed", "brand_new"]);
  });

  for (const [what, fields, state] of [
    ["a job with an error as failed", { error: ERROR }, "failed"],
    ["an incomplete job as pending", { isJobCompleted: false }, "pending"],
  ] as const)
    it(`should treat ${what}, whatever match it claims`, async () =>
      assert.equal((await jobFrom(json(200, { ...COMPLETED_JOB, ...fields }))).state, state));

  const { isJobCompleted, ...withoutState } = COMPLETED_JOB;
  const withContract = (contract: object | null) => json(200, { ...COMPLETED_JOB, contract });
  const hidden = `{"isJobCompleted":true,"verificationId":"${VERIFICATION_ID}","contract":{"__proto__":${JSON.stringify(EXACT)}}}`;
  const unusable: Readonly<Record<string, Behaviour>> = {
    "neither match nor error": withContract(NO_MATCH),
    "a match that neither side has": withContract({ ...EXACT, creationMatch: null, runtimeMatch: null }),
    "a match better than both sides": withContract({ ...EXACT, creationMatch: "match", runtimeMatch: null }),
    "a match worse than its only side": withContract({ match: "match", runtimeMatch: "exact_match" }),
    "no match on its only side": withContract({ match: null, runtimeMatch: null }),
    "no state": json(200, { ...withoutState, wasCompleted: isJobCompleted }),
    "no contract": withContract(null),
    "another job": json(200, { ...COMPLETED_JOB, verificationId: VERIFICATION_ID.replace("c9", "00") }),
    "a match through __proto__": text(200, hidden),
  };
  for (const [name, behaviour] of Object.entries(unusable))
    it(`should reject a job response with ${name}`, async () => {
      const error = await failureOf(jobFrom(behaviour));
      assert.equal(error.kind, "unusable");
      assert.match(
        error.message,
        /^The verification service sent an invalid response \(20[04]\) to GET http:\S+: /,
      );
      assert.notMatch(error.message, /\p{Cc}/u);
    });

  it("should name the path of the invalid field", async () => {
    const error = await failureOf(jobFrom(json(200, { ...COMPLETED_JOB, contract: { ...EXACT, match: 1 } })));
    assert.include(error.message, "at contract.match:");
    assert.instanceOf(error.cause, Error);
  });
});
