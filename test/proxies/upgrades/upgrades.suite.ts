import { createRequire } from "node:module";
import { join } from "node:path";
import { assert } from "chai";
import { NAMED_CHAINS } from "../../../src/internal/deployments/readers/openzeppelin.ts";
import type { Report } from "../../../src/report.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { screenOf } from "../../helpers/screen.ts";
import { type Deployed, UPGRADES_HOSTS, UpgradesProject } from "./project.ts";

/** Beacon and admin are missing from the manifest. */
const EVERYTHING = [
  "BeaconProxy",
  "BeaconProxy",
  "Box",
  "ERC1967Proxy",
  "Lamp",
  "ProxyAdmin",
  "TransparentUpgradeableProxy",
  "UpgradeableBeacon",
  "Vault",
];

for (const host of UPGRADES_HOSTS)
  describe(`proxies - OpenZeppelin Upgrades for ${host.name}`, () => {
    let project: UpgradesProject;
    let deployed: Deployed;

    before(async () => {
      project = await UpgradesProject.of(host);
      deployed = await project.deploy();
    });
    after(() => project[Symbol.asyncDispose]());

    it("should have the same manifest names as the plugin", () => {
      const provider = join(project.root, "node_modules/@openzeppelin/upgrades-core/dist/provider.js");
      const { networkNames } = createRequire(import.meta.url)(provider);
      const ofPlugin = Object.entries(networkNames).map(([id, name]) => [name, Number(id)]);
      assert.deepEqual(NAMED_CHAINS, Object.fromEntries(ofPlugin));
    });

    it("should verify all contracts from deployProxy and deployBeaconProxy without options", async () => {
      const report = await project.report();
      assert.equal(report.exitCode, 0);
      assert.deepEqual(namesOf(report, "verified"), EVERYTHING);
      assert.lengthOf(report.contracts, EVERYTHING.length);
    });

    it("should name each proxy's implementation, and the contracts deployed without a record", async () => {
      const { contracts } = await project.report();
      const rolesOf = (name: string) =>
        contracts.find(({ contract }) => contract?.name === name)?.relation?.roles;
      assert.deepEqual(rolesOf("Box"), [{ role: "implementation", proxy: deployed.box }]);
      assert.deepEqual(rolesOf("Vault"), [{ role: "implementation", proxy: deployed.vault }]);
      assert.deepEqual(rolesOf("ProxyAdmin"), [{ role: "admin", proxy: deployed.box }]);
      const lamps = (role: string) => deployed.lamps.map((proxy) => ({ role, proxy }));
      assert.sameDeepMembers([...(rolesOf("UpgradeableBeacon") ?? [])], lamps("beacon"));
      assert.sameDeepMembers([...(rolesOf("Lamp") ?? [])], lamps("implementation"));
      const screen = screenOf(await project.verify(), project, project.world);
      // Skips the progress above the table. The plugin decides the number of build files.
      const table = screen.slice(screen.indexOf("  Name")).replace(/^ {2}Build: .*\n/m, "");
      expectGolden(`upgrades/${host.name}.txt`, table);
    });

    it("should verify an upgrade's contracts, and find the others already verified", async () => {
      await project.deploy(deployed.box);
      const report = await project.report();
      assert.equal(report.exitCode, 0);
      assert.deepEqual(namesOf(report, "verified"), ["BoxV2"]);
      assert.deepEqual(namesOf(report, "already-verified"), EVERYTHING);
    });

    it("should skip an implementation replaced by an upgrade once its sources are gone", async () => {
      await project.edit("contracts/Box.sol", "value = value_;", "value = value_ + 1;");
      for (const task of ["clean", "compile"]) {
        const { exitCode, stdout, stderr } = await project.hardhat([task]);
        assert.equal(exitCode, 0, `${stdout}${stderr}`);
      }
      const report = await project.report("--no-follow-proxy");
      assert.equal(report.exitCode, 1);
      assert.deepEqual(
        report.contracts.filter(({ outcome }) => outcome === "no-build").map(({ error }) => error?.code),
        ["VC204"],
      );
      assert.lengthOf(report.passedOver, 1);
    });
  });

function namesOf({ contracts }: Report, outcome: string): string[] {
  return contracts.flatMap((each) => (each.outcome === outcome ? (each.contract?.name ?? []) : [])).sort();
}
