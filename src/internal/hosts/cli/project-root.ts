import { readdirSync } from "node:fs";
import path from "node:path";
import { foldersOfCheckout } from "../../builds/project/folders-around.ts";

/** Files that make a folder a project, by what they are of. */
const MARKS = {
  foundry: /^foundry\.toml$/,
  hardhat: /^hardhat\.config\.[cm]?[jt]s$/,
  own: /^verify-contract\.config\.(ts|mjs|js|json)$/,
} as const;
/** The first that is there is read. */
const OWN_ORDER = ["ts", "mjs", "js", "json"];

export interface ProjectRoot {
  /** Absolute path. */
  readonly root: string;
  readonly isFoundry: boolean;
  readonly isHardhat: boolean;
  /** Absolute paths of our own configuration files, that which is read first. */
  readonly configFiles: readonly string[];
}

/**
 * The project around a folder: the nearest folder upward, to the root of the git checkout, with a configuration of
 * Foundry, Hardhat or our own; else the folder itself.
 *
 * @param folder Absolute path.
 */
export function projectAround(folder: string): ProjectRoot {
  const found = foldersOfCheckout(folder).map(projectIn);
  const isProject = ({ isFoundry, isHardhat, configFiles }: ProjectRoot): boolean =>
    isFoundry || isHardhat || configFiles.length > 0;
  return found.find(isProject) ?? projectIn(folder);
}

export function projectIn(root: string): ProjectRoot {
  const names = namesIn(root);
  const has = (mark: RegExp): boolean => names.some((name) => mark.test(name));
  const own = names.filter((name) => MARKS.own.test(name));
  const order = (name: string): number => OWN_ORDER.indexOf(path.extname(name).slice(1));
  return {
    root,
    isFoundry: has(MARKS.foundry),
    isHardhat: has(MARKS.hardhat),
    configFiles: own.sort((a, b) => order(a) - order(b)).map((name) => path.join(root, name)),
  };
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
