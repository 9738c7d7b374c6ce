import { readdir } from "node:fs/promises";
import path from "node:path";
import { isEarlier } from "../domain/compiler-version.ts";
import { isObject } from "../text/is-object.ts";
import { FOUNDRY_BUILD_INFO, parseFormat } from "./build-info.ts";
import { BUILD_INFO_FOLDER } from "./build-info-folder.ts";
import { readJsonParts } from "./streamed-json.ts";

/**
 * Returns the Solidity versions in Hardhat's build-infos, `0.8.28`, oldest first. Skips Foundry's build-infos: their
 * version follows the output, so they are slow to read, and Foundry's compilers are already on this machine.
 */
export async function readCompiledVersions(artifacts: readonly string[]): Promise<readonly string[]> {
  const versions = new Set<string>();
  const files = await Promise.all(artifacts.map(listBuildInfos));
  for (const file of files.flat()) {
    const version = await readSolidityVersion(file).catch(() => undefined);
    if (version !== undefined) versions.add(version);
  }
  return [...versions].sort((one, other) => (isEarlier(one, other) ? -1 : 1));
}

/** OpenZeppelin Upgrades keeps `build-info-v5.json` beside its artifacts. */
async function listBuildInfos(artifacts: string): Promise<readonly string[]> {
  const folder = path.join(artifacts, BUILD_INFO_FOLDER);
  const [beside, inside] = await Promise.all(
    [artifacts, folder].map((each) => readdir(each).catch((): string[] => [])),
  );
  return [
    ...(beside ?? [])
      .filter((name) => name.startsWith(BUILD_INFO_FOLDER))
      .map((name) => path.join(artifacts, name)),
    ...(inside ?? []).map((name) => path.join(folder, name)),
  ].filter((file) => file.endsWith(".json") && !file.endsWith(".output.json"));
}

async function readSolidityVersion(file: string): Promise<string | undefined> {
  const { _format } = await readJsonParts(file, { _format: "all" });
  const format = parseFormat(_format);
  if (format === undefined || format === FOUNDRY_BUILD_INFO) return undefined;
  const { solcLongVersion, input } = await readJsonParts(file, {
    solcLongVersion: "all",
    input: { language: "all" },
  });
  if (!isObject(input) || input.language !== "Solidity" || typeof solcLongVersion !== "string")
    return undefined;
  return /^\d+\.\d+\.\d+(?=\+commit\.)/.exec(solcLongVersion)?.[0];
}
