// node test/build-fixtures/build-fixtures.ts [case …]
//
// Rebuilds test/fixtures/build-files/ and test/fixtures/foundry-config.json: what Foundry, Hardhat and deployment tools write
// for the contracts of sources/ on a local chain. Only npm is contacted.

import {
  foundryByDefault,
  foundryWithBuildInfo,
  foundryWithLibraries,
  foundryWithSignatures,
} from "./foundry.ts";
import { foundryConfig } from "./foundry-config.ts";
import { hardhatDeployV1 } from "./hardhat-deploy-v1.ts";
import { hardhatDeployV2 } from "./hardhat-deploy-v2.ts";
import { hardhat2 } from "./hardhat2.ts";
import { ignition } from "./ignition.ts";
import { openzeppelinUpgrades } from "./openzeppelin-upgrades.ts";

const CASES: Readonly<Record<string, (name: string) => Promise<void>>> = {
  foundry: foundryWithBuildInfo,
  "foundry-default": foundryByDefault,
  "foundry-libraries": foundryWithLibraries,
  "foundry-signatures": foundryWithSignatures,
  "foundry-config": foundryConfig,
  hardhat2,
  ignition,
  "hardhat-deploy-v1": hardhatDeployV1,
  "hardhat-deploy-v2": hardhatDeployV2,
  "openzeppelin-upgrades": openzeppelinUpgrades,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !Object.hasOwn(CASES, name));
if (unknown.length > 0) {
  throw new Error(`No such case: ${unknown.join(", ")}. There are: ${Object.keys(CASES).join(", ")}`);
}

for (const [name, make] of Object.entries(CASES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  await make(name);
  console.log(`Wrote ${name}`);
}
