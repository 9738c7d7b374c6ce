import { assert } from "chai";
import { only, verify, verifyJson } from "../helpers/cli.ts";
import { deploy } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { factsOf } from "../helpers/services/explorer-server.ts";
import { theWorld, type World } from "../helpers/world.ts";

const OWNER = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const KEY = "SECRETKEYSECRETKEYSECRETKEYSECRETK";

describe("e2e - explorers", function () {
  this.timeout(120_000);
  let world: World;
  let demo: Project;

  before(async () => {
    world = await theWorld();
    demo = await fixtureProject("demo");
  });
  beforeEach(() => world.reset());

  const deployed = async (symbol: string): Promise<string> => {
    const artifact = await demo.artifact("contracts/Token.sol", "Token");
    return (await deploy(world.chain, artifact, { args: ["Shown", symbol, OWNER], account: 17 })).address;
  };
  const configWith = (explorers: object) => ({ ...world.config, explorers });
  const scan = () => ({ apiUrl: world.services.explorer.url });

  it("should show a verified contract on a configured explorer, and ask once if it is shown already", async () => {
    const address = await deployed("ONE");
    const config = configWith({ "my-scan": { ...scan(), apiKey: KEY } });
    const first = await verifyJson(demo, [address], { config });
    assert.equal(first.exitCode, 0, first.stderr);
    const [shown] = only(first.report).explorers ?? [];
    assert.deepInclude(shown, { explorer: "my-scan", state: "shown", match: "exact", by: "this-run" });
    assert.deepEqual(
      new Set(Object.values(factsOf(shown ?? assert.fail("none was asked")))),
      new Set(["passed"]),
    );
    assert.equal(only(first.report).verdict, "verified");
    const second = await verify(demo, [address], { config });
    assert.match(second.stdout, /Shown on {4}127\.0\.0\.1, my-scan \(exact\)/);
    for (const run of [first, second]) assert.notInclude(run.stdout + run.stderr, KEY);
  });
});
