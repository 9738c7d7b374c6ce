// OpenZeppelin's own plugins deploy by each Hardhat, and `verify-contract deployments` verifies what their manifest names.
import { createRequire } from "node:module";
import { join } from "node:path";

import { assert } from "chai";

import { NAMED_CHAINS } from "../../../src/internal/deployments/readers/openzeppelin-files.ts";
import type { Report } from "../../../src/report.ts";
import { UPGRADES_HOSTS, UpgradesProject } from "./project.ts";

const PROXIES = ["BeaconProxy", "BeaconProxy", "ERC1967Proxy", "TransparentUpgradeableProxy"];

for (const host of UPGRADES_HOSTS)
  describe(`proxies - OpenZeppelin Upgrades of ${host.name}`, () => {
    let project: UpgradesProject;
    let box: string;

    before(async () => {
      project = await UpgradesProject.of(host);
      ({ box } = await project.deploy());
    });
    after(() => project[Symbol.asyncDispose]());

    it("should know the names that the plugin gives to manifests", () => {
      const provider = join(project.root, "node_modules/@openzeppelin/upgrades-core/dist/provider.js");
      const { networkNames } = createRequire(import.meta.url)(provider);
      const ofPlugin = Object.entries(networkNames).map(([id, name]) => [name, Number(id)]);
      assert.deepEqual(NAMED_CHAINS, Object.fromEntries(ofPlugin));
    });

    it("should verify all that deployProxy and deployBeaconProxy deployed, without any option", async () => {
      const report = await project.report();
      assert.equal(report.exitCode, 0);
      assert.includeMembers(namesOf(report, "verified"), [...PROXIES, "Box", "Vault", "Lamp"]);
    });

    it("should verify what an upgrade deployed, and find the rest as it was", async () => {
      await project.deploy(box);
      const report = await project.report();
      assert.equal(report.exitCode, 0);
      assert.includeMembers(namesOf(report, "verified"), ["BoxV2"]);
      assert.includeMembers(namesOf(report, "already-verified"), [...PROXIES, "Box", "Vault", "Lamp"]);
    });
  });

function namesOf({ contracts }: Report, outcome: string): string[] {
  return contracts.flatMap((each) => (each.outcome === outcome ? (each.contract?.name ?? []) : [])).sort();
}
