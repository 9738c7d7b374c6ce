import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deploy } from "../local/contracts.ts";
import { type DeploymentCase, factsOf } from "./fixtures.ts";
import type { Stage } from "./stage.ts";

export const IGNITION_ID = "chain-31337";
/** This folder contains its own builds. */
export const IGNITION_FOLDER = `ignition/deployments/${IGNITION_ID}`;

export const EMPTY_ADDRESS = "0x000000000000000000000000000000000000dEaD";

async function deployAgain(stage: Stage, name: DeploymentCase, contract: RegExp): Promise<string> {
  const fact = factsOf(name).find((each) => contract.test(each.name));
  if (fact?.creationInput == null) throw new Error(`${name} has no ${contract} with a creation transaction.`);
  const { address } = await deploy(stage.world.chain, fact.creationInput);
  return address;
}

export async function writeManifest(
  { project }: Stage,
  file: string,
  manifest: { readonly deployments?: readonly unknown[]; readonly contracts?: readonly object[] },
): Promise<void> {
  // JSON is valid YAML.
  const text = JSON.stringify({ schema: "verify-contract-deployments/1", ...manifest }, undefined, 2);
  await writeFile(join(project.root, file), text);
}

/** Ignition's deployment and four wrong contracts: missing, from another build, with other arguments, and not exact. */
export async function writeBrokenManifest(stage: Stage): Promise<string> {
  const buildInfo = IGNITION_FOLDER;
  await writeManifest(stage, "broken.yaml", {
    deployments: [IGNITION_ID],
    contracts: [
      { name: "nobody", address: EMPTY_ADDRESS, buildInfo },
      { name: "stranger", address: await deployAgain(stage, "hardhat-deploy-v1", /:ProxyAdmin$/), buildInfo },
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
