import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import type { Report } from "../../src/report.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import { inOrder, stageOf } from "../helpers/deployments/stage.ts";
import { comparable } from "../helpers/evidence/record-pipeline.ts";
import { heldFor } from "../helpers/held-for.ts";
import { OFFLINE, plain } from "../helpers/plain-cli.ts";
import { parseReport } from "../helpers/report-schema.ts";

const UNAVAILABLE = {
  status: 503,
  body: {
    customCode: "service_unavailable",
    message: "Not now",
    errorId: "0c7c4b0c-3c1e-4f0e-8d53-6c1f4c2b7c11",
  },
};
const FILE = "run.evidence.gz";

describe("deployments - evidence of a run over many contracts", () => {
  const stage = heldFor(() => stageOf("hardhat-deploy-v1"));
  const everything = recordedFacts("hardhat-deploy-v1").map(({ address }) => address);
  const third = everything.filter((_, index) => index % 3 === 0);
  beforeEach(() => stage.world.reset());

  const replaysTo = async (recorded: Report): Promise<void> => {
    const words = ["replay", path.join(stage.project.root, FILE), "--json"];
    const run = await plain(stage.project.root, words, OFFLINE);
    assert.equal(run.exitCode, recorded.exitCode, run.stderr);
    assert.deepEqual(withoutCommands(parseReport(run.stdout)), withoutCommands(recorded));
  };

  it("replays a run in which the service failed for a third of the contracts", async () => {
    stage.world.verification.answer = ({ path: asked }) =>
      third.some((address) => asked.includes(address)) ? UNAVAILABLE : undefined;
    const { report } = await verifyJson(stage.project, ["deployments", "--evidence", FILE], inOrder(stage));
    assert.equal(report.exitCode, 3);
    assert.lengthOf(report.contracts, everything.length);
    await replaysTo(report);
  });

  it("replays a shard, and a comparison with the lock file that finds drift", async () => {
    const part = ["deployments", "--shard", "1/2", "--evidence", FILE];
    await replaysTo((await verifyJson(stage.project, part, stage)).report);
    const { report: all } = await verifyJson(stage.project, ["deployments"], stage);
    assert.equal(all.exitCode, 0);
    const locked = await verify(stage.project, ["lock"], stage);
    assert.equal(locked.exitCode, 0, locked.stdout + locked.stderr);
    const lock = path.join(stage.project.root, "verify-contract.lock.json");
    const text = await readFile(lock, "utf8");
    await writeFile(lock, text.replace(/("code": ?"0x)[0-9a-f]{4}/, "$1abcd"));
    const check = ["check", "--locked", "--evidence", FILE];
    const { report } = await verifyJson(stage.project, check, stage);
    assert.equal(report.summary.outcomes.drifted, 1);
    await replaysTo(report);
  });
});

/** Next steps are commands, which differ by host. */
function withoutCommands(report: Report): unknown {
  return JSON.parse(JSON.stringify(comparable(report)), (key, value) =>
    ["next", "accept"].includes(key) ? undefined : value,
  );
}
