import type { FoundContract } from "../found-contract.ts";
import type { ContractFile } from "./contract-file.ts";
import { foundryArtifact } from "./foundry-artifact.ts";
import { hardhatDeployment } from "./hardhat-deployment.ts";
import { hardhat2Artifact } from "./hardhat2-artifact.ts";
import { hardhat3Artifact } from "./hardhat3-artifact.ts";

/**
 * Reads a file of its own tool.
 *
 * @returns undefined for a file of another tool, for one that is something else, and for a contract without code.
 * @throws VC202 for a file of its tool that can't be used.
 */
type ContractReader = (file: ContractFile) => Promise<FoundContract | undefined> | FoundContract | undefined;

const READERS: readonly ContractReader[] = [
  hardhat3Artifact,
  hardhat2Artifact,
  foundryArtifact,
  hardhatDeployment,
];

/** Reads a file of whichever tool wrote it; undefined where it is none of a contract with code. */
export async function readContractFile(file: ContractFile): Promise<FoundContract | undefined> {
  for (const read of READERS) {
    const found = await read(file);
    if (found !== undefined) return found;
  }
  return undefined;
}
