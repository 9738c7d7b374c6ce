import { readdir, stat } from "node:fs/promises";
import path from "node:path";

import { VerifyContractError } from "../errors/problem.ts";
import { HARDHAT2_BUILD_INFO, HARDHAT3_BUILD_INFO } from "./build-info.ts";
import { readJsonObject, unusableFile } from "./json-file.ts";
import { withKnownMetadata } from "./known-metadata.ts";
import type { BuildCandidate, CandidateSet } from "./model.ts";
import { readHardhat3Artifacts } from "./readers/hardhat3-artifacts.ts";
import { readSolcOutput } from "./readers/solc-output.ts";

const BUILD_INFO_FOLDER = "build-info";
const ACCEPTED = "--build-info <an artifacts folder, a build-info folder, or one build-info>";

/**
 * Reads all contracts that a path holds: an artifacts folder, a folder of build-infos, or one build-info.
 * What it is, is found out from what stands there.
 *
 * @param location Absolute path.
 * @param projectRoot For paths in messages.
 * @throws VC201 where nothing was built, VC202 where a file can't be used.
 */
export async function readCandidates(location: string, projectRoot: string): Promise<CandidateSet> {
  const where = displayPath(location, projectRoot);
  const found = await stat(location).catch(() => undefined);
  if (found === undefined) throw nothingBuilt(where);
  // A pipe would be waited for.
  if (!found.isDirectory() && !found.isFile()) {
    throw unusableFile(location, "it is neither a file nor a folder", undefined, ACCEPTED);
  }
  const sets = await (found.isDirectory() ? readFolder(location, where) : readFile(location, where));
  const loaders = sets.flatMap((set) => set.candidates.map(() => set));
  const candidates = withKnownMetadata(sets.flatMap((set) => set.candidates));
  if (candidates.length === 0) throw nothingBuilt(where);
  const owners = new Map(candidates.map((candidate, index) => [candidate, loaders[index]]));
  return {
    where,
    candidates,
    load: (candidate) => (owners.get(candidate) ?? { load: neverRead }).load(candidate),
  };
}

/** A path as the user would write it, with forward slashes on every system. */
export function displayPath(location: string, projectRoot: string): string {
  const relative = path.relative(projectRoot, location);
  const isOutside = path.isAbsolute(relative) || relative.split(path.sep)[0] === "..";
  const shown = relative === "" ? "." : isOutside ? location : relative;
  return shown.split(path.sep).join("/");
}

async function readFolder(folder: string, where: string): Promise<readonly CandidateSet[]> {
  const buildInfos = path.join(folder, BUILD_INFO_FOLDER);
  if ((await stat(buildInfos).catch(() => undefined))?.isDirectory()) {
    const artifacts = await readHardhat3Artifacts(folder, where);
    return artifacts.candidates.length > 0 ? [artifacts] : readBuildInfos(buildInfos, where);
  }
  return readBuildInfos(folder, where);
}

async function readBuildInfos(folder: string, where: string): Promise<readonly CandidateSet[]> {
  const names = (await readdir(folder)).filter(
    (name) => name.endsWith(".json") && !name.endsWith(".output.json"),
  );
  const ids = new Set(names.map((name) => name.slice(0, -".json".length)));
  const artifacts = await artifactsOf(folder, where, ids);
  const covered = new Set(artifacts.candidates.map((candidate) => candidate.buildId));
  const others = names.filter((name) => !covered.has(name.slice(0, -".json".length))).sort();
  const sets: CandidateSet[] = [artifacts];
  for (const name of others) sets.push(...(await readOne(path.join(folder, name), where, "skip")));
  return sets;
}

async function readFile(file: string, where: string): Promise<readonly CandidateSet[]> {
  const id = path.basename(file, ".json");
  const artifacts = await artifactsOf(path.dirname(file), where, new Set([id]));
  return artifacts.candidates.length > 0 ? [artifacts] : readOne(file, where, "reject");
}

/** The artifacts that belong to some build-infos, where the folder around them has any. */
async function artifactsOf(folder: string, where: string, ids: ReadonlySet<string>): Promise<CandidateSet> {
  const isInArtifacts = path.basename(folder) === BUILD_INFO_FOLDER;
  const all = isInArtifacts ? await readHardhat3Artifacts(path.dirname(folder), where) : undefined;
  return {
    where,
    candidates: (all?.candidates ?? []).filter((candidate) => ids.has(candidate.buildId)),
    load: all?.load ?? neverRead,
  };
}

async function readOne(
  file: string,
  where: string,
  unknown: "skip" | "reject",
): Promise<readonly CandidateSet[]> {
  const { _format } = await readJsonObject(file);
  if (_format === HARDHAT2_BUILD_INFO || _format === HARDHAT3_BUILD_INFO)
    return [await readSolcOutput(file, where)];
  if (unknown === "skip") return [];
  const reason = `its format is ${JSON.stringify(_format) ?? "not stated"}; ${HARDHAT3_BUILD_INFO} and ${HARDHAT2_BUILD_INFO} are read`;
  throw unusableFile(file, reason, undefined, ACCEPTED);
}

function neverRead(candidate: BuildCandidate): Promise<never> {
  return Promise.reject(unusableFile(candidate.buildFile, "it was not read from here"));
}

function nothingBuilt(where: string): VerifyContractError {
  return new VerifyContractError("VC201", {
    facts: [["Looked in", where]],
    likely: "the project has not been compiled, or the path is another one",
    next: "npx hardhat build",
  });
}
