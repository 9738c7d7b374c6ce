import type { ContractFile, FoundContract } from "../found-contract.ts";
import { foundryArtifact } from "./foundry-artifact.ts";
import { hardhatDeployment } from "./hardhat-deployment.ts";
import { hardhat2Artifact } from "./hardhat2-artifact.ts";
import { hardhat3Artifact } from "./hardhat3-artifact.ts";

/**
 * Reads the files of one tool.
 *
 * @returns undefined for any other file, and for a contract without code.
 * @throws VC202 for an unusable file of this tool.
 */
type ContractReader = (file: ContractFile) => FoundContract | undefined;

const READERS: readonly ContractReader[] = [
  hardhat3Artifact,
  hardhat2Artifact,
  foundryArtifact,
  hardhatDeployment,
];

/** Reads a file of any tool. Undefined unless it contains a contract with code. */
export function readContractFile(file: ContractFile): FoundContract | undefined {
  for (const read of READERS) {
    const found = read(file);
    if (found !== undefined) return found;
  }
  return undefined;
}
