import { readdir } from "node:fs/promises";
import path from "node:path";

import { readBuildInfo } from "../build-info.ts";
import { codeTemplate } from "../code-template.ts";
import { isObject, readJsonObject, unusableFile } from "../json-file.ts";
import type { BuildCandidate, CandidateSet } from "../model.ts";

const ARTIFACT_FORMAT = "hh3-artifact-1";
/** It names a file of the build-info folder, and none elsewhere. */
const PLAIN_NAME = /^[\w-][\w.-]*$/;
const BUILD_INFO_FOLDER = "build-info";
/** Enough to keep the disk busy; more only costs memory. */
const FILES_AT_ONCE = 32;

/**
 * Reads the contracts of a Hardhat 3 artifacts folder. An artifact has all that matching needs,
 * so no build-info and no compiler output is opened here.
 *
 * @param folder The artifacts folder, which holds `build-info`.
 * @param where For messages.
 */
export async function readHardhat3Artifacts(folder: string, where: string): Promise<CandidateSet> {
  const files = await listArtifactFiles(folder);
  const candidates: BuildCandidate[] = [];
  for (let start = 0; start < files.length; start += FILES_AT_ONCE) {
    const read = await Promise.all(
      files.slice(start, start + FILES_AT_ONCE).map((file) => readArtifact(file, folder)),
    );
    for (const candidate of read) if (candidate !== undefined) candidates.push(candidate);
  }
  return { where, candidates, load: (candidate) => readBuildInfo(candidate.buildFile) };
}

async function listArtifactFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const buildInfo = path.join(folder, BUILD_INFO_FOLDER);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".json") && entry.parentPath !== buildInfo)
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

async function readArtifact(file: string, folder: string): Promise<BuildCandidate | undefined> {
  const artifact = await readJsonObject(file);
  const { _format, contractName, sourceName, inputSourceName, buildInfoId, abi } = artifact;
  if (
    _format !== ARTIFACT_FORMAT ||
    typeof contractName !== "string" ||
    typeof sourceName !== "string" ||
    typeof inputSourceName !== "string" ||
    typeof buildInfoId !== "string" ||
    !Array.isArray(abi)
  ) {
    return undefined;
  }
  if (!PLAIN_NAME.test(buildInfoId)) throw unusableFile(file, "its buildInfoId is no plain name");
  if (!abi.every(isObject)) throw unusableFile(file, "its ABI has entries that are no objects");
  const runtime = codeTemplate(
    file,
    artifact.deployedBytecode,
    artifact.deployedLinkReferences,
    artifact.immutableReferences,
  );
  const creation = codeTemplate(file, artifact.bytecode, artifact.linkReferences, undefined);
  if (runtime === undefined || creation === undefined) return undefined;
  return {
    name: contractName,
    sourceName,
    fullyQualifiedName: `${sourceName}:${contractName}`,
    inputSourceName,
    abi,
    runtime,
    creation,
    buildId: buildInfoId,
    buildFile: path.join(folder, BUILD_INFO_FOLDER, `${buildInfoId}.json`),
  };
}
