import { stat } from "node:fs/promises";
import path from "node:path";
import { readIfBuildInfo } from "./build-info-file.ts";
import type { FoundContract } from "./found-contract.ts";
import { listJsonFiles } from "./list-json-files.ts";
import { nothingIfUnusable } from "./read-candidates.ts";
import { templateKey } from "./same-contract.ts";

/**
 * The contracts in a location's compiler outputs that its artifacts lack. Hardhat 3 writes artifacts of the project's
 * own files only, not of imported packages; Foundry keeps build-infos of older builds. Outputs are large, so they are
 * read one at a time.
 *
 * @param location Absolute path.
 * @param known The contracts that were read without opening these outputs.
 */
export async function readOutputs(
  location: string,
  known: readonly FoundContract[],
): Promise<readonly FoundContract[]> {
  const opened = new Set(known.map(({ candidate }) => candidate.file));
  const seen = new Set(known.map(({ candidate }) => templateKey(candidate)));
  const found: FoundContract[] = [];
  for (const file of await buildInfosAt(location)) {
    if (opened.has(file)) continue;
    for (const contract of await readIfBuildInfo(file).catch(nothingIfUnusable)) {
      const key = templateKey(contract.candidate);
      if (!seen.has(key)) found.push(contract);
      seen.add(key);
    }
  }
  return found;
}

async function buildInfosAt(location: string): Promise<readonly string[]> {
  const there = await stat(location).catch(() => undefined);
  if (there?.isFile() === true) return [path.resolve(location)];
  if (there?.isDirectory() !== true) return [];
  const { buildInfos } = await listJsonFiles(location);
  return [...buildInfos.values()].flat();
}
