import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { ifUnusable } from "../builds/json-file.ts";
import { FOUNDRY_CONFIG } from "../builds/project/foundry-config.ts";
import { HARDHAT_CONFIG, type ProjectPaths, resolveProjectPaths } from "../builds/project/project-paths.ts";
import { advice, ownCommand } from "../errors/next-step.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import { formatCount } from "../text/amounts.ts";
import type { Json } from "../text/is-object.ts";
import type { Deployment, DeploymentReader, Found } from "./model.ts";
import { addressesIn, type OwnAddress } from "./own-addresses.ts";
import { manifest, READERS } from "./readers/index.ts";
import { SHORTEST_MANIFEST } from "./readers/manifest.ts";
import { listFolder, orReason, readRecord, unusableRecord } from "./record-file.ts";

export interface Located extends Found {
  readonly reader: DeploymentReader;
}

/** One level deeper than `<script>/<chain>` and `multi/<script>-latest` under the project's `broadcast` folder. */
const DEEPEST = 3;
const MOST_FOLDERS = 5000;
/** Number of files to open in order to recognize the tool if a folder has no chain file. */
const FILES_TO_TRY = 5;
/** Folders with records of contracts that aren't on a chain, or with large files that aren't records. */
const SKIPPED = new Set(["dry-run", "node_modules", "solcInputs"]);

/** The absolute paths of the project's folders with deployment records. */
export function listRecordFolders(project: ProjectPaths): readonly string[] {
  return READERS.flatMap(({ folder }) => folder?.(project) ?? []);
}

export async function locateInProject(project: ProjectPaths): Promise<readonly Located[]> {
  return (await Array.fromAsync(listRecordFolders(project), (place) => locateIn(place))).flat();
}

/** Returns the absolute paths of a record's files: the record itself, or the files in its folder. */
export async function listRecordFiles({ location }: Found): Promise<readonly string[]> {
  const { files } = await listFolder(location);
  return files.length === 0 ? [location] : files.map((name) => path.join(location, name));
}

/**
 * Undefined if the path doesn't exist. `typed` is the path as the user wrote it.
 *
 * @throws VC704 if there are no records.
 */
export async function locateAt(
  place: string,
  project: ProjectPaths,
  typed: string,
): Promise<readonly Located[] | undefined> {
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) return undefined;
  if (found.isFile()) return [await locateFile(place, typed)];
  if (!found.isDirectory()) throw unusableRecord(place, "it is neither a file nor a directory");
  const { files } = await listFolder(place);
  const isProject = files.some((file) => file === FOUNDRY_CONFIG || HARDHAT_CONFIG.test(file));
  const isAnother = isProject && place !== project.root;
  // Another project's configuration isn't loaded, so its paths are inferred from its files.
  const around = isAnother
    ? await resolveProjectPaths({ root: place, artifacts: path.join(place, "artifacts") })
    : project;
  const located = isProject ? await locateInProject(around) : await locateIn(place);
  if (located.length === 0) throw unusableRecord(place, "it contains no deployments");
  return located;
}

async function locateFile(file: string, typed: string): Promise<Located> {
  if (/\.ya?ml$/i.test(file)) return { reader: manifest, location: file };
  // If no tool recognizes the file name, identifies the tool by the content.
  const [whole] = (
    await findFirstLocated((reader) => reader.locate(path.dirname(file), [path.basename(file)]))
  ).filter(({ isWhole }) => isWhole);
  if (whole !== undefined) return whole;
  const json = await readRecord(file);
  const { reader, is } = recogniseFormat(json) ?? {};
  if (reader === undefined) throw unknownFormat(file, typed, json);
  if (is === "record") return { reader, location: file };
  throw unusableRecord(
    file,
    `it is a single file of a ${reader.tool} deployment: pass its folder, or list its address in a manifest`,
  );
}

/** Creates VC704 for a file that no known tool wrote, with a command that converts it to a manifest. */
function unknownFormat(file: string, typed: string, json: Json): VerifyContractError {
  const addresses = addressesIn(json).length;
  const manifestFile = typed.replace(/(?:\.json)?$/i, ".manifest.json");
  const more =
    addresses === 0
      ? { next: advice(`list the contracts in a manifest, such as ${SHORTEST_MANIFEST}`) }
      : {
          likely: `it uses the project's own format: a manifest can list its ${formatCount(addresses, "contract")}`,
          next: ownCommand("deployments", [typed], ["--write-manifest", manifestFile], ["--dry-run"]),
        };
  return unusableRecord(file, "no known deployment tool wrote it, and it isn't a manifest", more);
}

