import { assert } from "chai";
import { id } from "ethers/hash";
import type { ContractReport } from "../../src/report.ts";
import { verify, verifyJson } from "../helpers/cli.ts";
import { expectGolden } from "../helpers/golden.ts";
import { heldFor } from "../helpers/held-for.ts";
import type { Project } from "../helpers/project.ts";
import { screenOf } from "../helpers/screen.ts";
import { privateWorld } from "../helpers/world.ts";
import { Deployer, openWorkspace } from "./deployer.ts";

const LOUPE = ["facets()", "facetAddresses()"];
const ADD = 0;

describe("proxies - a diamond with twelve facets", () => {
  const world = heldFor(() => privateWorld());
  let project: Project;
  let deployer: Deployer;

  before(async () => {
    project = await openWorkspace();
    deployer = new Deployer(world.chain, project);
  });
  beforeEach(() => world.reset());

  async function diamond(
    loupe: "contracts/Diamonds.sol:LoupeFacet" | "contracts/Facets.sol:ShortLoupeFacet",
  ) {
    const cuts: unknown[] = [];
    for (let index = 1; index <= 11; index++) {
      const facet = await deployer.create(`contracts/Facets.sol:Facet${index}`);
      cuts.push([facet, ADD, [id(`answer${index}()`).slice(0, 10)]]);
    }
    cuts.push([await deployer.create(loupe), ADD, LOUPE.map((each) => id(each).slice(0, 10))]);
    return deployer.create("contracts/Diamonds.sol:Diamond", [cuts]);
  }

  const facetsOf = (contracts: readonly ContractReport[]) => contracts[0]?.proxy?.facets;

  it("should have all facets submitted, but none with --only-named", async () => {
    const address = await diamond("contracts/Diamonds.sol:LoupeFacet");
    const looked = await verifyJson(project, [address, "--only-named"], { world });
    assert.equal(looked.exitCode, 0);
    assert.lengthOf(looked.report.contracts, 13);
    assert.deepInclude(facetsOf(looked.report.contracts), { from: "facets()", verified: 0, total: 12 });
    assert.lengthOf(world.verification.submissions, 1);

    const { report, exitCode } = await verifyJson(project, [address], { world });
    assert.equal(exitCode, 0);
    assert.lengthOf(world.verification.submissions, 13);
    assert.deepInclude(facetsOf(report.contracts), { verified: 12, total: 12 });
    assert.isTrue(report.contracts.slice(1).every(({ relation }) => relation?.roles[0]?.role === "facet"));

    const run = await verify(project, [address], { world });
    assert.equal(run.exitCode, 0);
    expectGolden("upgrades/diamond.txt", screenOf(run, project, world));
  });

  it("should show the facets from loupe and events if they differ, and inspect them all", async () => {
    const address = await diamond("contracts/Facets.sol:ShortLoupeFacet");
    const { report } = await verifyJson(project, [address, "--follow-proxy"], { world });
    const facets = facetsOf(report.contracts);
    assert.lengthOf(facets?.list ?? [], 1);
    assert.lengthOf(facets?.byEvents ?? [], 12);
    assert.lengthOf(report.contracts, 13);
    assert.deepInclude(facets, { verified: 12, total: 12 });
    const run = await verify(project, [address, "--verbose", "--no-follow-proxy"], { world });
    const text = run.stdout.replaceAll(/\s+/g, " ");
    assert.include(text, "according to its DiamondCut events, it has 12 facets, which differ");
  });
});
