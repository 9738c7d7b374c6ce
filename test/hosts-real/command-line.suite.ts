import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { assert } from "chai";
import { run } from "../build-fixtures/run.ts";
import { only } from "../helpers/cli.ts";
import { heldFor } from "../helpers/held-for.ts";
import { installPackages } from "../helpers/install-packages.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { cliIn, runForReport, runHost, startProgram } from "./host.ts";
import { install } from "./install.ts";
import { SCRATCH } from "./scratch.ts";
import { PACKAGES, type Stage, theStage } from "./stage.ts";
import { tally } from "./tally.ts";

describe("hosts - the plain command line, without a project", () => {
  let stage: Stage;
  let root: string;
  let address: string;
  const services = heldFor(async () => (await theStage()).services());

  before(async () => {
    stage = await theStage();
    root = await install({ name: "empty", packages: [stage.tarball] });
    const [foundry] = stage.foundry.hosts;
    if (foundry === undefined) throw new Error("There is no Foundry project.");
    const { report } = await runForReport(foundry.host, foundry.folder, "deployments", [], services.env);
    assert.equal(report.exitCode, 0);
    // A contract without a library, which no check could prove without a build.
    const forge = report.contracts.find(({ contract }) => contract?.name === "Forge");
    address = forge?.target.address ?? "";
  });

  it("should be installed without Hardhat and without optional packages", () => {
    for (const name of ["hardhat", "solc", "@ethereum-sourcify/lib-sourcify"])
      assert.isFalse(existsSync(join(root, "node_modules", name)), name);
  });

  it("should run with npx", async () => {
    tally.count("cli");
    const words = ["--no", "hardhat-verify-contract", "check", address, "--rpc-url", stage.rpcUrl, "--json"];
    const { exitCode, stdout, stderr } = await startProgram("npx", words, root, services.env).ended;
    const report = parseReport(stdout);
    // Without a compiler, nothing shows that the record's sources compile to the code.
    assert.equal(exitCode, 1, stderr);
    assert.equal(only(report).error?.code, "VC416");
    assert.match(only(report).error?.next ?? "", /^npm install --save-dev solc-0\.8\.28@npm:solc@0\.8\.28$/);
    assert.equal(only(report).target.address, address);
  });

  it("should check without a build if a compiler is given", async () => {
    const compiler = join(stage.foundry.hosts[0]?.folder ?? "", "node_modules", "solc", "soljson.js");
    const words = [address, "--compiler", compiler];
    const { report, stderr } = await runForReport(
      cliIn(root, stage.rpcUrl),
      root,
      "check",
      words,
      services.env,
    );
    assert.equal(report.exitCode, 0, stderr);
  });

  it("should report VC901 for local services whose packages are missing", async () => {
    const host = cliIn(root, stage.rpcUrl);
    const { exitCode, stderr } = await runHost(host, root, "serve", [], services.env);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /^VC901 /m);
  });

  it("should report VC116 for a missing node", async () => {
    const { exitCode, stderr } = await runHost(cliIn(root), root, "check", [address]);
    assert.equal(exitCode, 2, stderr);
    assert.match(stderr, /^VC116 /m);
  });

  it("should run with pnpm, where packages see only their own dependencies", async () => {
    const tools = join(SCRATCH, "pnpm");
    await installPackages(join(PACKAGES, "pnpm"), tools);
    const pnpm = join(tools, "node_modules", "pnpm", "bin", "pnpm.cjs");
    const folder = join(SCRATCH, "of-pnpm");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "package.json"), '{ "private": true }');
    const store = ["--store-dir", join(SCRATCH, "pnpm-store"), "--prefer-offline"];
    await run(process.execPath, [pnpm, "add", ...store, stage.tarball], folder);
    tally.count("cli");
    const words = ["exec", "hardhat-verify-contract", "check", address, "--rpc-url", stage.rpcUrl, "--json"];
    const { stdout } = await startProgram(process.execPath, [pnpm, ...words], folder, services.env).ended;
    assert.equal(only(parseReport(stdout)).target.address, address);
  });
});
