import { assert } from "chai";

import { only, verify, verifyJson } from "../helpers/cli.ts";
import { flipByte } from "../helpers/compile.ts";
import { deploy } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

interface CodeSide {
  readonly onchainBytecode: string;
}

interface RecordBody {
  readonly address: string;
  readonly runtimeBytecode?: CodeSide;
  readonly creationBytecode?: CodeSide;
  readonly sources?: Readonly<Record<string, { readonly content: string }>>;
  readonly abi?: readonly unknown[];
}

type Lie = (record: RecordBody) => object;

describe("e2e - hostile record", () => {
  let world: World;
  let many: Project;
  let address: string;

  before(async () => {
    world = await theWorld();
    world.reset();
    many = await fixtureProject("many-contracts");
    const artifact = await many.artifact("contracts/Counter.sol", "Counter");
    ({ address } = await deploy(world.chain, artifact, { account: 13 }));
    assertExact((await verifyJson(many, [address])).report);
  });
  beforeEach(() => world.reset());

  it("should have nothing on stdout but the report, whatever libraries say of the ABI on record", async () => {
    const inputs = [{ name: "x", type: "no type \u001b[2J ((" }];
    const odd = ["function", "event", "error", "constructor", "fallback", "no kind"].map((type) => ({
      type,
      name: "evil\u001b[2J (",
      inputs,
      outputs: inputs,
      stateMutability: "view",
    }));
    tellRecord(({ abi = [] }) => ({ abi: [...abi, ...odd] }));
    const run = await verify(many, [address, "--json"]);
    assert.equal(only(JSON.parse(run.stdout)).outcome, "check-failed");
    assert.notInclude(run.stdout + run.stderr, "\u001b[2J");
  });

  it("should show what contradicts the record", async () => {
    tellRecord(({ runtimeBytecode }) => ({ runtimeBytecode: flipped(runtimeBytecode) }));
    const run = await verify(many, [address]);
    assert.equal(run.exitCode, 1);
    expectGolden("cli/check-failed.txt", screenOf(run, many, world));
  });

  it("should not believe an exact match that the code can't have", async () => {
    const project = await fixtureProject("no-metadata-hash");
    const contract = await deploy(world.chain, await project.artifact("contracts/Counter.sol", "Counter"));
    const honest = await verifyJson(project, [contract.address]);
    assert.equal(only(honest.report).match?.runtimeMatch, "match");

    const exact = { match: "exact_match", creationMatch: "exact_match", runtimeMatch: "exact_match" };
    tellRecord(() => exact);
    const { report, exitCode } = await verifyJson(project, [contract.address, "--min-match", "exact_match"]);
    assert.equal(exitCode, 1);
    assert.equal(only(report).outcome, "check-failed");
    assert.equal(only(report).checks.find(({ id }) => id === "match-claim")?.status, "failed");
  });

  function tellRecord(lie: Lie): void {
    world.verification.change = ({ path }, reply) => {
      if (!path.startsWith("/v2/contract/")) return reply;
      const record = reply.body as RecordBody;
      return { ...reply, body: { ...record, ...lie(record) } };
    };
  }
});

/** One byte of the code is another; the short record that is read first has no code. */
function flipped(side: CodeSide | undefined): CodeSide | undefined {
  return side && { ...side, onchainBytecode: flipByte(side.onchainBytecode, 40) };
}
