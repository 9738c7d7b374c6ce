import { existsSync } from "node:fs";
import path from "node:path";

import { inferredTemplate } from "../../bytecode/inferred-template.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { isObject } from "../../text/is-object.ts";
import { readBuildInfo, readBuildInfoWithoutId } from "../build-info.ts";
import { BUILD_INFO_FOLDER } from "../build-info-folder.ts";
import { codeTemplate } from "../code-template.ts";
import type { FoundContract } from "../found-contract.ts";
import { readJsonObject, unusableFile } from "../json-file.ts";
import type { ContractFile } from "./contract-file.ts";

const ARTIFACT_FORMAT = "hh-sol-artifact-1";

/**
 * Reads an artifact of Hardhat 2. It lacks the immutable references, which are inferred from the code: reading them from
 * the build-info would mean reading the whole output.
 */
export function hardhat2Artifact({
  path: file,
  json,
}: Pick<ContractFile, "path" | "json">): FoundContract | undefined {
  const { _format, contractName, sourceName, abi } = json;
  if (_format !== ARTIFACT_FORMAT || typeof contractName !== "string" || typeof sourceName !== "string")
    return undefined;
  if (!Array.isArray(abi) || !abi.every(isObject)) throw unusableFile(file, "it has no ABI");
  const creation = codeTemplate(file, json.bytecode, json.linkReferences, undefined);
  const runtime = codeTemplate(file, json.deployedBytecode, json.deployedLinkReferences, undefined, creation);
  if (runtime === undefined || creation === undefined) return undefined;
  const { immutableReferences, isInferred } = inferredTemplate("runtime", runtime.object);
  const debugFile = file.replace(/\.json$/, ".dbg.json");
  // Comparing needs no build-info; only the compiler input is then missing.
  const named = buildFileIn(debugFile);
  const lacksBuildInfo = typeof named !== "string" || !existsSync(named);
  const buildFile = lacksBuildInfo ? (packagedBuildInfo(file) ?? named) : named;
  const isKnown = typeof buildFile === "string";
  return {
    candidate: {
      name: contractName,
      sourceName,
      fullyQualifiedName: `${sourceName}:${contractName}`,
      inputSourceName: sourceName,
      abi,
      runtime: { ...runtime, immutableReferences, ...(isInferred ? { isInferred } : {}) },
      creation,
      buildId: path.basename(isKnown ? buildFile : file, ".json"),
      buildFile: isKnown ? buildFile : debugFile,
      file,
    },
    load: () => {
      if (!isKnown) return Promise.reject(buildFile);
      return lacksBuildInfo ? readBuildInfoWithoutId(buildFile) : readBuildInfo(buildFile);
    },
    ...(lacksBuildInfo ? { lacksBuildInfo } : {}),
  };
}

/**
 * The debug file beside an artifact has the relative path of its build-info.
 *
 * @returns The error where it has none.
 */
function buildFileIn(debugFile: string): string | VerifyContractError {
  try {
    const { buildInfo } = readJsonObject(debugFile);
    if (typeof buildInfo === "string") return path.resolve(path.dirname(debugFile), buildInfo);
  } catch (error) {
    if (error instanceof VerifyContractError) return error;
    throw error;
  }
  return unusableFile(debugFile, "it names no build-info");
}

/** OpenZeppelin Upgrades ships one build-info above its copied artifacts; older versions have no output. */
function packagedBuildInfo(file: string): string | undefined {
  for (let folder = path.dirname(file); path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    const buildInfo = path.join(folder, `${BUILD_INFO_FOLDER}.json`);
    if (existsSync(buildInfo)) return buildInfo;
    if (existsSync(path.join(folder, "package.json"))) return undefined;
  }
  return undefined;
}
