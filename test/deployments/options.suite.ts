import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";

import { assert } from "chai";

import { verify, verifyJson } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import {
  deployAgain,
  EMPTY_ADDRESS,
  IGNITION_FOLDER,
  IGNITION_ID,
  writeBrokenManifest,
  writeManifest,
} from "../helpers/deployments/mixed-manifest.ts";
import { acceptedAddresses, inOrder, type Stage, stageOf } from "../helpers/deployments/stage.ts";
import { parseReport } from "../helpers/report-schema.ts";

const everything = recordedFacts("ignition").map(({ address }) => address);

describe("deployments - options of a run", () => {
  let stage: Stage;
  beforeEach(async () => {
    stage = await stageOf("ignition");
  });
  afterEach(() => stage[Symbol.asyncDispose]());

  it("should send nothing with --dry-run, and show what would be sent", async () => {
    const { report } = await verifyJson(stage.project, ["deployments", "--dry-run"], stage);
    assert.deepEqual(report.summary.outcomes, { "dry-run": everything.length });
    assert.equal(report.exitCode, 0);
    assert.isEmpty(stage.world.verification.submissions);
    for (const { submitted, expectedMatch } of report.contracts) {
      assert.isNotEmpty(submitted[0]?.files);
      assert.isFalse(submitted[0]?.sent);
      assert.equal(expectedMatch?.runtime, "exact_match");
    }
  });

  it("should end at the first failure with --bail, and say of the others that they were not tried", async () => {
    await writeManifest(stage, "all.yaml", {
      contracts: [{ address: EMPTY_ADDRESS, buildInfo: IGNITION_FOLDER }],
      deployments: [IGNITION_ID],
    });
    const { report } = await verifyJson(stage.project, ["deployments", "all.yaml", "--bail"], inOrder(stage));
    assert.equal(report.exitCode, 1);
    assert.deepEqual(report.summary.outcomes, { "not-deployed": 1, "not-tried": everything.length });
    assert.isTrue(report.contracts.slice(1).every(({ error }) => error?.code === "VC706"));
    assert.isEmpty(stage.world.verification.submissions);
  });

  it("should split the contracts into shards, whose reports join into that of one run", async () => {
    const file = (index: number): string => `reports/${index}.json`;
    const plans = new Set<string | null | undefined>();
    for (const index of [1, 2, 3]) {
      const args = ["deployments", "--shard", `${index}/3`, "--report", `json=${file(index)}`];
      const { report } = await verifyJson(stage.project, args, stage);
      assert.equal(report.exitCode, 0);
      assert.deepInclude(report.shard, { index, count: 3 });
      plans.add(report.shard?.plan);
      assert.include([2, 3], report.contracts.length);
    }
    assert.lengthOf([...plans], 1);
    assert.match([...plans][0] ?? "", /^[0-9a-f]{16}$/);
    assert.deepEqual([...acceptedAddresses(stage.world)].sort(), [...everything].sort());

    const { report } = await verifyJson(stage.project, ["merge", "reports"]);
    assert.equal(report.exitCode, 0);
    assert.isNull(report.shard);
    assert.deepEqual(report.summary.outcomes, { verified: everything.length });

    await rm(join(stage.project.root, file(2)));
    const merged = await verifyJson(stage.project, ["merge", "reports"]);
    assert.equal(merged.report.exitCode, 3);
    assert.equal(merged.report.error?.code, "VC709");
    assert.include(merged.report.error?.message, "2/3");
  });

  it("should refuse a shard that there is not before anything is asked", async () => {
    const run = await verify(stage.project, ["deployments", "--shard", "4/3"], stage);
    assert.equal(run.exitCode, 2);
    assert.match(run.stderr, /^VC106 /);
    assert.isEmpty(stage.world.verification.requests);
  });

  it("should ask more of each with --min-match and --require", async () => {
    const other = await deployAgain(stage, "foundry", /:Vault$/);
    await writeManifest(stage, "vault.json", { contracts: [{ address: other, buildInfo: IGNITION_FOLDER }] });
    const strict = await verifyJson(
      stage.project,
      ["deployments", "vault.json", "--min-match", "exact_match"],
      stage,
    );
    assert.equal(strict.report.exitCode, 1);
    assert.deepEqual(strict.report.summary.outcomes, { mismatch: 1 });
    assert.equal(strict.report.contracts[0]?.error?.code, "VC211");
    assert.isEmpty(stage.world.verification.submissions);

    const exact = ["deployments", IGNITION_ID, "--min-match", "exact_match"];
    const required = await verifyJson(stage.project, [...exact, "--require", "recorded-transaction"], stage);
    assert.deepEqual(required.report.summary.outcomes, { verified: everything.length });
    // Of contracts that are linked with no library there is nothing to compare, and that fails then.
    const more = await verifyJson(stage.project, [...exact, "--require", "recorded-libraries"], stage);
    assert.equal(more.report.exitCode, 1);
    assert.deepEqual(more.report.summary.outcomes, {
      "already-verified": 1,
      "check-failed": everything.length - 1,
    });
  });

  it("should rank a wrong result over an unknown one, and that over a good one", async () => {
    const manifest = await writeBrokenManifest(stage);
    const [unreachable = ""] = everything;
    const isOfIt = (path: string) => path.toLowerCase().includes(unreachable.toLowerCase());
    stage.world.verification.answer = ({ path }) =>
      isOfIt(path) ? { status: 503, body: { customCode: "unavailable", message: "Not now" } } : undefined;
    const args = ["deployments", manifest, "--report", "json=reports/all.json"];
    const run = await verify(stage.project, args, stage);
    assert.equal(run.exitCode, 1);
    const report = parseReport(await readFile(join(stage.project.root, "reports/all.json"), "utf8"));
    assert.equal(report.summary.outcomes.unavailable, 1);
    assert.equal(report.summary.outcomes.verified, everything.length - 1 + 1);

    const { report: rest } = await verifyJson(stage.project, ["deployments", IGNITION_ID], stage);
    assert.equal(rest.exitCode, 3);
    assert.deepEqual(rest.summary.outcomes, { unavailable: 1, "already-verified": everything.length - 1 });
  });
});
