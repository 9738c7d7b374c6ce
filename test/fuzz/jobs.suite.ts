import { assert } from "chai";
import fc from "fast-check";
import { VerifyContractError } from "../../src/internal/errors/problem.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import { type Answer, answersLike, shown, whole } from "./answers.ts";
import { jobBases, refusalBases } from "./bases.ts";
import { endOf, nameOf } from "./client-case.ts";
import { theBench } from "./loopback.ts";
import { assertClaimsAreGood, claimsMatch } from "./oracles/claims.ts";
import { at, objectAt, plainJson } from "./oracles/plain-json.ts";
import { assertShowable } from "./oracles/renders.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { counted } from "./tally.ts";
import { isVerified, TWICE, verifyIn } from "./verify-in.ts";
import { type Body, recordOf, type World } from "./worlds.ts";

/** The record after the job's end. */
const STORED = {
  "the true record": ({ record }: World): Body | undefined => record,
  nothing: () => undefined,
  "a record of other code": ({ record: { chainId, address } }: World): Body => ({
    ...recordOf("constructor-arguments"),
    ...{ chainId, address },
  }),
  "a record without runtime code": ({ record }: World): Body => ({ ...record, runtimeBytecode: null }),
  "a record without runtime code and sources": ({ record }: World): Body => ({
    ...record,
    ...{ runtimeBytecode: null, sources: null },
  }),
  "a record with other runtime code": ({ record }: World): Body => ({
    ...record,
    runtimeBytecode: { ...objectAt(record, "runtimeBytecode"), onchainBytecode: "0x60806040" },
  }),
  "a record without the runtime match": ({ record: { runtimeMatch: _, ...record } }: World): Body => record,
} as const;

/** The first record has everything; the sources of the second one compile to the missing code. */
const MAY_BE_VERIFIED: readonly (keyof typeof STORED)[] = [
  "the true record",
  "a record without runtime code",
];

/** A service without the chain sends these. */
const CHAIN_CODES: readonly unknown[] = ["unsupported_chain", "invalid_chain_id"];

/** Number of fuzzed polls. Then the job fails; otherwise a pending one would never end. */
const POLLS = 3;
const FAILED = { customCode: "no_match", message: "It does not match." };
/** For jobs that never end. */
const SHORT_DEADLINE_MS = 60;

interface Case {
  readonly answer: Answer;
  readonly to: "job" | "submit";
  readonly stored: keyof typeof STORED;
  readonly goesOn: boolean;
}

describe("fuzz - jobs", function () {
  this.timeout(0);
  const bench = theBench();

  const answers = answersLike([...jobBases(), ...jobBases(), ...jobBases(), ...refusalBases()]);
  const submitAnswers = answersLike([
    { name: "accepted", status: 202, body: { verificationId: VERIFICATION_ID } },
    ...refusalBases(),
  ]);

  it("should be read or throw a ServiceError, and match only if the response says so", async () => {
    const kind = "jobs, client";
    const property = async (answer: Answer): Promise<string> => {
      bench.loopback.follow({ job: () => answer });
      const service = new VerificationService({ url: bench.loopback.url, ...TWICE });
      const end = await endOf(service.job(VERIFICATION_ID));
      if ("value" in end) {
        const job = end.value;
        assert.equal(job.verificationId, VERIFICATION_ID);
        assert.equal(
          job.state === "matched",
          claimsMatch(plainJson(answer.body), VERIFICATION_ID),
          job.state,
        );
        if (job.state === "failed") {
          const { customCode, message, compilerErrors = [], compilerErrorMessage } = job.error;
          assertShowable("a job", [customCode, message, ...compilerErrors, compilerErrorMessage]);
        }
      }
      return nameOf(end, ({ state }) => state);
    };
    await runCases(kind, CLIENT_CASES, answers, property, shown);
  });

  it("should never verify a contract on their own", async () => {
    const kind = "jobs, pipeline";
    const cases: fc.Arbitrary<Case> = fc.oneof(
      { weight: 6, arbitrary: caseOf(answers, "job") },
      { weight: 1, arbitrary: caseOf(submitAnswers, "submit") },
    );
    const property = async ({ answer, to, stored, goesOn }: Case): Promise<string> => {
      const world = bench.worlds.plain;
      const record = STORED[stored](world);
      const about = { chainId: String(world.chainId), address: world.address };
      const none = whole(404, { ...NO_MATCH, ...about });
      const accepted = whole(202, { verificationId: VERIFICATION_ID });
      const failed = whole(200, {
        isJobCompleted: true,
        verificationId: VERIFICATION_ID,
        contract: { ...NO_MATCH, ...about },
        error: FAILED,
      });
      const matched = whole(200, {
        isJobCompleted: true,
        verificationId: VERIFICATION_ID,
        contract: { ...NO_MATCH, ...about, match: "match", runtimeMatch: "match" },
      });
      const ended = await verifyIn(world, bench.loopback, {
        script: {
          submit: (count) => (to === "submit" && count < POLLS ? answer : accepted),
          job: (count) => (to === "submit" ? matched : goesOn || count < POLLS ? answer : failed),
          record: (count) => (count === 0 || record === undefined ? none : whole(200, record)),
        },
        ...(goesOn ? { deadlineMs: SHORT_DEADLINE_MS } : {}),
      }).catch((error: unknown) => {
        // A wrong configuration is thrown; only the answer to the submission can reveal one.
        assert(to === "submit" && error instanceof VerifyContractError && error.code === "VC403", `${error}`);
        assert.include(CHAIN_CODES, String(at(plainJson(answer.body), "customCode")).trim());
        return error;
      });
      if (ended instanceof VerifyContractError) return ended.code;
      const report = ended;
      if (!MAY_BE_VERIFIED.includes(stored)) assert.isFalse(isVerified(report), report.outcome);
      if (isVerified(report)) assertClaimsAreGood(report);
      if (report.outcome === "verified" && to === "job") {
        assert.isTrue(claimsMatch(plainJson(answer.body), VERIFICATION_ID), "the job says no match");
      }
      return report.outcome;
    };
    await runCases(kind, PIPELINE_CASES, cases, property, (it) => {
      return `${it.to}, then ${it.stored}${it.goesOn ? ", for ever" : ""}: ${shown(it.answer)}`;
    });
    if (PIPELINE_CASES >= 500) assert.isAbove(counted(kind, "verified"), 0, "nothing reached the end");
  });
});

function caseOf(answers: fc.Arbitrary<Answer>, to: Case["to"]): fc.Arbitrary<Case> {
  return fc.record({
    answer: answers,
    to: fc.constant(to),
    stored: fc.constantFrom(...(Object.keys(STORED) as (keyof typeof STORED)[])),
    // Rarely, because each runs until its deadline.
    goesOn: fc.nat(40).map((number) => number === 40),
  });
}
