import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";

import { readFoundryInput } from "../build-info.ts";
import { buildInfoFolderOf } from "../build-info-folder.ts";
import { codeTemplate } from "../code-template.ts";
import { isObject } from "../json-file.ts";
import { isInputOf, type Metadata, parseMetadata } from "../metadata.ts";
import type { Build, FoundContract } from "../model.ts";
import { ownStorageLayout } from "../own-storage-layout.ts";
import { restoreInput } from "../restore-input.ts";
import type { ContractFile } from "./index.ts";

/**
 * An artifact of Foundry, `out/<File>.sol/<Name>.json`. Its metadata names the contract, the long version of the
 * compiler, the settings and the hashes of the sources. The compiler input is the one of `out/build-info` that fits it;
 * `forge build` without `--build-info` keeps none, and then the sources are read from the project, if they still have
 * their hashes.
 */
export function foundryArtifact({ path: file, json }: ContractFile): FoundContract | undefined {
  const { abi, bytecode, deployedBytecode, rawMetadata } = json;
  if (!isObject(bytecode) || !isObject(deployedBytecode) || "_format" in json) return undefined;
  if (!Array.isArray(abi) || !abi.every(isObject)) return undefined;
  const runtime = codeTemplate(
    file,
    deployedBytecode.object,
    deployedBytecode.linkReferences,
    deployedBytecode.immutableReferences,
  );
  const creation = codeTemplate(file, bytecode.object, bytecode.linkReferences, undefined);
  if (runtime === undefined || creation === undefined) return undefined;
  // Without metadata, as of another language, nothing says which contract it is, and by which compiler.
  const metadata = parseMetadata(rawMetadata) ?? parseMetadata(JSON.stringify(json.metadata));
  if (metadata === undefined) return undefined;
  const { name, inputSourceName } = metadata;
  const storageLayout = ownStorageLayout(json.storageLayout, `${inputSourceName}:${name}`);
  return {
    candidate: {
      name,
      sourceName: inputSourceName,
      fullyQualifiedName: `${inputSourceName}:${name}`,
      inputSourceName,
      abi,
      runtime,
      creation,
      ...(typeof rawMetadata === "string" ? { metadata: rawMetadata } : {}),
      ...(storageLayout === undefined ? {} : { storageLayout }),
      buildId: path.basename(file, ".json"),
      buildFile: file,
      file,
    },
    load: () => load(file, metadata),
  };
}

async function load(file: string, metadata: Metadata): Promise<Build> {
  const folder = buildInfoFolderOf(file);
  for (const buildInfo of await listBuildInfos(folder)) {
    // One that is broken may be of other contracts.
    const input = await readFoundryInput(buildInfo).catch(() => undefined);
    if (input !== undefined && isInputOf(input, metadata)) {
      const { compilerVersion } = metadata;
      return { id: path.basename(buildInfo, ".json"), file: buildInfo, compilerVersion, input };
    }
  }
  const project = projectOf(folder);
  return restoreInput(file, path.basename(file, ".json"), metadata, (source) =>
    readFile(path.resolve(project, source), "utf8").catch(() => undefined),
  );
}

async function listBuildInfos(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch(() => []);
  return names
    .filter((name) => name.endsWith(".json"))
    .map((name) => path.join(folder, name))
    .sort();
}

/** The folder around `out` that has the configuration, to which source names are relative. */
function projectOf(buildInfoFolder: string): string {
  const out = path.dirname(buildInfoFolder);
  for (let folder = out; path.dirname(folder) !== folder; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "foundry.toml"))) return folder;
  }
  return path.dirname(out);
}
