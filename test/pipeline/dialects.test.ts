import { assert } from "chai";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { compilerHere } from "../helpers/cross-check/recompiled.ts";
import { SPOKEN } from "../helpers/pipeline/spoken.ts";
import {
  ACCEPTED,
  checkWithoutBuild,
  NOT_VERIFIED,
  project,
  record,
  runPipeline,
} from "../helpers/pipeline/world.ts";
import { COMPLETED_JOB } from "../helpers/services/examples.ts";
import { json } from "../helpers/services/fault-server.ts";

const open = ({ claims = [] }: ContractReport) =>
  claims
    .filter(({ state }) => state === "open" || state === "refuted")
    .map(({ id, reason }) => `${id}: ${reason}`);

for (const [name, spoken] of Object.entries(SPOKEN)) {
  const { match, creationMatch, runtimeMatch, chainId, address, verifiedAt, matchId } = record() as Record<
    string,
    string
  >;
  const matches = { match, creationMatch, runtimeMatch, chainId, address, verifiedAt, matchId };
  const job = json(200, { ...COMPLETED_JOB, contract: spoken(matches) });
  const stored = json(200, spoken(record()));

  describe(`pipeline - a service that speaks as ${name}'s`, () => {
    it("should end an honest contract in verified", async () => {
      const script = { record: [NOT_VERIFIED, stored], submit: [ACCEPTED], job: [job] };
      const { report, exitCode, service } = await runPipeline({ script });
      assert.equal(exitCode, 0, JSON.stringify([report.error, open(report)]));
      assert.equal(report.outcome, "verified");
      assert.equal(report.verdict, "verified");
      assert.equal(report.match?.creationNotGiven, name === "Conflux" ? undefined : true);
      assert.equal(service.count("submit"), 1, "the match that it never computes is no reason to send more");
    });

    it("should send nothing for what it has", async () => {
      const { report, exitCode, service } = await runPipeline({ script: { record: [stored] } });
      assert.equal(exitCode, 0, JSON.stringify([report.error, open(report)]));
      assert.equal(report.verdict, "verified");
      assert.equal(service.count("submit"), 0);
    });

    it("should check it without a build, by a compiler here", async () => {
      const { report, exitCode } = await checkWithoutBuild({
        script: { record: [stored] },
        ports: { compile: compilerHere().compile },
      });
      assert.equal(exitCode, 0, JSON.stringify([report.error, open(report)]));
      assert.equal(report.verdict, "verified");
    });

    it("should prove nothing without either", async () => {
      const { report, exitCode } = await checkWithoutBuild({ script: { record: [stored] } });
      assert.equal(exitCode, 1);
      assert.equal(report.outcome, "not-proven");
    });

    it("should refute a record with other sources", async () => {
      const body = spoken(structuredClone(record()));
      const [path = ""] = Object.keys(body.sources);
      body.sources[path].content += " ";
      const { report, exitCode } = await runPipeline({ script: { record: [json(200, body)] } });
      assert.equal(exitCode, 1);
      assert.equal(report.verdict, "refuted");
    });

    it("should end a code without a metadata hash in a match at the most", async () => {
      const build = project({ metadata: { bytecodeHash: "none" } });
      const { deployedChain } = await import("../helpers/pipeline/world.ts");
      const { report, exitCode } = await runPipeline({
        script: { record: [json(200, spoken(record("match", "match", build)))] },
        builds: [build],
        chain: deployedChain(build),
      });
      assert.equal(report.verdict, "match", JSON.stringify(open(report)));
      assert.equal(exitCode, 0);
    });
  });
}
