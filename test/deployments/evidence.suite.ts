import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { assert } from "chai";
import type { Report } from "../../src/report.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { stageOf } from "../helpers/deployments/stage.ts";
import { comparable } from "../helpers/evidence/record-pipeline.ts";
import { heldFor } from "../helpers/held-for.ts";
import { OFFLINE, plain } from "../helpers/plain-cli.ts";
import { parseReport } from "../helpers/report-schema.ts";

const FILE = "run.evidence.gz";

describe("deployments - evidence of a run over many contracts", () => {
  const stage = heldFor(() => stageOf("hardhat-deploy-v1"));

  const replaysTo = async (recorded: Report): Promise<void> => {
    const words = ["replay", path.join(stage.project.root, FILE), "--json"];
    const run = await plain(stage.project.root, words, OFFLINE);
    assert.equal(run.exitCode, recorded.exitCode, run.stderr);
    assert.deepEqual(withoutCommands(parseReport(run.stdout)), withoutCommands(recorded));
  };

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
