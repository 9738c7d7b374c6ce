import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "chai";
import { only } from "../helpers/cli.ts";
import { heldFor } from "../helpers/held-for.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { hardhat2In, runForReport, runHost, type Variables } from "./host.ts";
import { copyProject, install } from "./install.ts";
import { HARDHAT2, runHardhat } from "./projects.ts";
import { GUESTS, PACKAGES, type Stage, theStage } from "./stage.ts";

describe("hosts - Hardhat 2", () => {
  let stage: Stage;
  let root: string;
  const services = heldFor(async () => (await theStage()).services());

  before(async () => {
    stage = await theStage();
    root = stage.hardhat2.hosts[0]?.host.root ?? "";
  });

  it("should accept a TypeScript configuration that type-checks", async () => {
    const folder = join(root, "typescript");
    for (const each of ["compiler.js", "contracts", "artifacts", "deployments"])
      cpSync(join(root, each), join(folder, each), { recursive: true });
    const variables = ["RPC_URL", "VERIFY_URL", "QUERY_URL", "STATUS_URL"].map((name) => [
      `HARDHAT_VAR_${name}`,
      services.env[name] ?? "",
    ]);
    const env: Variables = { ...Object.fromEntries(variables), ADDRESS: stage.hardhat2.linked };
    const host = hardhat2In(root);
    const { report, stderr } = await runForReport(host, folder, "deployments", [], env);
    assert.equal(report.exitCode, 0, stderr);
    const typed = ["--typecheck", "run", "--no-compile", "scripts/verify.ts"];
    assert.match(await runHardhat(folder, typed, env, root), /^already-verified$/m);
    const checked = await runForReport(host, folder, "check", [stage.hardhat2.linked], env);
    assert.equal(checked.report.exitCode, 0, checked.stderr);
  });
});

describe("hosts - the oldest Hardhat 2", () => {
  it("should verify hardhat-deploy's contracts, verify a single one, and check it", async () => {
    const stage = await theStage();
    await using services = await stage.services();
    const root = await install({
      name: "hardhat2-oldest",
      locked: join(PACKAGES, "hardhat2-oldest"),
      packages: ["--save-dev", stage.tarball],
    });
    copyProject(HARDHAT2, root);
    cpSync(join(GUESTS, "hardhat2-oldest"), root, { recursive: true });
    await runHardhat(root, ["deploy"], services.env);

    const host = hardhat2In(root);
    // Hardhat first prints a line about Node's version to stdout.
    const words = ["--report", "json=report.json"];
    const { exitCode, stdout, stderr } = await runHost(host, root, "deployments", words, services.env);
    assert.equal(exitCode, 0, stdout + stderr);
    const { contracts } = parseReport(readFileSync(join(root, "report.json"), "utf8"));
    for (const { outcome } of contracts) assert.equal(outcome, "verified");
    assert.includeMembers(
      contracts.map(({ contract }) => contract?.name),
      ["Token", "Names", "Registry", "Market", "Box"],
    );
    const { address } = JSON.parse(readFileSync(join(root, "deployments/development/Registry.json"), "utf8"));
    for (const command of ["verify", "check"] as const) {
      const run = await runHost(host, root, command, [address, ...words], services.env);
      assert.equal(run.exitCode, 0, run.stdout + run.stderr);
      const report = parseReport(readFileSync(join(root, "report.json"), "utf8"));
      assert.equal(only(report).contract?.name, "Registry");
    }
  });
});
