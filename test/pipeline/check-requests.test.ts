import { assert } from "chai";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import { compile } from "../helpers/compile.ts";
import { FIXED } from "../helpers/contracts.ts";
import { record, stored } from "../helpers/pipeline/answers.ts";
import { checkWithoutBuild, withPorts } from "../helpers/pipeline/world.ts";
import { type Behaviour, json } from "../helpers/services/fault-server.ts";

async function checkWithBuild(...answers: readonly Behaviour[]) {
  const asked: string[] = [];
  const watched = answers.map(
    (behaviour): Behaviour =>
      (request, response) => {
        asked.push(new URL(request.url ?? "", "http://x").searchParams.get("fields") ?? "");
        return behaviour(request, response);
      },
  );
  return withPorts({ script: { record: watched } }, async (ports, request, service) => {
    const report = await verifyContract({ ...request, action: "check" }, ports);
    return { report, asked, service };
  });
}

describe("pipeline - the requests of a check", () => {
  it("should read the record once if there is a build", async () => {
    const { report, asked, service } = await checkWithBuild(stored());
    assert.equal(report.outcome, "already-verified", JSON.stringify(report.error));
    assert.equal(service.count("record"), 1);
    assert.notInclude(asked[0], "stdJsonInput");
    assert.equal(report.previousMatch?.match, "exact_match");
  });

  it("should read the record once without a build, including the input to compile", async () => {
    const { report, service } = await checkWithoutBuild({ script: { record: [stored()] } });
    assert.deepEqual([service.count("record"), report.match?.match], [1, "exact_match"]);
  });

  it("should read the record again for its input if no build turns out to have the code", async () => {
    const builds = [compile({ "project/contracts/Fixed.sol": FIXED })];
    await withPorts({ script: { record: [stored()] }, builds }, async (ports, request, service) => {
      const locations = [`${request.projectRoot}/artifacts`];
      const buildSource = { kind: "build-files", locations, isNamed: false } as const;
      await verifyContract({ ...request, action: "check", buildSource }, ports);
      assert.equal(service.count("record"), 2);
    });
  });

  it("should report everything else it knows if the record is unreadable", async () => {
    const broken = json(200, { ...record(), abi: 7 });
    const { report, service } = await checkWithBuild(broken, stored(), broken);
    assert.deepEqual([report.outcome, report.contract?.name], ["not-proven", "Counter"]);
    assert.deepEqual([report.match?.match, service.count("record")], ["exact_match", 3]);
  });
});
