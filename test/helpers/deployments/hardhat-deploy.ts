import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Deployed } from "../deploy.ts";
import type { Project } from "../project.ts";

/** Writes the records that hardhat-deploy keeps of a network's contracts, by their names. */
export async function writeHardhatDeploy(
  { root }: Project,
  network: string,
  chainId: number,
  deployed: Readonly<Record<string, Deployed>>,
): Promise<void> {
  const folder = path.join(root, "deployments", network);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, ".chainId"), String(chainId));
  for (const [name, { address, transactionHash }] of Object.entries(deployed))
    await writeFile(path.join(folder, `${name}.json`), JSON.stringify({ address, abi: [], transactionHash }));
}
