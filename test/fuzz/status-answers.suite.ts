import { assert } from "chai";
import fc from "fast-check";
import type { Claim, ContractReport } from "../../src/internal/report/model.ts";
import type { StatusSummary } from "../../src/internal/services/status/model.ts";
import { answeredReport, emptyStatusReport } from "../../src/internal/services/status/status-facts.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { VERIFICATION_ID } from "../helpers/services/quick.ts";
import { type Answer, answersLike, shown, whole } from "./answers.ts";
import { queryContractsAt } from "./bases.ts";
import { assertForm, endOf, nameOf } from "./client-case.ts";
import { componentsForm, incidentsForm, maintenancesForm, overallForm, summaryForm } from "./forms/status.ts";
import { Loopback, type Script } from "./loopback.ts";
import { assertClaimsAreGood, stateOfClaim } from "./oracles/claims.ts";
import { assertStatusRenders } from "./oracles/renders-status.ts";
import { runCases } from "./run-cases.ts";
import { CLIENT_CASES, PIPELINE_CASES } from "./settings.ts";
import { STATUS_PAGE } from "./status-page.ts";
import { counted } from "./tally.ts";
import { isVerified, TWICE, verifyIn } from "./verify-in.ts";
import { makeWorlds, type World, type Worlds } from "./worlds.ts";

const FORMS = {
  summary: summaryForm,
  status: overallForm,
  components: componentsForm,
  incidents: incidentsForm,
  unresolvedIncidents: incidentsForm,
  scheduledMaintenances: maintenancesForm,
  upcomingMaintenances: maintenancesForm,
  activeMaintenances: maintenancesForm,
} as const;

const none = whole(404, { match: null, creationMatch: null, runtimeMatch: null });
const accepted = whole(202, { verificationId: VERIFICATION_ID });

/** What else is answered: each way in which something is out of reach, and one run in which all is well. */
const SITUATIONS: Readonly<Record<string, (world: World) => Script>> = {
  "no record is to be had": () => ({ record: () => "lost" }),
  "the record answers 503": () => ({ record: () => whole(503, "down for maintenance") }),
  "the record is a page": () => ({ record: () => whole(200, "<html>") }),
  "submitting answers 500": () => ({ record: () => none, submit: () => whole(500, "x") }),
  "the job can't be had": () => ({ record: () => none, submit: () => accepted, job: () => "lost" }),
  "nothing is stored at the end": ({ record }) => ({
    record: () => none,
    submit: () => accepted,
    job: () => whole(200, { isJobCompleted: true, verificationId: VERIFICATION_ID, contract: record }),
  }),
  "the query service is down": ({ record }) => ({ record: () => whole(200, record), query: () => "lost" }),
  "it is refused": () => ({
    record: () => none,
    submit: () => whole(400, { customCode: "x", message: "y" }),
  }),
  "all is well": ({ record, address, runtimeBytecode, creation }) => ({
    record: () => whole(200, record),
    query: () => whole(200, queryContractsAt(address, runtimeBytecode, creation?.input)[0]),
  }),
};

/** In which a good outcome is right: what the query service would show stays open. */
const GOOD: ReadonlyMap<string, Claim["state"]> = new Map([
  ["the query service is down", "open"],
  ["all is well", "vouched"],
]);

interface Case {
  readonly situation: string;
  readonly answer: Answer;
}

describe("fuzz - status answers", function () {
  this.timeout(0);
  let loopback: Loopback;
  let worlds: Worlds;
  const without = new Map<string, ContractReport>();
  before(async () => {
    loopback = await Loopback.start();
    worlds = await makeWorlds();
    for (const [situation, script] of Object.entries(SITUATIONS)) {
      without.set(situation, await verifyIn(worlds.plain, loopback, { script: script(worlds.plain) }));
    }
  });
  after(async () => {
    await loopback[Symbol.asyncDispose]();
    await worlds[Symbol.asyncDispose]();
  });

  const answers = answersLike([{ name: "a status page", status: 200, body: STATUS_PAGE }]);

  it("is read as it is declared, or is a ServiceError, and can be shown", async () => {
    const endpoints = Object.keys(FORMS) as (keyof typeof FORMS)[];
    const cases = fc.record({ endpoint: fc.constantFrom("summary" as const, ...endpoints), answer: answers });
    await runCases(
      "status answers, client",
      CLIENT_CASES,
      cases,
      async ({ endpoint, answer }) => {
        loopback.follow({ status: () => answer });
        const service = new StatusService({ url: loopback.url, ...TWICE });
        const end = await endOf<unknown>(service[endpoint]());
        if ("value" in end) {
          assertForm(FORMS[endpoint], end.value);
          if (endpoint === "summary") {
            const draft = emptyStatusReport(new Date("2026-11-21T09:24:38Z"));
            assertStatusRenders(answeredReport(draft, end.value as StatusSummary));
          }
        }
        return nameOf(end, () => `read by ${endpoint}`);
      },
      ({ endpoint, answer }) => `${endpoint}: ${shown(answer)}`,
    );
  });

  it("changes no outcome, and makes nothing verified", async () => {
    const kind = "status answers, pipeline";
    const cases = fc.record({ situation: fc.constantFrom(...Object.keys(SITUATIONS)), answer: answers });
    const property = async ({ situation, answer }: Case): Promise<string> => {
      const script = SITUATIONS[situation]?.(worlds.plain) ?? {};
      const report = await verifyIn(worlds.plain, loopback, { script: { ...script, status: () => answer } });
      const same = without.get(situation);
      assert.equal(report.outcome, same?.outcome);
      assert.equal(isVerified(report), GOOD.has(situation));
      if (isVerified(report)) {
        assertClaimsAreGood(report);
        assert.equal(stateOfClaim(report, "identity"), GOOD.get(situation));
      }
      const { facts = [], ...error } = report.error ?? {};
      const { facts: factsWithout = [], ...errorWithout } = same?.error ?? {};
      assert.deepEqual(error, errorWithout);
      // What the status service says comes after all else.
      assert.deepEqual(facts.slice(0, factsWithout.length), factsWithout);
      if (report.outcome !== "unavailable") {
        assert.deepEqual({ ...report, timings: null }, { ...same, timings: null });
        assert.equal(loopback.count("status"), 0, "nobody needed to ask");
      }
      return `${report.outcome}${facts.length > factsWithout.length ? ", explained" : ""}`;
    };
    await runCases(kind, PIPELINE_CASES, cases, property, (it) => `${it.situation}: ${shown(it.answer)}`);
    if (PIPELINE_CASES >= 500) assert.isAbove(counted(kind, "unavailable, explained"), 0, "nothing was told");
  });
});