function recogniseFormat(
  json: Json,
): { readonly reader: DeploymentReader; readonly is: "record" | "part" } | undefined {
  const all = READERS.flatMap((reader) => {
    const is = reader.recognise?.(json);
    return is === undefined ? [] : [{ reader, is }];
  });
  return all.find(({ is }) => is === "record") ?? all[0];
}

/** Returns the addresses in a JSON file in the project's own format. Undefined for any other file. */
export async function ownAddresses(file: string): Promise<readonly OwnAddress[] | undefined> {
  const json = await readRecord(file).catch(ifUnusable(undefined));
  return json === undefined || recogniseFormat(json) !== undefined ? undefined : addressesIn(json);
}

/** A misplaced file in the folder doesn't hide deployments in the subfolders. @throws VC704 for too many folders. */
async function locateIn(start: string): Promise<readonly Located[]> {
  const located: Located[] = [];
  const folders = [{ folder: start, depth: 0 }];
  const seen = new Set<string>();
  for (const { folder, depth } of folders) {
    // Links may form cycles.
    const real = await realpath(folder).catch(() => folder);
    if (seen.has(real)) continue;
    seen.add(real);
    const { files, folders: subfolders } = await listFolder(folder);
    const here = await locateHere(folder, files);
    located.push(...here);
    if (here[0]?.isWhole || depth >= DEEPEST) continue;
    const inner = subfolders.filter((name) => !SKIPPED.has(name) && !name.startsWith("."));
    if (folders.length + inner.length > MOST_FOLDERS)
      throw unusableRecord(
        start,
        `it contains more than ${MOST_FOLDERS} folders: pass the deployment folders`,
      );
    folders.push(...inner.map((name) => ({ folder: path.join(folder, name), depth: depth + 1 })));
  }
  return located;
}

async function locateHere(folder: string, files: readonly string[]): Promise<readonly Located[]> {
  const byName = await findFirstLocated((reader) => reader.locate(folder, files));
  if (byName.length > 0) return byName;
  return findFirstLocated((reader) =>
    reader.locate(folder, files, async (names) => {
      const read: { readonly name: string; readonly json: Json }[] = [];
      for (const name of names.slice(0, FILES_TO_TRY)) {
        const json = await readRecord(path.join(folder, name)).catch(ifUnusable(undefined));
        if (json !== undefined) read.push({ name, json });
      }
      return read;
    }),
  );
}

/** Returns the result of the first reader that locates anything. */
export async function findFirstLocated(
  locate: (reader: DeploymentReader) => ReturnType<DeploymentReader["locate"]>,
): Promise<readonly Located[]> {
  for (const reader of READERS) {
    const found = await locate(reader);
    if (found.length > 0) return found.map((each) => ({ ...each, reader }));
  }
  return [];
}

/** Skips an unusable record and reports the reason. Doesn't open records whose path refers to another chain. */
export async function readOneOfMany(
  located: Located,
  chainId: number | undefined,
  project: ProjectPaths,
): Promise<readonly Deployment[]> {
  const { reader, location, chainId: chainOfPath } = located;
  const empty = { tool: reader.tool, location, contracts: [], passedOver: [] };
  if (chainId !== undefined && chainOfPath !== undefined && chainOfPath !== chainId)
    return [{ ...empty, chainId: chainOfPath }];
  const broken = (reason: string): readonly Deployment[] => {
    const passedOver = { name: path.basename(location), file: location, reason, isBroken: true } as const;
    return [{ ...empty, chainId: undefined, passedOver: [passedOver] }];
  };
  const read = await orReason(reader.read(location, project));
  if (!("value" in read)) return broken(read.reason);
  if (chainOfPath === undefined) return read.value;
  const another = read.value.find((each) => each.chainId !== undefined && each.chainId !== chainOfPath);
  // The mismatch must not hide a record that may belong to this chain.
  if (another !== undefined)
    return broken(`it is for chain ${another.chainId}, but is in chain ${chainOfPath}'s folder`);
  return read.value.map((each) => ({ ...each, chainId: chainOfPath }));
}
