import { mkdir, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { assert } from "chai";
import { type CliRun, startHardhat } from "../helpers/cli.ts";
import { recordedFacts } from "../helpers/deployments/expected.ts";
import {
  EMPTY_ADDRESS,
  IGNITION_FOLDER,
  IGNITION_ID,
  writeManifest,
} from "../helpers/deployments/mixed-manifest.ts";
import { acceptedAddresses, stageOf } from "../helpers/deployments/stage.ts";
import { heldFor } from "../helpers/held-for.ts";
import { parseReport } from "../helpers/report-schema.ts";

/** The deployment's folder before the script has run. */
const KEPT = "kept-deployments";

/**
 * A deploy script with the README's one line. Ignition's plugin isn't installed in this project, so the script moves a
 * recorded deployment folder into place instead; its transactions are already on the chain.
 */
const DEPLOY = `import { rename } from "node:fs/promises";
import hre from "hardhat";
import { verifyDeployments } from "hardhat-verify-contract/verify";

const connection = await hre.network.create();
await rename("${KEPT}", "ignition/deployments");
process.exitCode = (await verifyDeployments({ connection }, hre)).exitCode;
`;

/** A program that reads the report and decides for itself. */
const ASK = `import hre from "hardhat";
import { verifyDeployments } from "hardhat-verify-contract/verify";

const report = await verifyDeployments({ deployments: ["broken.json", "${IGNITION_ID}"] }, hre);
process.stdout.write(JSON.stringify({ report, exitCode: process.exitCode ?? null }));
`;

describe("deployments - from a deploy script", () => {
  const stage = heldFor(() => stageOf("ignition"));
  const everything = recordedFacts("ignition").map(({ address }) => address);
  before(async () => {
    const { root } = stage.project;
    await mkdir(join(root, "scripts"));
    await rename(join(root, "ignition", "deployments"), join(root, KEPT));
  });

  it("should verify what the script deployed with one line of code, and print nothing", async () => {
    const run = await runScript("deploy.ts", DEPLOY);
    assert.deepEqual(run, { exitCode: 0, stdout: "", stderr: "" });
    assert.deepEqual([...acceptedAddresses(stage.world)].sort(), [...everything].sort());
  });

  it("should return the report if a contract is wrong, and leave console and exit code alone", async () => {
    await writeManifest(stage, "broken.json", {
      contracts: [{ address: EMPTY_ADDRESS, buildInfo: IGNITION_FOLDER }],
    });
    const run = await runScript("ask.ts", ASK);
    assert.equal(run.exitCode, 0);
    assert.equal(run.stderr, "");
    const { report, exitCode } = JSON.parse(run.stdout);
    assert.isNull(exitCode);
    const { summary, exitCode: reported } = parseReport(JSON.stringify(report));
    assert.equal(reported, 1);
    assert.deepEqual(summary.outcomes, { "not-deployed": 1, "already-verified": everything.length });
  });

  async function runScript(name: string, text: string): Promise<CliRun> {
    await writeFile(join(stage.project.root, "scripts", name), text);
    const { ended } = await startHardhat(stage.project, ["run", `scripts/${name}`, "--no-compile"], stage);
    return ended;
  }
});
