import { assert } from "chai";
import fc from "fast-check";

import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { NO_MATCH } from "../services/helpers/examples.ts";
import { VERIFICATION_ID } from "../services/helpers/quick.ts";
import { type Answer, answersLike, type Base, shown, whole } from "./answers.ts";
import { recordBases } from "./bases.ts";
import { assertForm, endOf, nameOf } from "./client-case.ts";
import { recordForm } from "./forms/verification.ts";
import { Loopback, type Script } from "./loopback.ts";
import { LIES } from "./lying-records.ts";
import { at, plainJson } from "./oracles/plain-json.ts";
import { rank, unlikeTrue } from "./oracles/record-parts.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { counted } from "./tally.ts";
import { isVerified, ONCE, verifyIn } from "./verify-in.ts";
import { makeWorlds, WORLD_NAMES, type World, type Worlds } from "./worlds.ts";

interface Case {
  readonly world: number;
  readonly answer: Answer;
  /** What is stored before anything is sent. */
  readonly before: "the same" | "nothing" | "the true record";
  readonly withoutState: boolean;
  readonly request: Pick<VerifyRequest, "requirement" | "force">;
}

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
        script: scriptOf(world, whole(200, world.record), "nothing"),
      });
      assert.equal(report.outcome, "verified", `${world.name}: ${JSON.stringify(report.error)}`);
      assert.deepEqual(unlikeTrue(world.record, world, report), [], world.name);
    }
  });

  it("is read as a record, or is a ServiceError", async () => {
    const property = async (answer: Answer): Promise<string> => {
      loopback.follow({ record: () => answer });
      const service = new VerificationService({ url: loopback.url, ...ONCE });
      const { chainId, address } = worlds.plain;
      const end = await endOf(service.contract(chainId, address, ALL_FIELDS));
      if ("value" in end && end.value !== undefined) assertForm(recordForm, end.value);
      if ("value" in end && end.value === undefined) {
        assert.equal(answer.status, 404);
        assert.equal(at(plainJson(answer.body), "match"), null, "only the service itself can tell");
      }
      return nameOf(end, (value) => (value === undefined ? "not verified" : "a record"));
    };
    await runCases("records, client", CLIENT_CASES, answersLike(recordBases()), property, shown);
  });

  it("is never verified when it is of other code", async () => {
    const kind = "records of other code, pipeline";
    const cases = casesOf((world) =>
      Object.entries(LIES).map(([name, lie]) => ({ name, status: 200, body: lie(world) })),
    );
    const property = async (it: Case): Promise<string> => {
      const { report } = await run(it);
      assert.isFalse(isVerified(report), report.outcome);
      return report.outcome;
    };
    await runCases(kind, Math.floor(PIPELINE_CASES / 2), cases, property, show);
  });

  it("is not verified when anything that decides is not as it was", async () => {
    const kind = "records that were good, pipeline";
    const cases = casesOf((world) => [{ name: "the true record", status: 200, body: world.record }]);
    const property = async (it: Case): Promise<string> => {
      const { report, world } = await run(it);
      if (!isVerified(report)) return report.outcome;
      const body = plainJson(it.answer.body);
      assert.deepEqual(unlikeTrue(body, world, report), [], report.outcome);
      const { minMatch, requireCreation } = it.request.requirement;
      assert.isAtLeast(rank(report.match?.runtimeMatch), rank(minMatch));
      if (requireCreation) assert.isAtLeast(rank(report.match?.creationMatch), rank(minMatch));
      return report.outcome;
    };
    await runCases(kind, Math.ceil(PIPELINE_CASES / 2), cases, property, show);
    if (PIPELINE_CASES >= 500) assert.isAbove(counted(kind, "verified"), 0, "nothing reached the end");
  });

  async function run(it: Case) {
    const world = worlds.all[it.world] as World;
    const report = await verifyIn(world, loopback, {
      script: scriptOf(world, it.answer, it.before),
      withoutState: it.withoutState,
      request: it.request,
    });
    return { report, world };
  }

  /** The changed record of any of the worlds. */
  function casesOf(basesOf: (world: World) => readonly Base[]): fc.Arbitrary<Case> {
    return fc.oneof(
      ...worlds.all.map((world, index) =>
        fc.record({
          world: fc.constant(index),
          answer: answersLike(basesOf(world)),
          before: fc.constantFrom("the same" as const, "nothing" as const, "the true record" as const),
          withoutState: fc.nat(4).map((number) => number === 4),
          request: requests,
        }),
      ),
    );
  }
});

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

function scriptOf({ record, chainId, address }: World, answer: Answer, before: Case["before"]): Script {
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

function show({ world, answer, before, withoutState, request }: Case): string {
  return `${WORLD_NAMES[world]}, before: ${before}, ${withoutState ? "a pruned node, " : ""}${JSON.stringify(request)}: ${shown(answer)}`;
}
