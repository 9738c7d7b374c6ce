import { existsSync } from "node:fs";
import path from "node:path";
import { ofProcess, readFoundry, type Surroundings } from "./foundry-files.ts";
import { foundrySolc } from "./foundry-settings.ts";

/** `0.8.28` or `solc:0.8.28`, which svm has, and not a path. */
const VERSION = /^(solc:)?v?\d+\.\d+/;

/**
 * Absolute path of the compiler that `solc` of Foundry's configuration names. Undefined where it names a version, or where
 * there is no such file, which forge itself reports.
 *
 * @param root Absolute path of the project.
 */
export async function foundryCompiler(
  root: string,
  surroundings: Surroundings = ofProcess(),
): Promise<string | undefined> {
  const { files, environment } = await readFoundry(root, surroundings);
  const solc = foundrySolc(files, environment);
  if (solc === undefined || VERSION.test(solc)) return undefined;
  const file = path.resolve(root, solc);
  return existsSync(file) ? file : undefined;
}
