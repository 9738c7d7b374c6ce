import { assert } from "chai";

import { BAD_CONFIG, BAD_OPTIONS, BAD_TARGETS, type BadInput } from "../helpers/bad-input.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project, uncompiledProject } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - bad input", () => {
  let world: World;
  let many: Project;

  before(async () => {
    world = await theWorld();
    many = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());

  for (const [what, inputs] of [
    ["target", BAD_TARGETS],
    ["option", BAD_OPTIONS],
    ["configuration", BAD_CONFIG],
  ] as const) {
    for (const input of inputs) {
      it(`should refuse a bad ${what} before any service is asked: ${input.name}`, async () => {
        await assertRefused(many, input);
        assert.isEmpty(world.verification.requests);
        assert.isEmpty(world.query.requests);
      });
    }
  }

  it("should print the problem to stderr, and nothing to stdout, for a person too", async () => {
    const { exitCode, stdout, stderr } = await verify(many, ["0x12"]);
    assert.equal(exitCode, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /^VC102 /);
  });

  it("should refuse a network whose chainId is not its node's", async () => {
    const project = await many.copy();
    await project.edit("hardhat.config.ts", (text) =>
      text.replace('type: "http",', 'type: "http", chainId: 296,'),
    );
    await assertRefused(project, { name: "other-chain-id", code: "VC305", args: ["0x".padEnd(42, "0")] });
    assert.isEmpty(world.verification.requests);
  });

  describe("about the build", () => {
    let address: string;

    before(async () => {
      const artifact = await many.artifact("contracts/Counter.sol", "Counter");
      ({ address } = await deploy(world.chain, artifact, { account: 12 }));
    });
    afterEach(() => assert.isEmpty(world.verification.submissions));

    it("should say that nothing was compiled", async () => {
      const project = await uncompiledProject("many-contracts");
      await assertRefused(project, { name: "nothing-compiled", code: "VC201", args: [address] });
    });

    it("should say that there is nothing where --build-info points", async () => {
      const args = [address, "--build-info", "artifacts-production/build-info"];
      await assertRefused(many, { name: "build-info-missing", code: "VC201", args });
    });

    it("should say that a file is no build-info", async () => {
      const args = [address, "--build-info", "package.json"];
      await assertRefused(many, { name: "build-info-of-another-kind", code: "VC202", args });
    });

    it("should name the contracts whose names are nearest to an unknown one", async () => {
      const args = [address, "--contract", "Conter"];
      await assertRefused(many, { name: "unknown-contract", code: "VC110", args });
      assert.match(
        await refusal(many, [address, "--contract", "contracts/first/Registri.sol:Registry"]),
        /first/,
      );
    });
  });

  /** Code, message and exit code; with `--json` a program gets the same as a person. */
  async function assertRefused(
    project: Project,
    { name, code, args, config, options }: BadInput,
  ): Promise<void> {
    const run = await verifyJson(project, args, { ...options, config: { ...world.config, ...config } });
    assert.equal(run.exitCode, 2, run.stderr);
    assert.equal(run.report.error?.code, code, run.stderr);
    assert.isEmpty(run.report.contracts);
    expectGolden(`cli/bad-input/${name}.txt`, screenOf({ ...run, stdout: "" }, project, world));
  }

  async function refusal(project: Project, args: readonly string[]): Promise<string> {
    const { report, exitCode } = await verifyJson(project, args);
    assert.equal(exitCode, 2);
    return JSON.stringify(report.error);
  }
});
