import { existsSync } from "node:fs";
import path from "node:path";
import { inferTemplate } from "../../bytecode/inferred-template.ts";
import { createContractName } from "../../domain/build.ts";
import { readBuildInfo } from "../build-info.ts";
import { BUILD_INFO_FOLDER } from "../build-info-folder.ts";
import { parseArtifactBytecode } from "../code-template.ts";
import { type FoundContract, isAbi, type ParsedFile } from "../found-contract.ts";
import { tryReadJson, unusableFile } from "../json-file.ts";
import { listAncestors } from "../project/folders-around.ts";

const ARTIFACT_FORMAT = "hh-sol-artifact-1";

/** The references are inferred from the code: the artifact lacks them, and reading the build-info takes too long. */
export function readHardhat2Artifact({ file, json }: ParsedFile): FoundContract | undefined {
  const { _format, contractName, sourceName, abi } = json;
  if (_format !== ARTIFACT_FORMAT || typeof contractName !== "string" || typeof sourceName !== "string")
    return undefined;
  if (!isAbi(abi)) throw unusableFile(file, "it has no ABI");
  const bytecode = parseArtifactBytecode(file, { ...json, immutableReferences: undefined });
  if (bytecode === undefined) return undefined;
  const { immutableReferences } = inferTemplate("runtime", bytecode.runtime.object);
  const debugFile = file.replace(/\.json$/, ".dbg.json");
  // Code can be compared without a build-info. If the build-info is missing, only the compiler input is unknown.
  const stated = tryReadJson(debugFile)?.buildInfo;
  const named = typeof stated === "string" ? path.resolve(path.dirname(file), stated) : undefined;
  const lacksBuildInfo = named === undefined || !existsSync(named);
  const buildFile = lacksBuildInfo ? (findPackagedBuildInfo(file) ?? named) : named;
  return {
    candidate: {
      ...createContractName(contractName, sourceName),
      abi,
      runtime: { ...bytecode.runtime, immutableReferences, isInferred: true },
      creation: bytecode.creation,
      buildId: path.basename(buildFile ?? file, ".json"),
      buildFile: buildFile ?? debugFile,
      file,
    },
    load: async () => {
      if (buildFile === undefined) throw unusableFile(debugFile, "it doesn't refer to a build-info");
      return readBuildInfo(buildFile, lacksBuildInfo ? { id: path.basename(buildFile, ".json") } : {});
    },
    lacksBuildInfo,
  };
}

/**
 * Finds the build-info that OpenZeppelin Upgrades ships above copied artifacts. Older versions of the package ship it
 * without the output.
 */
function findPackagedBuildInfo(file: string): string | undefined {
  for (const folder of listAncestors(path.dirname(file))) {
    const buildInfo = path.join(folder, `${BUILD_INFO_FOLDER}.json`);
    if (existsSync(buildInfo)) return buildInfo;
    if (existsSync(path.join(folder, "package.json"))) return undefined;
  }
  return undefined;
}
