import { writeFile } from "node:fs/promises";
import path from "node:path";

import { assert } from "chai";
import { getAddress, getCreateAddress } from "ethers/address";
import { id } from "ethers/hash";

import { only, startHardhat, verifyJson } from "../helpers/cli.ts";
import { deploy, send } from "../helpers/deploy.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import { theWorld, type World } from "../helpers/world.ts";

describe("e2e - contracts of packages, which have no artifact", () => {
  let world: World;
  let project: Project;
  let proxy: string;
  let admin: string;

  before(async () => {
    world = await theWorld();
    project = await fixtureProject("proxies");
    const { address: box } = await deploy(world.chain, await project.artifact("contracts/Box.sol", "Box"), {
      account: 2,
    });
    const factories = await deploy(
      world.chain,
      await project.artifact("contracts/Factories.sol", "Factories"),
      { account: 2 },
    );
    const data = `${id("createProxy(address)").slice(0, 10)}${box.slice(2).padStart(64, "0")}`;
    const { logs } = await send(world.chain, 2, factories.address, data);
    proxy = getAddress(`0x${logs.at(-1)?.data.slice(-40)}`);
    const transparent = await project.artifact("contracts/Factories.sol", "BoxTransparent");
    const { address } = await deploy(world.chain, transparent, { args: [box], account: 2 });
    admin = getCreateAddress({ from: address, nonce: 1 });
  });
  beforeEach(() => world.reset());

  const outcomeOf = async (args: readonly string[], of = project) => {
    const { report, stderr } = await verifyJson(of, args);
    const { outcome, contract, match, error } = only(report);
    assert.equal(outcome, "verified", `${error?.code} ${stderr}`);
    return { name: contract?.fullyQualifiedName, match: match?.runtimeMatch };
  };

  it("should be found in the compiler's output", async () => {
    assert.deepEqual(await outcomeOf([proxy, "--no-follow-proxy"]), {
      name: "@openzeppelin/contracts/proxy/ERC1967/ERC1967Proxy.sol:ERC1967Proxy",
      match: "exact_match",
    });
  });

  it("should be found by a run over deployments, and be evidence for a check", async () => {
    const manifest = path.join(project.root, "created.yaml");
    await writeFile(
      manifest,
      `schema: verify-contract-deployments/1\nchainId: 31337\ncontracts:\n  - address: "${proxy}"\n  - address: "${admin}"\n`,
    );
    for (const [command, args] of [
      ["deployments", [manifest]],
      ["check", [proxy]],
    ] as const) {
      const run = await startHardhat(project, [
        "verify-contract",
        command,
        ...args,
        "--no-follow-proxy",
        "--json",
      ]);
      const { contracts } = parseReport((await run.ended).stdout);
      for (const { contract, checks } of contracts) {
        assert.match(contract?.name ?? "", /^(ERC1967Proxy|ProxyAdmin)$/);
        assert.equal(checks.find((each) => each.id === "runtime-code-build")?.status, "passed");
      }
      assert.lengthOf(contracts, command === "check" ? 1 : 2);
    }
  });
});
