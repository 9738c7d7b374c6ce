import { statSync } from "node:fs";
import path from "node:path";
import { knownFormat } from "./build-info.ts";
import { readBuildInfoFile, readIfBuildInfo } from "./build-info-file.ts";
import { BUILD_INFO_FOLDER, NamedBuildInfos } from "./build-info-folder.ts";
import type { FoundContract } from "./found-contract.ts";
import { FoundryInputs } from "./foundry-inputs.ts";
import { readJsonObject, usableJson } from "./json-file.ts";
import { listJsonFiles } from "./list-json-files.ts";
import type { SharedLookups } from "./readers/contract-file.ts";
import { readContractFile } from "./readers/index.ts";
import { readSolcOutput } from "./readers/solc-output.ts";
import { contractKey } from "./same-contract.ts";

/** Bytes. A file of one contract is far smaller; a larger file is a lone build-info, or something else. */
const LARGEST_CONTRACT_FILE = 32 * 1024 * 1024;
/** Tools name artifact folders after the source file. */
const SOURCE_FOLDER = /\.(sol|vy|yul|fe)$/;

/** Reads the contracts in a folder, of any mix of tools. */
export async function readFolder(folder: string): Promise<readonly FoundContract[]> {
  if (path.basename(folder) === BUILD_INFO_FOLDER) return readBuildInfoFolder(folder);
  const { contracts, buildInfos } = await listJsonFiles(folder);
  const found = [...(await readContractFiles(contracts))];
  for (const [buildInfoFolder, files] of buildInfos) {
    // Artifacts are enough for choosing a build, and outputs are large.
    const artifacts = `${path.dirname(buildInfoFolder)}${path.sep}`;
    const isCovered = found.some(({ candidate }) => candidate.file.startsWith(artifacts));
    if (!isCovered) found.push(...(await readBuildInfos(files)));
  }
  return found;
}

/** Reads the contracts of one build-info from its artifacts, if they are around it, else from its output. */
export async function readAroundBuildInfo(file: string): Promise<readonly FoundContract[]> {
  const found = await artifactsAround(path.dirname(file));
  const ofIt = found.filter(({ candidate }) => candidate.buildFile === file);
  return ofIt.length > 0 ? ofIt : readBuildInfoFile(file);
}

async function readBuildInfoFolder(folder: string): Promise<readonly FoundContract[]> {
  const files = (await listJsonFiles(folder)).buildInfos.get(folder) ?? [];
  const found = (await artifactsAround(folder)).filter(({ candidate }) =>
    files.includes(candidate.buildFile),
  );
  const covered = new Set(found.map(({ candidate }) => candidate.buildFile));
  return [...found, ...(await readBuildInfos(files.filter((file) => !covered.has(file))))];
}

async function artifactsAround(folder: string): Promise<readonly FoundContract[]> {
  if (path.basename(folder) !== BUILD_INFO_FOLDER) return [];
  return readContractFiles((await listJsonFiles(path.dirname(folder))).contracts);
}

async function readBuildInfos(files: readonly string[]): Promise<readonly FoundContract[]> {
  const found: FoundContract[] = [];
  for (const file of files) found.push(...(await readIfBuildInfo(file)));
  return found;
}

async function readContractFiles(files: readonly string[]): Promise<readonly FoundContract[]> {
  const found: FoundContract[] = [];
  const shared = { foundryInputs: new FoundryInputs(), namedBuildInfos: new NamedBuildInfos() };
  for (const file of files) found.push(...(await readContractsOf(file, shared)));
  return withoutDetached(found);
}

/** Drops artifacts without a build-info where another file has the same contract with one. */
function withoutDetached(found: readonly FoundContract[]): readonly FoundContract[] {
  if (!found.some(({ lacksBuildInfo }) => lacksBuildInfo)) return found;
  const complete = found.filter(({ lacksBuildInfo }) => lacksBuildInfo !== true);
  const known = new Set(complete.map(({ candidate }) => contractKey(candidate)));
  return found.filter(
    ({ candidate, lacksBuildInfo }) => lacksBuildInfo !== true || !known.has(contractKey(candidate)),
  );
}

async function readContractsOf(file: string, shared: SharedLookups): Promise<readonly FoundContract[]> {
  if (!SOURCE_FOLDER.test(path.dirname(file))) return readUncertain(file, shared);
  const contract = readContractFile({ path: file, json: readJsonObject(file), ...shared });
  return contract === undefined ? [] : [contract];
}

/** Reads a file that can be anything: a deployment, a moved build-info, or not even JSON. */
async function readUncertain(file: string, shared: SharedLookups): Promise<readonly FoundContract[]> {
  const { size } = statSync(file);
  if (size > LARGEST_CONTRACT_FILE) return readIfBuildInfo(file).catch(() => []);
  const json = usableJson(file);
  if (json === undefined) return [];
  const contract = readContractFile({ path: file, json, ...shared });
  if (contract !== undefined) return [contract];
  const format = knownFormat(json._format);
  return format === undefined ? [] : readSolcOutput(file, format, json);
}
