import { assert } from "chai";
import { only, startHardhat, verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy } from "../helpers/deploy.ts";
import { expectRecording } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import type { RecordedRequest, Reply } from "../helpers/recording-proxy.ts";
import { screenOf, withFixedAddress } from "../helpers/screen.ts";
import { assertExact } from "../helpers/verdicts.ts";
import { theWorld, type World } from "../helpers/world.ts";

const LOST_JOB = "9a7f1f35-9a5c-4c0e-8a43-1f1d0c9f5a51";

/** Accepts one contract and never finishes its job, without the real service's knowledge. */
function neverEnding(address: string): (request: RecordedRequest) => Reply | undefined {
  return ({ method, path }) => {
    if (method === "POST" && path.endsWith(address))
      return { status: 202, body: { verificationId: LOST_JOB } };
    if (!path.endsWith(LOST_JOB)) return undefined;
    const contract = { match: null, creationMatch: null, runtimeMatch: null, chainId: "31337", address };
    const body = {
      isJobCompleted: false,
      verificationId: LOST_JOB,
      jobStartTime: "2026-01-01T00:00:00Z",
      contract,
    };
    return { status: 200, body };
  };
}

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/;

describe("e2e - trouble", () => {
  let world: World;
  let many: Project;

  before(async () => {
    world = await theWorld();
    many = await fixtureProject("many-contracts");
  });
  beforeEach(() => world.reset());
  after(() => world.reset());

  async function counter(): Promise<Deployed> {
    return deploy(world.chain, await many.artifact("contracts/Counter.sol", "Counter"));
  }

  it("should stop at Ctrl-C, name the job and say how to go on", async () => {
    const { address } = await counter();
    world.verification.answer = neverEnding(address);
    const { child, shows, ended } = await startHardhat(many, ["verify-contract", address]);
    const [, verificationId = ""] = await shows(new RegExp(`waiting for job (${UUID.source})`));
    child.kill("SIGINT");
    const { exitCode, stdout } = await ended;
    assert.equal(exitCode, 3);
    assert.include(stdout, "VC408");
    const problem = stdout.slice(stdout.indexOf("VC408"));
    assert.include(problem, verificationId);
    assert.match(problem, /Sent +1 file, .*; the service accepted it/);
    assert.match(problem, /To resume +run the command again: it sends nothing twice/);
    assert.notInclude(problem, "Likely");
    assert.include(problem, `Try: npx hardhat verify-contract ${address}`);
  });

  it("should name the nearest candidates when no build has the code, and submit nothing", async () => {
    const changed = await many.copy();
    await changed.edit("contracts/second/Registry.sol", (text) => text.replaceAll("taken", "owned"));
    await changed.build();
    const artifact = await changed.artifact("contracts/second/Registry.sol", "Registry");
    const { address } = await deploy(world.chain, artifact, { account: 17 });

    const run = await verify(many, [address], { env: { FORCE_COLOR: "1", NO_COLOR: "" } });
    assert.equal(run.exitCode, 1);
    assert.isEmpty(world.verification.submissions);
    expectRecording("cli/no-build", withFixedAddress(screenOf(run, many, world), address), (text) => text);

    const { report } = await verifyJson(many, [address]);
    const [nearest] = only(report).candidates;
    assert.deepEqual([only(report).outcome, only(report).error?.code], ["no-build", "VC204"]);
    assert.equal(nearest?.fullyQualifiedName, "contracts/second/Registry.sol:Registry");
    assert.isTrue(nearest?.differences.some(({ kind }) => kind === "code"));
  });

  it("should print only the report on stdout, even if libraries warn about the ABI on record", async () => {
    const { address } = await counter();
    assertExact((await verifyJson(many, [address])).report);
    const inputs = [{ name: "x", type: "no type \u001b[2J ((" }];
    const odd = ["function", "event", "error", "constructor", "fallback", "no kind"].map((type) => ({
      type,
      name: "evil\u001b[2J (",
      inputs,
      outputs: inputs,
      stateMutability: "view",
    }));
    world.verification.change = ({ path }, reply) => {
      const { abi = [], ...others } = reply.body as { readonly abi?: readonly unknown[] };
      if (!path.startsWith("/v2/contract/")) return reply;
      return { ...reply, body: { ...others, abi: [...abi, ...odd] } };
    };
    const run = await verify(many, [address, "--json"]);
    assert.equal(only(JSON.parse(run.stdout)).outcome, "check-failed");
    assert.notInclude(run.stdout + run.stderr, "\u001b[2J");
  });
});
