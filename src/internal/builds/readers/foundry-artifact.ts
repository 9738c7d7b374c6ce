import { readFile } from "node:fs/promises";
import path from "node:path";
import { type Build, createContractName } from "../../domain/build.ts";
import { type Metadata, parseMetadata } from "../../solidity/metadata.ts";
import { findBuildInfoFolder } from "../build-info-folder.ts";
import { parseBytecode } from "../code-template.ts";
import { type ContractFile, type FoundContract, getOwnStorageLayout, isAbi } from "../found-contract.ts";
import type { FoundryInputs } from "../foundry-inputs.ts";
import { findConfiguredFolder } from "../project/foundry-project.ts";
import { restoreInput } from "../restore-input.ts";

/**
 * Reads `out/<File>.sol/<Name>.json`. The compiler input comes from the build-info with the metadata's sources and
 * settings. `forge build` writes build-infos only with `--build-info`. Otherwise, the project's sources are used if
 * they still have the hashes listed in the metadata.
 */
export function readFoundryArtifact({ file, json, foundryInputs }: ContractFile): FoundContract | undefined {
  const { abi, bytecode, deployedBytecode, rawMetadata } = json;
  if ("_format" in json || !isAbi(abi)) return undefined;
  const codes = parseBytecode(file, bytecode, deployedBytecode);
  if (codes === undefined) return undefined;
  // If there is no metadata, for example because the language isn't Solidity, the contract's name and compiler are
  // unknown.
  const metadata = parseMetadata(rawMetadata) ?? parseMetadata(JSON.stringify(json.metadata));
  if (metadata === undefined) return undefined;
  return {
    candidate: {
      ...createContractName(metadata.name, metadata.inputSourceName),
      abi,
      ...codes,
      metadata: typeof rawMetadata === "string" ? rawMetadata : undefined,
      storageLayout: getOwnStorageLayout(json.storageLayout, metadata),
      buildId: path.basename(file, ".json"),
      buildFile: file,
      file,
    },
    load: () => load(file, metadata, foundryInputs),
  };
}

async function load(file: string, metadata: Metadata, inputs: FoundryInputs): Promise<Build> {
  const folder = findBuildInfoFolder(file);
  const found = await inputs.find(folder, metadata);
  if (found !== undefined) {
    const { compilerVersion } = metadata;
    return { id: path.basename(found.file, ".json"), file: found.file, compilerVersion, input: found.input };
  }
  const out = path.dirname(folder);
  // Source names are relative to the project.
  const project = findConfiguredFolder(out) ?? path.dirname(out);
  return restoreInput(file, metadata, (source) =>
    readFile(path.resolve(project, source), "utf8").catch(() => undefined),
  );
}
