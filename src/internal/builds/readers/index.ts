import type { ContractFile, FoundContract } from "../found-contract.ts";
import { readFoundryArtifact } from "./foundry-artifact.ts";
import { readHardhatDeployment } from "./hardhat-deployment.ts";
import { readHardhat2Artifact } from "./hardhat2-artifact.ts";
import { readHardhat3Artifact } from "./hardhat3-artifact.ts";

/** Undefined if the file isn't from this tool, or its contract has no code. @throws VC202 if the file is unusable. */
type ContractReader = (file: ContractFile) => FoundContract | undefined;

const READERS: readonly ContractReader[] = [
  readHardhat3Artifact,
  readHardhat2Artifact,
  readFoundryArtifact,
  readHardhatDeployment,
];

export function readContractFile(file: ContractFile): FoundContract | undefined {
  for (const read of READERS) {
    const found = read(file);
    if (found !== undefined) return found;
  }
  return undefined;
}
