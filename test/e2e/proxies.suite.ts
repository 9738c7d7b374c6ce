import { assert } from "chai";
import { getAddress } from "ethers/address";

import { verify, verifyJson } from "../helpers/cli.ts";
import { type Deployed, deploy, send } from "../helpers/deploy.ts";
import { expectGolden } from "../helpers/golden.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - proxies", () => {
  let world: World;
  let project: Project;
  let box: Deployed;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("proxies");
    box = await deploy(world.chain, await project.artifact("contracts/Box.sol", "Box"), { account: 10 });
  });
  beforeEach(() => world.reset());

  const deployProxy = async (name: string, args: readonly unknown[]): Promise<Deployed> =>
    deploy(world.chain, await project.artifact("contracts/Proxies.sol", name), { args });

  const clone = async (implementation: string): Promise<string> => {
    const clones = await deploy(world.chain, await project.artifact("contracts/Clones.sol", "Clones"), {
      account: 11,
    });
    // clone(address)
    const data = `0x8124b78e${implementation.slice(2).padStart(64, "0")}`;
    const { logs } = await send(world.chain, 11, clones.address, data);
    return getAddress(`0x${logs[0]?.data.slice(-40)}`);
  };

  it("should verify a proxy as the contract that it is, and what it runs, in one command", async () => {
    const { address } = await deployProxy("BoxProxy", [box.address]);
    const run = await verify(project, [address]);
    assert.equal(run.exitCode, 0);
    assert.lengthOf(world.verification.submissions, 2);
    expectGolden("cli/proxy-and-implementation.txt", named(screenOf(run, project, world), address));
  });

  it("should show what others made with its record, and submit none of it", async () => {
    const others = await project.copy();
    await others.edit("contracts/Box.sol", (text) =>
      text.replace("value = newValue", "value = newValue + 1"),
    );
    await others.build();
    const foreign = await deploy(world.chain, await others.artifact("contracts/Box.sol", "Box"), {
      account: 10,
    });
    const { address } = await deployProxy("BoxProxy", [foreign.address]);
    const before = await verifyJson(project, [address, "--follow-proxy"]);
    assert.deepEqual(
      before.report.contracts.map(({ outcome }) => outcome),
      ["verified", "of-others"],
    );
    assert.equal(before.exitCode, 0);
    assert.lengthOf(world.verification.submissions, 1);
    await verifyJson(others, [foreign.address]);
    const after = await verify(project, [address]);
    assert.equal(after.exitCode, 0);
    expectGolden("cli/proxy-of-others.txt", named(screenOf(after, project, world), address));
  });

  it("should verify what a minimal proxy stands for with --follow-proxy, and never call the proxy verified", async () => {
    const address = await clone(box.address);
    const { report, exitCode } = await verifyJson(project, [address, "--follow-proxy", "--contract", "Box"]);
    assert.equal(exitCode, 0);
    assert.deepEqual(
      report.contracts.map(({ outcome, contract }) => [outcome, contract?.name]),
      [
        ["minimal-proxy", undefined],
        [report.contracts[1]?.outcome, "Box"],
      ],
    );
    assert.include(["verified", "already-verified"], report.contracts[1]?.outcome);
    assert.isFalse(world.verification.submissions.some(({ path }) => path.includes(address)));

    const run = await verify(project, [address, "--follow-proxy"]);
    expectGolden("cli/minimal-proxy.txt", named(screenOf(run, project, world), address));
  });
});

/** The proxies are of an account that other files use too. */
function named(screen: string, proxy: string): string {
  return screen.replaceAll(proxy, "0x1111111111111111111111111111111111111111");
}
