import { existsSync } from "node:fs";
import path from "node:path";
import { listAncestors, listCheckoutFolders } from "./folders-around.ts";
import { FOUNDRY_CONFIG, readFoundry, readFoundrySetting } from "./foundry-config.ts";

/** The absolute paths of a Foundry project's folders. */
export type FoundryProject = Awaited<ReturnType<typeof openFoundryProject>>;

/** Like forge, looks for the nearest foundry.toml up to the git root. Otherwise, Foundry's defaults apply. */
export async function findFoundryProject(folder: string): Promise<FoundryProject> {
  return openFoundryProject(findConfiguredFolder(folder) ?? folder);
}

/** The nearest parent folder with a foundry.toml, or else the parent of `broadcast`, or else the file's own folder. */
export function findBroadcastProject(file: string): Promise<FoundryProject> {
  const folder = path.dirname(file);
  const broadcast = listAncestors(folder).find((each) => path.basename(each) === "broadcast");
  const holder = broadcast === undefined ? folder : path.dirname(broadcast);
  return openFoundryProject(findConfiguredFolder(folder) ?? holder);
}

export function findConfiguredFolder(folder: string): string | undefined {
  return listCheckoutFolders(folder).find(hasConfig);
}

async function openFoundryProject(root: string) {
  const config = await readFoundry(root);
  const folder = (key: string): string => path.resolve(root, readFoundrySetting(key, config) ?? key);
  return {
    root,
    isConfigured: hasConfig(root),
    sources: folder("src"),
    artifacts: folder("out"),
    broadcasts: folder("broadcast"),
  };
}

/** A compiler version managed by svm, such as `0.8.28` or `solc:0.8.28`, not a path. */
const VERSION = /^(solc:)?v?\d+\.\d+/;

/** Undefined if `solc` is a version, or the path of a missing file, which forge itself reports. */
export async function findFoundryCompiler(root: string): Promise<string | undefined> {
  const solc = readFoundrySetting("solc", await readFoundry(root));
  if (solc === undefined || VERSION.test(solc)) return undefined;
  const file = path.resolve(root, solc);
  return existsSync(file) ? file : undefined;
}

function hasConfig(folder: string): boolean {
  return existsSync(path.join(folder, FOUNDRY_CONFIG));
}
