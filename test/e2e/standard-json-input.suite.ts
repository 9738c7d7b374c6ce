import { writeFile } from "node:fs/promises";
import { assert } from "chai";
import { z } from "zod";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { COMPILER_VERSION } from "../helpers/compile.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf, withFixedAddress } from "../helpers/screen.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

const OWNER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
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

  it("should be taken in another language, with its extra keys, and a service without that compiler be heard", async () => {
    const address = await deployFactory(0);
    const other = {
      language: "Fe",
      sources: { "src/token.fe": { content: "# any\n" } },
      settings: { optimize: "gas" },
      storage_layout_overrides: {},
    };
    await writeInput("other-language.json", other);
    const words = ["--std-json-input", "other-language.json", "--compiler-version", "v26.0.0"];
    const run = await verifyJson(project, [address, ...words, "--contract", "src/token.fe:token"]);
    const { stdJsonInput, compilerVersion, contractIdentifier } = submissionOf(world);
    assert.deepEqual<unknown>(stdJsonInput, other);
    assert.deepEqual(
      [contractIdentifier, compilerVersion, run.exitCode],
      ["src/token.fe:token", "26.0.0", 1],
    );
    assert.equal(only(run.report).outcome, "rejected");
  });
});

describe("e2e - the submitted input", () => {
  let world: World;
  let project: Project;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());

  it("should send all imports of a contract in every import form, and nothing else", async () => {
    const { address } = await deploy(world.chain, await project.artifact("contracts/Dog.sol", "Dog"), {
      args: [OWNER],
    });
    const { report } = await verifyJson(project, [address]);
    assertExact(report);
    const { stdJsonInput } = submissionOf(world);
    const sent = Object.keys(stdJsonInput.sources);
    assert.includeMembers(sent, ["project/contracts/Dog.sol", "project/contracts/animals/Animal.sol"]);
    assert.isTrue(
      sent.some((path) => /^npm\/@openzeppelin\/contracts@.*\/token\/ERC20\/IERC20\.sol$/.test(path)),
    );
    const found = sent.filter((path) => /Counter|Tally|Registry|Factory|Unreleased/.test(path));
    assert.deepEqual(found, []);
    assert.isTrue(stdJsonInput.settings.remappings?.some((remapping) => remapping.includes(":tokens/=")));
    for (const { body } of [...world.verification.requests, ...world.query.requests])
      assert.notInclude(body, "CONFIDENTIAL");
  });
});

const submissionSchema = z.object({
  stdJsonInput: z.looseObject({
    language: z.string(),
    sources: z.record(z.string(), z.object({ content: z.string() })),
    settings: z.looseObject({ remappings: z.array(z.string()).optional() }),
  }),
  compilerVersion: z.string(),
  contractIdentifier: z.string(),
  creationTransactionHash: z.string().optional(),
});

function submissionOf({ verification }: World): z.infer<typeof submissionSchema> {
  const [first, ...others] = verification.submissions;
  if (first === undefined || others.length > 0) {
    throw new Error(`${verification.submissions.length} submissions, not one`);
  }
  return submissionSchema.parse(JSON.parse(first.body));
}
