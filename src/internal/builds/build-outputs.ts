import { stat } from "node:fs/promises";
import { type Build, type BuildCandidate, type ContractName, getIdentifier } from "../domain/build.ts";
import type { ImmutableReferences } from "../domain/code-template.ts";
import { Memo } from "../domain/memo.ts";
import { parseMetadata } from "../solidity/metadata.ts";
import { asObject, isObject, type Json } from "../text/is-object.ts";
import { findSeparateOutput } from "./build-info.ts";
import { parseTemplate } from "./code-template.ts";
import { ifUnusable } from "./json-file.ts";
import type { SelectedKeys } from "./json-selection.ts";
import { readIfBuildInfo } from "./readers/solc-output.ts";
import { readJsonParts } from "./streamed-json.ts";
import { listWithoutMetadata, type WithoutMetadata } from "./without-metadata.ts";

/** Limits the running time. A single project has fewer build-infos than this. */
const MAX_BUILDS = 64;

/** Reading an output of this size takes almost a second. */
const MAX_BYTES = 64 * 1024 * 1024;

/** Metadata and remappings from build files. Each file is read once, on first use. */
export class BuildOutputs {
  readonly #candidates: readonly BuildCandidate[];
  readonly #locations: readonly string[];
  readonly #compiled = new Memo<readonly string[]>();
  readonly #byName = new Memo<ReadonlyMap<string, string>>();
  #remappings: Promise<readonly (readonly string[])[]> | undefined;

  constructor(candidates: readonly BuildCandidate[], locations: readonly string[] = []) {
    this.#candidates = candidates;
    this.#locations = locations;
  }

  /** @param otherwise Returns the metadata to use if there is none in the build's output. */
  async metadata(buildFile: string, otherwise: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const texts = await this.#byName.get(buildFile, () => readMetadata(buildFile));
    return texts.size > 0 ? [...texts.values()] : this.compiledMetadata(buildFile, otherwise);
  }

  /** Doesn't cache failures, because a timeout for one contract must not make the next contract fail. */
  compiledMetadata(buildFile: string, compile: () => Promise<readonly string[]>): Promise<readonly string[]> {
    return this.#compiled.getUsable(buildFile, compile);
  }

  async metadataOf(build: Build, contract: ContractName): Promise<string | undefined> {
    if (!selectsMetadata(build)) return undefined;
    const { metadata } = await readContract(build, contract, { metadata: "text" });
    return typeof metadata === "string" ? metadata : undefined;
  }

  /**
   * Some artifacts lack immutable references. Undefined if the output also lacks them, or is too large to read just for
   * them.
   */
  async immutableReferencesOf(
    build: Build,
    contract: ContractName,
  ): Promise<ImmutableReferences | undefined> {
    const parts = { object: "text", linkReferences: "all", immutableReferences: "all" } as const;
    const code = await readRuntimeCode(build, contract, parts);
    return parseTemplate(build.file, code)?.immutableReferences;
  }

  /** Undefined if the output has no source map, or is too large to read just for a source line. */
  async sourceMapOf(build: Build, contract: ContractName): Promise<string | undefined> {
    const { sourceMap } = await readRuntimeCode(build, contract, { sourceMap: "text" });
    return typeof sourceMap === "string" && sourceMap !== "" ? sourceMap : undefined;
  }

  /** Keyed by `path:Name`, with the path that the compiler uses. Empty if the compiler settings don't request metadata. */
  async metadataByName(build: Build): Promise<ReadonlyMap<string, string>> {
    if (!selectsMetadata(build)) return new Map();
    return this.#byName.get(build.file, () => readMetadata(build.file));
  }

  /** Finds contracts by the compiler's `path:Name`. Tools don't rewrite the artifacts of unchanged contracts. */
  async contractsNamed({ file }: Build, name: string): Promise<readonly BuildCandidate[]> {
    const found = await readIfBuildInfo(file).catch(ifUnusable([]));
    return found.map(({ candidate }) => candidate).filter((each) => getIdentifier(each) === name);
  }

  remappings(): Promise<readonly (readonly string[])[]> {
    this.#remappings ??= readRemappings(this.#candidates);
    return this.#remappings;
  }

  /** The contracts that were compiled but can't be read. */
  async withoutMetadata(): Promise<readonly WithoutMetadata[]> {
    return listWithoutMetadata(this.#locations, this.#candidates);
  }
}

function getOutputFile(buildFile: string): string {
  return findSeparateOutput(buildFile) ?? buildFile;
}

/** True if the compiler settings request metadata. If they don't, reading the whole output is pointless. */
function selectsMetadata({ input }: Build): boolean {
  return Object.values(asObject(input.settings.outputSelection)).some((ofFile) =>
    Object.values(asObject(ofFile)).some(
      (parts) => Array.isArray(parts) && (parts.includes("metadata") || parts.includes("*")),
    ),
  );
}

async function readContract(
  { file }: Build,
  { inputSourceName, name }: ContractName,
  parts: SelectedKeys,
): Promise<Json> {
  const selection = { output: { contracts: { [inputSourceName]: { [name]: parts } } } };
  const { output } = await readParts(getOutputFile(file), selection);
  return asObject(asObject(asObject(asObject(output).contracts)[inputSourceName])[name]);
}

async function readRuntimeCode(build: Build, contract: ContractName, parts: SelectedKeys): Promise<Json> {
  const there = await stat(getOutputFile(build.file)).catch(() => undefined);
  if (there !== undefined && there.size > MAX_BYTES) return {};
  const { evm } = await readContract(build, contract, { evm: { deployedBytecode: parts } });
  return asObject(asObject(evm).deployedBytecode);
}

async function readMetadata(buildFile: string): Promise<ReadonlyMap<string, string>> {
  const { output } = await readParts(getOutputFile(buildFile), {
    output: { contracts: { "*": { "*": { metadata: "text" } } } },
  });
  const texts = new Map<string, string>();
  for (const [source, contracts] of Object.entries(asObject(asObject(output).contracts)))
    for (const [name, contract] of Object.entries(asObject(contracts))) {
      const { metadata } = asObject(contract);
      if (typeof metadata === "string") texts.set(`${source}:${name}`, metadata);
    }
  return texts;
}

async function readRemappings(
  candidates: readonly BuildCandidate[],
): Promise<readonly (readonly string[])[]> {
  const lists: unknown[] = [];
  const files = new Set<string>();
  for (const { metadata, buildFile } of candidates) {
    if (metadata === undefined) files.add(buildFile);
    else lists.push(parseMetadata(metadata)?.settings.remappings);
  }
  for (const file of [...files].slice(0, MAX_BUILDS)) {
    const { input } = await readParts(file, { input: { settings: "all" } });
    if (isObject(input) && isObject(input.settings)) lists.push(input.settings.remappings);
  }
  const distinct = new Map(lists.flatMap((list) => (isStringArray(list) ? [[list.join("\n"), list]] : [])));
  return [...distinct.values()];
}

async function readParts(file: string, parts: SelectedKeys): Promise<Json> {
  return readJsonParts(file, parts).catch(ifUnusable({}));
}

function isStringArray(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
