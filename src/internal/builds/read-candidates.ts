import { existsSync, statSync } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { findTrailingAuxdata } from "../bytecode/cbor-auxdata.ts";
import { findAbiProblem } from "../domain/abi.ts";
import { type Build, type BuildCandidate, splitName } from "../domain/build.ts";
import { decodeCode, encodeCode } from "../domain/code-template.ts";
import { advice, build, type NextStep, passInput, rebuild, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { joinFirst } from "../text/amounts.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import { parseFormat } from "./build-info.ts";
import { BUILD_INFO_FOLDER } from "./build-info-folder.ts";
import { BuildOutputs } from "./build-outputs.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { FoundContract } from "./found-contract.ts";
import { FoundryInputs } from "./foundry-inputs.ts";
import { ifUnusable, readJsonObject, tryReadJson, unusableFile } from "./json-file.ts";
import { listJsonFiles } from "./list-json-files.ts";
import { addOutdatedSources } from "./outdated-sources.ts";
import { isInside } from "./project/folders-around.ts";
import { readContractFile } from "./readers/index.ts";
import {
  ACCEPTED_BUILDS,
  readBuildInfoFile,
  readIfBuildInfo,
  readSolcOutput,
} from "./readers/solc-output.ts";
import { getContractKey } from "./same-contract.ts";
import { listWithoutMetadata } from "./without-metadata.ts";

/**
 * Reads all contracts at the given locations. The content of each location determines how it is read.
 *
 * @param locations Absolute paths in order of preference. Missing locations are skipped, as are unusable locations,
 * except the last.
 * @throws VC201 if nothing was built, VC202 for an unusable file.
 */
export async function readCandidates(
  locations: readonly string[],
  projectRoot: string,
  read: (location: string) => Promise<readonly FoundContract[]> = readLocation,
  buildStep: NextStep = build,
): Promise<CandidateSet> {
  const found: FoundContract[] = [];
  const places: string[] = [];
  for (const [index, location] of locations.entries()) {
    const contracts = await (index === locations.length - 1
      ? read(location)
      : read(location).catch(ifUnusable([])));
    found.push(...contracts);
    if (contracts.length > 0) places.push(formatPath(location, projectRoot));
  }
  if (found.length === 0) throw nothingFound(locations, projectRoot, buildStep);
  const candidates = addKnownAuxdata(found.map(({ candidate }) => candidate));
  const loaders = new Map(candidates.map((candidate, index) => [candidate, found[index]?.load]));
  const compared = new WeakMap<Build, Build>();
  /** Runs once per build, no matter how many contracts load it. */
  const addOutdated = (build: Build): Build => {
    const listBuildCandidates = () => candidates.filter(({ buildFile }) => buildFile === build.file);
    const known =
      compared.get(build) ??
      addOutdatedSources(build, listBuildCandidates(), projectRoot, (file) => formatPath(file, projectRoot));
    compared.set(build, known);
    return known;
  };
  return {
    where: places.join(", "),
    candidates,
    outputs: new BuildOutputs(candidates, locations),
    load: async (candidate) => {
      const load = loaders.get(candidate);
      if (load === undefined) throw unusableFile(candidate.buildFile, "it isn't part of these builds");
      const build = await load().catch((error: unknown) => {
        throw existsSync(candidate.buildFile) ? error : missingInput(candidate, projectRoot);
      });
      return addOutdated(build);
    },
  };
}

const MOST_UNREAD = 5;

function nothingFound(
  locations: readonly string[],
  projectRoot: string,
  buildStep: NextStep,
): VerifyContractError {
  const unread = listWithoutMetadata(locations, []).map(({ name }) => name);
  return new VerifyContractError("VC201", {
    facts: [
      ["Looked in", locations.map((each) => formatPath(each, projectRoot)).join(", ")],
      ["No metadata", joinFirst(unread, MOST_UNREAD)],
    ],
    likely:
      unread.length === 0
        ? "the project has not been compiled, or its builds are elsewhere"
        : "Foundry writes no metadata for languages other than Solidity",
    next: unread.length === 0 ? buildStep : passInput(),
  });
}

/** Refers to the artifact, because the build-info doesn't exist. */
function missingInput(
  { file, buildId, buildFile }: BuildCandidate,
  projectRoot: string,
): VerifyContractError {
  const name = path.basename(buildFile);
  const isNamed = name === `${buildId}.json`;
  return unusableFile(
    formatPath(file, projectRoot),
    `its compiler input is missing: ${isNamed ? `the build-info ${name} is missing` : "no file beside it refers to its build-info"}`,
    undefined,
    advice("put the build-info back, or compile the same sources again", rebuild),
  );
}

/** Uses forward slashes on every system. Paths outside the project stay absolute. */
export function formatPath(location: string, projectRoot: string): string {
  const shown = isInside(projectRoot, location) ? path.relative(projectRoot, location) || "." : location;
  return shown.split(path.sep).join("/");
}

/**
 * @param wanted `Name` or `path/to/File.sol:Name`. In a folder, artifacts of other contracts are skipped by their file
 * names. Contracts with other names may still be in the result. @default all contracts
 */
export async function readLocation(location: string, wanted?: string): Promise<readonly FoundContract[]> {
  const found = await stat(location).catch(() => undefined);
  if (found === undefined) return [];
  if (found.isDirectory()) return validateContracts(await readFolder(location, wanted));
  if (found.isFile())
    return validateContracts(
      await readBuildInfos(path.dirname(location), [location], (file) =>
        readBuildInfoFile(file, suggestInstead(file)),
      ),
    );
  // Reading a pipe would block forever.
  throw unusableFile(location, "it is neither a file nor a folder", undefined, ACCEPTED_BUILDS);
}

/** An artifact can be read with the other artifacts in its folder. */
function suggestInstead(file: string): NextStep {
  const folder = path.dirname(file);
  return SOURCE_FOLDER.test(folder) && file.endsWith(".json")
    ? withOptions(["--build-info", formatPath(folder, process.cwd())])
    : ACCEPTED_BUILDS;
}

/** Limits the work, because names are compared with each other and displayed. */
const MAX_NAME_LENGTH = 10_000;

/** @throws VC202 for a contract that would cost too much to compare. */
function validateContracts(found: readonly FoundContract[]): readonly FoundContract[] {
  for (const { candidate } of found) {
    const { fullyQualifiedName, abi, file } = candidate;
    if (fullyQualifiedName.length > MAX_NAME_LENGTH)
      throw unusableFile(file, `a name in it has more than ${MAX_NAME_LENGTH} characters`);
    const problem = findAbiProblem(abi);
    if (problem !== undefined) throw unusableFile(file, `an ABI in it is unusable: ${problem}`);
  }
  return found;
}

export async function refuseMissing(locations: readonly string[], projectRoot: string): Promise<void> {
  for (const location of locations) {
    if ((await stat(location).catch(() => undefined)) === undefined)
      throw await missingPath(location, projectRoot);
  }
}

async function missingPath(location: string, projectRoot: string): Promise<VerifyContractError> {
  const { dir, base } = path.parse(location);
  const nearest = findNearestName(base, await readdir(dir).catch(() => []));
  const meant = nearest === undefined ? undefined : formatPath(path.join(dir, nearest), process.cwd());
  return new VerifyContractError("VC201", {
    facts: [
      ["Looked in", formatPath(location, projectRoot)],
      ["Reason", "there is no such path"],
    ],
    likely: didYouMean(meant),
    next:
      meant === undefined
        ? advice("pass an existing path with --build-info, or omit the option")
        : withOptions(["--build-info", meant]),
  });
}

/** Returns the CBOR auxdata at the end of each contract's runtime code, as hex without 0x. */
export function collectAuxdata(candidates: readonly BuildCandidate[]): ReadonlySet<string> {
  return new Set(candidates.flatMap(({ runtime }) => readTrailingAuxdata(runtime.object) ?? []));
}

/** More hex digits than the longest auxdata has. */
const TAIL_DIGITS = 512;

/** Returns the CBOR auxdata (the metadata section) at the end of the code, as hex without 0x. */
export function readTrailingAuxdata(object: string): string | undefined {
  // Decodes only the end, because there may be thousands of bytecodes. If the cut splits a library placeholder, decodes
  // all of the code.
  const code = decodeCode(object.slice(-TAIL_DIGITS)) ?? decodeCode(object);
  const auxdata = code && findTrailingAuxdata(code);
  return auxdata && encodeCode(code, auxdata.start).slice(2);
}

/** Adds the auxdata of all candidates to each candidate, because a contract may create any of the others. */
export function addKnownAuxdata(candidates: readonly BuildCandidate[]): readonly BuildCandidate[] {
  let all: ReadonlySet<string> | undefined;
  const knownAuxdata = {
    has: (auxdata: string) => {
      all ??= collectAuxdata(candidates);
      return all.has(auxdata);
    },
  };
  return candidates.map((candidate) => ({
    ...candidate,
    runtime: { ...candidate.runtime, knownAuxdata },
    creation: { ...candidate.creation, knownAuxdata },
  }));
}

/** Files with a single contract are far smaller. A larger file is something else, such as a build-info. */
const MAX_CONTRACT_FILE_BYTES = 32 * 1024 * 1024;
/** Tools name artifact folders after the source file. */
const SOURCE_FOLDER = /\.(sol|vy|yul|fe)$/;

async function readFolder(folder: string, wanted?: string): Promise<readonly FoundContract[]> {
  const { contracts, buildInfos } = listJsonFiles(folder);
  if (path.basename(folder) === BUILD_INFO_FOLDER)
    return readBuildInfos(folder, buildInfos.get(folder) ?? [], readIfBuildInfo);
  const isSkipped = (file: string) => wanted !== undefined && isOfOther(wanted, file);
  const found = [...(await readContractFiles(contracts.filter((file) => !isSkipped(file))))];
  for (const [buildInfoFolder, files] of buildInfos) {
    // Outputs are large, so they are skipped if there are artifacts for them. Artifacts are enough to choose a build.
    const artifacts = `${path.dirname(buildInfoFolder)}${path.sep}`;
    const isCovered =
      found.some(({ candidate }) => candidate.file.startsWith(artifacts)) ||
      (await containsContract(contracts.filter((file) => isSkipped(file) && file.startsWith(artifacts))));
    if (!isCovered) found.push(...(await readAll(files, readIfBuildInfo)));
  }
  return found;
}

async function containsContract(files: readonly string[]): Promise<boolean> {
  for (const file of files) if ((await readContractFiles([file])).length > 0) return true;
  return false;
}

/** True for the artifacts of other contracts. Tools name artifacts `Name.json`, and Foundry also `Name.0.8.30.json`. */
function isOfOther(wanted: string, file: string): boolean {
  const { name } = splitName(wanted);
  return SOURCE_FOLDER.test(path.dirname(file)) && !path.basename(file).startsWith(`${name}.`);
}

type ReadFile = (file: string) => Promise<readonly FoundContract[]>;

/** Reads build-infos' contracts from the artifacts around their folder or, failing that, from their outputs. */
async function readBuildInfos(
  folder: string,
  files: readonly string[],
  readOutput: ReadFile,
): Promise<readonly FoundContract[]> {
  const isAmongArtifacts = path.basename(folder) === BUILD_INFO_FOLDER;
  const around = isAmongArtifacts ? listJsonFiles(path.dirname(folder)).contracts : [];
  const found = (await readContractFiles(around)).filter(({ candidate }) =>
    files.includes(candidate.buildFile),
  );
  const covered = new Set(found.map(({ candidate }) => candidate.buildFile));
  const uncovered = files.filter((file) => !covered.has(file));
  return [...found, ...(await readAll(uncovered, readOutput))];
}

/** Reads one file at a time, because outputs are large. */
async function readAll(files: readonly string[], read: ReadFile): Promise<readonly FoundContract[]> {
  return (await Array.fromAsync(files, (file) => read(file))).flat();
}

async function readContractFiles(files: readonly string[]): Promise<readonly FoundContract[]> {
  const foundryInputs = new FoundryInputs();
  return dropDetached(await readAll(files, (file) => readContracts(file, foundryInputs)));
}

/** Drops an artifact without a build-info if another file contains the same contract and has a build-info. */
function dropDetached(found: readonly FoundContract[]): readonly FoundContract[] {
  if (!found.some(({ lacksBuildInfo }) => lacksBuildInfo)) return found;
  const complete = found.filter(({ lacksBuildInfo }) => lacksBuildInfo !== true);
  const known = new Set(complete.map(({ candidate }) => getContractKey(candidate)));
  return found.filter(
    ({ candidate, lacksBuildInfo }) => lacksBuildInfo !== true || !known.has(getContractKey(candidate)),
  );
}

/** A file outside of an artifact's folder may be a deployment, a moved build-info, or not even JSON. */
async function readContracts(file: string, foundryInputs: FoundryInputs): Promise<readonly FoundContract[]> {
  const isArtifact = SOURCE_FOLDER.test(path.dirname(file));
  if (!isArtifact && statSync(file).size > MAX_CONTRACT_FILE_BYTES)
    return readIfBuildInfo(file).catch(() => []);
  const json = isArtifact ? readJsonObject(file) : tryReadJson(file);
  if (json === undefined) return [];
  const contract = readContractFile({ file, json, foundryInputs });
  if (contract !== undefined) return [contract];
  const format = isArtifact ? undefined : parseFormat(json._format);
  return format === undefined ? [] : readSolcOutput(file, format, json);
}
