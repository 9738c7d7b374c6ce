import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { FOUNDRY_CONFIG } from "../builds/project/foundry-files.ts";
import { ignitionDeployments, type ProjectPaths, projectPathsOf } from "../builds/project/project-paths.ts";
import { isObject } from "../text/is-object.ts";
import { type Listing, listFolder } from "./list-folder.ts";
import type { DeploymentTool } from "./model.ts";
import { addressesIn, type OwnAddress } from "./own-addresses.ts";
import { isBroadcast } from "./readers/foundry-broadcast.ts";
import { isLatestBroadcast } from "./readers/foundry-files.ts";
import { CHAIN_FILES } from "./readers/hardhat-deploy.ts";
import { IGNITION_FILES } from "./readers/ignition.ts";
import { isUpgradesManifest } from "./readers/openzeppelin.ts";
import { chainIdOfUpgrades } from "./readers/openzeppelin-files.ts";
import { orReason, readRecord } from "./record-file.ts";
import { unknownFormat, unusableRecord } from "./unusable-record.ts";

/** A deployment record that was found but not read yet. */
export interface Located {
  readonly tool: DeploymentTool;
  /** Absolute path of the folder or file. */
  readonly location: string;
}

/** The folders of deployment records in a project. Absolute paths. */
export interface Places {
  readonly ignition: string;
  readonly hardhatDeploy: string;
  readonly foundry: string;
  readonly openzeppelin: string;
}

/** The depth of `<script>/<chain>` and `multi/<script>-latest` below the project's `broadcast`, plus one. */
const DEEPEST = 3;
const MOST_FOLDERS = 5000;
/** Files to open in a folder without a chain file, to find out which tool wrote them. */
const FILES_TO_TRY = 5;
/** A dry run's output looks like a broadcast, but is not on chain; hardhat-deploy's compiler inputs are large. */
const SKIPPED = new Set(["dry-run", "node_modules", "solcInputs"]);
const HARDHAT_CONFIG = /^hardhat\.config\.[cm]?[jt]s$/;

export function placesOf(project: ProjectPaths): Places {
  return {
    ignition: ignitionDeployments(project),
    hardhatDeploy: project.hardhatDeploy,
    foundry: project.foundry.broadcasts,
    openzeppelin: project.openzeppelin,
  };
}

/** Locates all deployment records of a project, in the order of the places. */
export async function locateInProject(places: Places): Promise<readonly Located[]> {
  const found: Located[] = [];
  for (const place of Object.values(places)) found.push(...(await locateIn(place)));
  return found;
}

/**
 * Locates the deployment records at a path or below.
 *
 * @param typed The path as the user named it.
 * @returns undefined for a missing path.
 * @throws VC704 for a path without deployment records.
 */
export async function locateAt(
  place: string,
  project: ProjectPaths,
  typed = place,
): Promise<readonly Located[] | undefined> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isFile()) return [await locateFile(place, typed)];
  if (!found.isDirectory()) throw unusableRecord(place, "it is neither a file nor a folder");
  const { files } = await listFolder(place);
  const isProject = files.some((file) => file === FOUNDRY_CONFIG || HARDHAT_CONFIG.test(file));
  const located = isProject
    ? await locateInProject(placesOf(await projectAt(place, project)))
    : await locateIn(place);
  if (located.length === 0) throw unusableRecord(place, "it contains no deployment");
  return located;
}

/** The paths of another project are known only from its files. */
async function projectAt(root: string, project: ProjectPaths): Promise<ProjectPaths> {
  return root === project.root ? project : projectPathsOf({ root, artifacts: path.join(root, "artifacts") });
}

