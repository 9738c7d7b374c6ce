import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { screenOf } from "../helpers/screen.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { elementsOf } from "../helpers/well-formed.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - options", () => {
  let world: World;
  let many: Project;

  before(async () => {
    world = await theWorld();
    many = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());

  async function registry(account = 0): Promise<Deployed> {
    return deploy(world.chain, await many.artifact("contracts/first/Registry.sol", "Registry"), { account });
  }

  it("should show what --dry-run would send, and send nothing", async () => {
    const artifact = await many.artifact("contracts/Dog.sol", "Dog");
    const { address } = await deploy(world.chain, artifact, {
      args: ["0x70997970C51812dc3A010C7d01b50e0d17dc79C8"],
      account: 15,
    });
    const run = await verify(many, [address, "--dry-run"]);
    assert.equal(run.exitCode, 0);
    assert.isEmpty(world.verification.submissions);
    expectGolden("cli/dry-run.txt", screenOf(run, many, world));

    const { report } = await verifyJson(many, [address, "--dry-run"]);
    const [planned] = only(report).submitted;
    assert.equal(only(report).outcome, "dry-run");
    assert.equal(planned?.sent, false);
    assert.isTrue(planned?.files.some(({ path }) => path === "project/contracts/animals/Animal.sol"));
    assert.isFalse(planned?.files.some(({ path }) => path.includes("Unreleased")));
    assert.isEmpty(world.verification.submissions);

    const alone = await verifyJson(many, [address, "--dry-run"], { config: {} });
    assert.equal(alone.exitCode, 0);
    assert.isNull(alone.report.services.verification);
    assert.match(only(alone.report).storedUnknown ?? "", /no verification service is configured/);
    assert.equal((await verify(many, [address], { config: {} })).exitCode, 2);
  });

  it("should write the reports that --report names, also into a folder that is not there", async () => {
    const { address } = await registry();
    const project = await many.copy();
    const files = ["json=out/report.json", "junit=out/report.xml", "markdown=report.md", "html=report.html"];
    const { exitCode, stdout } = await verify(project, [address, "--report", files.join(",")]);
    assert.equal(exitCode, 0);
    assert.match(stdout, /^✔ Verified: contracts\/first\/Registry\.sol:Registry/m);
    assert.match(stdout, /Match +exact match of creation and runtime code/);
    assertExact(parseReport(await project.read("out/report.json")));
    const junit = await project.read("out/report.xml");
    assert.include(elementsOf(junit), "testcase");
    assert.match(junit, /<testsuite[^>]* failures="0"/);
    assert.include(await project.read("report.md"), address);
    assert.match(await project.read("report.html"), /^<!doctype html>/i);
  });

  it("should show the verdict alone with --quiet, and all facts and checks with --verbose", async () => {
    const { address } = await registry();
    const quiet = await verify(many, [address, "--quiet"]);
    assert.equal(quiet.exitCode, 0);
    assert.match(
      quiet.stdout,
      /^✔ (?:Already v|V)erified: .*Registry on localhost \(chain 31337\) at 0x\w+, exact match of .*\n$/,
    );
    const verbose = await verify(many, [address, "--verbose"]);
    for (const label of ["Created in", "Compiler", "Took", "Checks:"]) assert.include(verbose.stdout, label);
    assert.notInclude(quiet.stdout, "Created in");
  });

  it("should resolve a contract id, in both forms, through the query service", async () => {
    const { address } = await registry();
    const answer = await fetch(`${world.services.query.url}/api/v1/contracts/${address}`);
    const { contract_id: id } = (await answer.json()) as { readonly contract_id: string };
    assert.match(id, /^0\.0\.\d+$/);

    const { report } = await verifyJson(many, [id]);
    assertExact(report);
    assert.equal(only(report).target.input, id);
    assert.equal(only(report).target.address, address);
    const short = await verifyJson(many, [id.replace("0.0.", "")]);
    assert.equal(only(short.report).target.address, address);
    assert.equal(only(short.report).target.contractId, id);
  });
});
