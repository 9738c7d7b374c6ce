import { writeFile } from "node:fs/promises";
import { join } from "node:path";

import { type DeploymentCase, factsOf } from "../deployment-cases.ts";
import { deploy } from "../local/contracts.ts";
import type { Stage } from "./stage.ts";

export const IGNITION_ID = "chain-31337";
/** With its own builds. */
export const IGNITION_FOLDER = `ignition/deployments/${IGNITION_ID}`;

/** Nobody has deployed there. */
export const EMPTY_ADDRESS = "0x000000000000000000000000000000000000dEaD";

/** What a case deployed under a name, once more and by nobody's record. */
async function deployAgain(stage: Stage, name: DeploymentCase, contract: RegExp): Promise<string> {
  const fact = factsOf(name).contracts.find((each) => contract.test(each.name));
  if (fact?.creationInput == null) throw new Error(`${name} has no ${contract} with a creating transaction.`);
  const { address } = await deploy(stage.world.chain, fact.creationInput);
  return address;
}

/** A manifest in the root of the project. */
export async function writeManifest(
  { project }: Stage,
  file: string,
  manifest: { readonly deployments?: readonly unknown[]; readonly contracts?: readonly object[] },
): Promise<void> {
  // JSON is YAML too.
  const text = JSON.stringify({ schema: "verify-contract-deployments/1", ...manifest }, undefined, 2);
  await writeFile(join(project.root, file), text);
}

/**
 * The deployment of Ignition, and beside it a contract that is not there, one of another build, one whose arguments are
 * not those that are demanded, and one that matches but not exactly.
 *
 * @returns The file.
 */
export async function writeBrokenManifest(stage: Stage): Promise<string> {
  const buildInfo = IGNITION_FOLDER;
  await writeManifest(stage, "broken.yaml", {
    deployments: [IGNITION_ID],
    contracts: [
      { name: "nobody", address: EMPTY_ADDRESS, buildInfo },
      {
        name: "stranger",
        address: await deployAgain(stage, "hardhat-deploy-v1", /:ProxyAdmin$/),
        buildInfo,
      },
      {
        name: "wrong vault",
        address: await deployAgain(stage, "ignition", /:Vault$/),
        constructorArguments: `0x${"00".repeat(31)}01`,
        buildInfo,
      },
      { name: "other vault", address: await deployAgain(stage, "foundry", /:Vault$/), buildInfo },
    ],
  });
  return "broken.yaml";
}