async function locateFile(file: string, typed: string): Promise<Located> {
  const name = path.basename(file);
  if (/\.ya?ml$/i.test(name)) return { tool: "manifest", location: file };
  if (name === IGNITION_FILES.journal || name === IGNITION_FILES.addresses)
    return { tool: "ignition", location: path.dirname(file) };
  const json = await readRecord(file);
  const tool = toolOf(json);
  if (tool !== undefined) return { tool, location: file };
  throw isHardhatDeploy(json)
    ? unusableRecord(
        file,
        "it is one file of hardhat-deploy: name its folder, or put its address into a manifest",
      )
    : unknownFormat(file, typed, addressesIn(json).length);
}

function toolOf(json: Readonly<Record<string, unknown>>): DeploymentTool | undefined {
  if (typeof json.schema !== "string" && isBroadcast(json)) return "foundry";
  if (isUpgradesManifest(json)) return "openzeppelin";
  // A project's own list may have an object of contracts.
  const isManifest =
    Object.hasOwn(json, "schema") || Array.isArray(json.contracts) || Array.isArray(json.deployments);
  return isManifest ? "manifest" : undefined;
}

/** The addresses in a JSON file of the project's own format; undefined for anything else. */
export async function ownAddresses(file: string): Promise<readonly OwnAddress[] | undefined> {
  const read = await orReason(readRecord(file));
  if (!("value" in read) || toolOf(read.value) !== undefined || isHardhatDeploy(read.value)) return undefined;
  return addressesIn(read.value);
}

/**
 * Locates the deployment that a folder is, and those below it, so that a misplaced file does not hide them.
 *
 * @throws VC704 for too many folders.
 */
async function locateIn(start: string): Promise<readonly Located[]> {
  const located: Located[] = [];
  const folders = [{ folder: start, depth: 0 }];
  const seen = new Set<string>();
  for (const { folder, depth } of folders) {
    // Links can be circular.
    const real = await realpath(folder).catch(() => folder);
    if (seen.has(real)) continue;
    seen.add(real);
    const listing = await listFolder(folder);
    const here = await deploymentsHere(folder, listing);
    located.push(...here);
    if (here[0]?.tool === "ignition" || depth >= DEEPEST) continue;
    const inner = listing.folders.filter((name) => !SKIPPED.has(name) && !name.startsWith("."));
    if (folders.length + inner.length > MOST_FOLDERS)
      throw unusableRecord(
        start,
        `it contains more than ${MOST_FOLDERS} folders: name those of the deployments`,
      );
    folders.push(...inner.map((name) => ({ folder: path.join(folder, name), depth: depth + 1 })));
  }
  return located;
}

async function deploymentsHere(folder: string, { files }: Listing): Promise<readonly Located[]> {
  const has = (name: string): boolean => files.includes(name);
  if (has(IGNITION_FILES.journal) || has(IGNITION_FILES.addresses))
    return [{ tool: "ignition", location: folder }];
  if (has(CHAIN_FILES.v1) || has(CHAIN_FILES.v2)) return [{ tool: "hardhat-deploy", location: folder }];
  const broadcasts = files.filter((file) => isLatestBroadcast(folder, file));
  if (broadcasts.length > 0)
    return broadcasts.map((file) => ({ tool: "foundry", location: path.join(folder, file) }));
  const records = files.filter((file) => file.endsWith(".json") && !file.startsWith("."));
  const manifests = records.filter((file) => chainIdOfUpgrades(file) !== undefined);
  for (const file of records.filter((file) => !manifests.includes(file)).slice(0, FILES_TO_TRY)) {
    const read = await orReason(readRecord(path.join(folder, file)));
    if (!("value" in read)) continue;
    if (isHardhatDeploy(read.value)) return [{ tool: "hardhat-deploy", location: folder }];
    // Of a chain that is named since.
    if (isUpgradesManifest(read.value)) manifests.push(file);
  }
  return manifests.map((file) => ({ tool: "openzeppelin", location: path.join(folder, file) }));
}

function isHardhatDeploy(json: unknown): boolean {
  return isObject(json) && typeof json.address === "string" && Array.isArray(json.abi);
}
