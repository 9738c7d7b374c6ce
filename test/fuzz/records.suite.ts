import { assert } from "chai";
import fc from "fast-check";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import { type Answer, answersLike, type Base, isGood, shown, whole } from "./answers.ts";
import { recordBases } from "./bases.ts";
import { endOf, nameOf } from "./client-case.ts";
import { type Loopback, type Script, theBench } from "./loopback.ts";
import { assertClaimsAreGood, isProven } from "./oracles/claims.ts";
import { at, plainJson } from "./oracles/plain-json.ts";
import { isTimely, rank, unlikeTrue } from "./oracles/record-parts.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { counted } from "./tally.ts";
import { isVerified, TWICE, verifyIn } from "./verify-in.ts";
import type { World } from "./worlds.ts";

const ALL_FIELDS = { fields: ["all"] } as const;

describe("fuzz - records", function () {
  this.timeout(0);
  const bench = theBench();

  it("should verify if unchanged", async () => {
    for (const world of bench.worlds.all) {
      const report = await verifyIn(world, bench.loopback, {
        script: recordScript(world, whole(200, world.record), "nothing"),
      });
      assert.equal(report.outcome, "verified", `${world.name}: ${JSON.stringify(report.error)}`);
      assertClaimsAreGood(report);
      assert.deepEqual(unlikeTrue(world.record, world, report), [], world.name);
    }
  });

  it("should be read or throw a ServiceError", async () => {
    const property = async (answer: Answer): Promise<string> => {
      bench.loopback.follow({ record: () => answer });
      const service = new VerificationService({ url: bench.loopback.url, ...TWICE });
      const { chainId, address } = bench.worlds.plain;
      const end = await endOf(service.contract(chainId, address, ALL_FIELDS));
      if ("value" in end && end.value === undefined) {
        assert.equal(answer.status, 404);
        assert.equal(at(plainJson(answer.body), "match"), null, "only the service itself can tell");
      }
      return nameOf(end, (value) => (value === undefined ? "not verified" : "a record"));
    };
    await runCases("records, client", CLIENT_CASES, answersLike(recordBases()), property, shown);
  });

  it("should not verify if a decisive field has changed", async () => {
    const kind = "records that were good, pipeline";
    const cases = recordCases(bench.worlds.all, (world) => [
      { name: "the true record", status: 200, body: world.record },
    ]);
    const property = async (it: RecordCase): Promise<string> => {
      const report = await runRecordCase(bench.loopback, it);
      if (!isVerified(report)) return report.outcome;
      const body = plainJson(it.answer.body);
      assert.isTrue(isGood(it.answer), `HTTP ${it.answer.status}`);
      assertClaimsAreGood(report);
      assert.deepEqual(unlikeTrue(body, it.world, report), [], report.outcome);
      assert.isTrue(isTimely(at(body, "verifiedAt"), report), String(at(body, "verifiedAt")));
      const { minMatch, requireCreation } = it.request.requirement;
      assert.isAtLeast(rank(report.match?.runtimeMatch), rank(minMatch));
      // If the service omits it, chain and build have to show it.
      if (requireCreation && at(body, "creationMatch") === undefined)
        assert.isTrue(isProven(report, "creation-code"));
      else if (requireCreation) assert.isAtLeast(rank(report.match?.creationMatch), rank(minMatch));
      return report.outcome;
    };
    await runCases(kind, PIPELINE_CASES, cases, property, showRecordCase);
    if (PIPELINE_CASES >= 500) assert.isAbove(counted(kind, "verified"), 0, "nothing reached the end");
  });
});

/** A run that ends with the changed record. */
interface RecordCase {
  readonly world: World;
  readonly answer: Answer;
  /** The record before the submission. */
  readonly before: "the same" | "nothing" | "the true record";
  readonly withoutState: boolean;
  readonly request: Pick<VerifyRequest, "requirement" | "force">;
}

const requests = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constant({
      requirement: { minMatch: "match", requireCreation: false },
      force: false,
    } as const),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      requirement: fc.record({
        minMatch: fc.constantFrom("match" as const, "exact_match" as const),
        requireCreation: fc.boolean(),
      }),
      force: fc.boolean(),
    }),
  },
);

function recordCases(
  worlds: readonly World[],
  basesOf: (world: World) => readonly Base[],
): fc.Arbitrary<RecordCase> {
  return fc.oneof(
    ...worlds.map((world) =>
      fc.record({
        world: fc.constant(world),
        answer: answersLike(basesOf(world)),
        before: fc.constantFrom("the same" as const, "nothing" as const, "the true record" as const),
        withoutState: fc.nat(4).map((number) => number === 4),
        request: requests,
      }),
    ),
  );
}

function runRecordCase(loopback: Loopback, it: RecordCase): Promise<ContractReport> {
  const { world, answer, before, withoutState, request } = it;
  return verifyIn(world, loopback, { script: recordScript(world, answer, before), withoutState, request });
}

/** Everything is honest except the record. */
function recordScript(
  { record, chainId, address }: World,
  answer: Answer,
  before: RecordCase["before"],
): Script {
  const { match, creationMatch, runtimeMatch } = record;
  const contract = { ...NO_MATCH, chainId: String(chainId), address };
  return {
    submit: () => whole(202, { verificationId: VERIFICATION_ID }),
    job: () =>
      whole(200, {
        isJobCompleted: true,
        verificationId: VERIFICATION_ID,
        contract: { ...contract, match, creationMatch, runtimeMatch },
      }),
    record: (count) => {
      if (count > 0 || before === "the same") return answer;
      return before === "nothing" ? whole(404, contract) : whole(200, record);
    },
  };
}

function showRecordCase({ world, answer, before, withoutState, request }: RecordCase): string {
  return `${world.name}, before: ${before}, ${withoutState ? "a pruned node, " : ""}${JSON.stringify(request)}: ${shown(answer)}`;
}
