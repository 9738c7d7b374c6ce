import { assert } from "chai";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { type Answer, answersLike, isGood, shown, whole } from "./answers.ts";
import { recordBases } from "./bases.ts";
import { endOf, nameOf } from "./client-case.ts";
import { Loopback } from "./loopback.ts";
import { assertClaimsAreGood, isProven } from "./oracles/claims.ts";
import { at, plainJson } from "./oracles/plain-json.ts";
import { isTimely, rank, unlikeTrue } from "./oracles/record-parts.ts";
import { type RecordCase, recordCases, recordScript, runRecordCase, showRecordCase } from "./record-cases.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { counted } from "./tally.ts";
import { isVerified, TWICE, verifyIn } from "./verify-in.ts";
import { makeWorlds, type Worlds } from "./worlds.ts";

const ALL_FIELDS = { fields: ["all"] } as const;

describe("fuzz - records", function () {
  this.timeout(0);
  let loopback: Loopback;
  let worlds: Worlds;
  before(async () => {
    loopback = await Loopback.start();
    worlds = await makeWorlds();
  });
  after(async () => {
    await loopback[Symbol.asyncDispose]();
    await worlds[Symbol.asyncDispose]();
  });

  it("is verified as long as nothing is changed", async () => {
    for (const world of worlds.all) {
      const report = await verifyIn(world, loopback, {
        script: recordScript(world, whole(200, world.record), "nothing"),
      });
      assert.equal(report.outcome, "verified", `${world.name}: ${JSON.stringify(report.error)}`);
      assertClaimsAreGood(report);
      assert.deepEqual(unlikeTrue(world.record, world, report), [], world.name);
    }
  });

  it("is read as a record, or is a ServiceError", async () => {
    const property = async (answer: Answer): Promise<string> => {
      loopback.follow({ record: () => answer });
      const service = new VerificationService({ url: loopback.url, ...TWICE });
      const { chainId, address } = worlds.plain;
      const end = await endOf(service.contract(chainId, address, ALL_FIELDS));
      if ("value" in end && end.value === undefined) {
        assert.equal(answer.status, 404);
        assert.equal(at(plainJson(answer.body), "match"), null, "only the service itself can tell");
      }
      return nameOf(end, (value) => (value === undefined ? "not verified" : "a record"));
    };
    await runCases("records, client", CLIENT_CASES, answersLike(recordBases()), property, shown);
  });

  it("is not verified when anything that decides is not as it was", async () => {
    const kind = "records that were good, pipeline";
    const cases = recordCases(worlds.all, (world) => [
      { name: "the true record", status: 200, body: world.record },
    ]);
    const property = async (it: RecordCase): Promise<string> => {
      const report = await runRecordCase(loopback, it);
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
