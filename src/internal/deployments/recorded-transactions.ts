import path from "node:path";

import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { chainIdOf } from "./checked-values.ts";
import { listFolder } from "./list-folder.ts";
import { type Located, locateInProject, placesOf } from "./locate.ts";
import type { Deployment } from "./model.ts";
import { readLocated } from "./read-located.ts";
import { chainIdOfHardhatDeploy } from "./readers/hardhat-deploy.ts";
import { IGNITION_FILES } from "./readers/ignition.ts";
import { chainIdOfUpgrades } from "./readers/openzeppelin-files.ts";
import { orReason, readRecordText } from "./record-file.ts";

/**
 * The transactions that the project's deployment records name for a contract, the latest broadcast first. They are only
 * candidates: the chain may have been restarted since. Opens only records of this chain, parses only those that mention
 * the address, and skips unusable ones.
 *
 * @param address Checksummed.
 * @returns Hashes in lower case.
 */
export async function recordedTransactions(
  address: string,
  chainId: number,
  project: ProjectPaths,
): Promise<readonly string[]> {
  const located = await orReason(locateInProject(placesOf(project)));
  const found: Deployment[] = [];
  for (const each of "value" in located ? located.value : []) {
    if (!(await mayBeOf(each, chainId)) || !(await mentions(each, address))) continue;
    const read = await orReason(readLocated(each, project));
    if ("value" in read) found.push(...read.value.filter((deployment) => deployment.chainId === chainId));
  }
  const hashes = found
    .sort((a, b) => timestampOf(b) - timestampOf(a))
    .flatMap(({ contracts }) => contracts)
    .flatMap(({ recorded }) => (recorded?.address === address ? recorded.transactionHashes : []));
  return [...new Set(hashes)];
}

/** A record without a time comes from a tool that keeps one record per contract. */
function timestampOf({ broadcast }: Deployment): number {
  return broadcast?.timestampMs ?? Number.MAX_SAFE_INTEGER;
}

/** False where the folder's name, or a small file in it, states another chain. */
async function mayBeOf({ tool, location }: Located, chainId: number): Promise<boolean> {
  const stated = await chainStatedBy({ tool, location });
  return stated === undefined || stated === chainId;
}

async function chainStatedBy({ tool, location }: Located): Promise<number | undefined> {
  switch (tool) {
    case "foundry":
      return chainIdOf(path.basename(path.dirname(location)));
    case "ignition":
      return chainIdOf(/^chain-(\d+)$/.exec(path.basename(location))?.[1]);
    case "hardhat-deploy":
      return chainIdOfHardhatDeploy(location);
    case "openzeppelin":
      return chainIdOfUpgrades(location);
    case "manifest":
      return undefined;
  }
}

async function mentions(located: Located, address: string): Promise<boolean> {
  for (const file of await filesOf(located)) {
    const text = await orReason(readRecordText(file));
    if ("value" in text && text.value.toLowerCase().includes(address.toLowerCase())) return true;
  }
  return false;
}

async function filesOf({ tool, location }: Located): Promise<readonly string[]> {
  switch (tool) {
    case "foundry":
    case "openzeppelin":
    case "manifest":
      return [location];
    case "ignition":
      return Object.values(IGNITION_FILES).map((name) => path.join(location, name));
    case "hardhat-deploy": {
      const listed = await orReason(listFolder(location));
      const files = "value" in listed ? listed.value.files : [];
      return files.filter((name) => name.endsWith(".json")).map((name) => path.join(location, name));
    }
  }
}
