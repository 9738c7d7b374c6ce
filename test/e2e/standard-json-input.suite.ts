import { writeFile } from "node:fs/promises";
import { assert } from "chai";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { COMPILER_VERSION } from "../helpers/compile.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf, withFixedAddress } from "../helpers/screen.ts";
import { submissionOf } from "../helpers/submission.ts";
import { theWorld, type World } from "../helpers/world.ts";

const FACTORY = "project/contracts/Factory.sol:Factory";

describe("e2e - a standard JSON input", () => {
  let world: World;
  let project: Project;
  let input: {
    language: string;
    sources: Record<string, { content: string }>;
    settings: Record<string, unknown>;
  };

  before(async () => {
    world = await theWorld();
    project = await (await fixtureProject("many-contracts")).copy();
    const artifact = JSON.parse(await project.read("artifacts/contracts/Factory.sol/Factory.json"));
    input = JSON.parse(await project.read(`artifacts/build-info/${artifact.buildInfoId}.json`)).input;
    await writeInput("input.json", input);
  });
  beforeEach(() => world.reset());

  const writeInput = (name: string, value: unknown): Promise<void> =>
    writeFile(`${project.root}/${name}`, JSON.stringify(value));
  const given = (file: string, ...more: readonly string[]): readonly string[] => [
    "--std-json-input",
    file,
    "--compiler-version",
    COMPILER_VERSION,
    ...more,
  ];
  const deployFactory = async (account: number): Promise<string> =>
    (await deploy(world.chain, await project.artifact("contracts/Factory.sol", "Factory"), { account }))
      .address;

  it("should be submitted with another output selection, and verified by the record", async () => {
    const address = await deployFactory(9);
    const run = await verify(project, [address, ...given("input.json", "--contract", FACTORY)]);
    assert.equal(run.exitCode, 0, run.stdout + run.stderr);
    const { settings, ...sent } = submissionOf(world).stdJsonInput;
    const { outputSelection, ...others } = settings;
    const { outputSelection: _, ...asGiven } = input.settings;
    assert.deepEqual({ ...sent, settings: others }, { ...input, settings: asGiven });
    assert.deepEqual(Object.keys(outputSelection ?? {}), [FACTORY.split(":")[0]]);
    expectGolden("cli/standard-json-input.txt", withFixedAddress(screenOf(run, project, world), address));
  });

  for (const [language, version, path] of [
    ["Vyper", "0.3.10+commit.91361694", "contracts/token.vy"],
    ["Fe", "26.0.0", "src/token.fe"],
  ] as const)
    it(`should be taken in ${language}, with its extra keys, and a service without that compiler be heard`, async () => {
      const address = await deployFactory(0);
      const other = {
        language,
        sources: { [path]: { content: "# any\n" } },
        settings: { optimize: "gas" },
        storage_layout_overrides: {},
      };
      await writeInput("other-language.json", other);
      const { report, exitCode } = await verifyJson(project, [
        address,
        "--std-json-input",
        "other-language.json",
        "--compiler-version",
        `v${version}`,
        "--contract",
        `${path}:token`,
      ]);
      const { stdJsonInput, compilerVersion, contractIdentifier } = submissionOf(world);
      const { outputSelection, ...settings } = stdJsonInput.settings;
      assert.deepEqual<unknown>({ ...stdJsonInput, settings }, other);
      assert.deepEqual([outputSelection !== undefined, compilerVersion], [language === "Vyper", version]);
      assert.deepEqual([contractIdentifier, exitCode], [`${path}:token`, 1]);
      assert.equal(only(report).outcome, "rejected");
    });
});
