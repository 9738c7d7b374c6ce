import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Build, BuildCandidate, ContractName } from "../domain/build.ts";
import type { ImmutableReferences } from "../domain/code-template.ts";
import { parseMetadata } from "../solidity/metadata.ts";
import { asObject, isObject } from "../text/is-object.ts";
import { codeTemplate } from "./code-template.ts";
import { ifUnusable, type Json } from "./json-file.ts";
import type { SelectedKeys } from "./json-selection.ts";
import { Memo } from "./memo.ts";
import { readIfBuildInfo } from "./readers/solc-output.ts";
import { readJsonParts } from "./streamed-json.ts";

/** Bounds the time: more build-infos than this belong to many projects. */
const MOST_BUILDS = 64;

/** Reading so much takes almost a second. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Metadata and remappings of build files, each read once, on first use. */
export class BuildOutputs {
  readonly #candidates: readonly BuildCandidate[];
  readonly #compiled = new Memo<readonly string[]>();
  readonly #byName = new Memo<ReadonlyMap<string, string>>();
  #remappings: Promise<readonly (readonly string[])[]> | undefined;

  constructor(candidates: readonly BuildCandidate[]) {
    this.#candidates = candidates;
  }

  /**
   * The metadata texts in a build's output.
   *
   * @param otherwise Supplies them where the build has no readable output, or one without metadata.
   */
  async metadata(buildFile: string, otherwise: () => Promise<readonly string[]>): Promise<readonly string[]> {
    const texts = await this.#byName.get(buildFile, () => readMetadata(buildFile));
    return texts.size > 0 ? [...texts.values()] : this.compiledMetadata(buildFile, otherwise);
  }

  /**
   * The metadata texts that a compiler writes of a build's input. The deadline of one contract must not fail the next one.
   */
  compiledMetadata(buildFile: string, compile: () => Promise<readonly string[]>): Promise<readonly string[]> {
    return this.#compiled.getUsable(buildFile, compile);
  }

  /** The metadata text of one contract in a build's output; undefined where the compiler was not asked for it. */
  async metadataOf(build: Build, contract: ContractName): Promise<string | undefined> {
    if (!selectsMetadata(build)) return undefined;
    const { metadata } = await contractIn(build, contract, { metadata: "text" });
    return typeof metadata === "string" ? metadata : undefined;
  }

  /**
   * The immutable references of one contract in a build's output, by the compiler's ids, which some artifacts lack.
   *
   * @returns undefined where the output has none, or is larger than what names are worth.
   */
  async immutableReferencesOf(
    build: Build,
    contract: ContractName,
  ): Promise<ImmutableReferences | undefined> {
    const parts = { object: "text", linkReferences: "all", immutableReferences: "all" } as const;
    const code = await runtimeCodeIn(build, contract, parts);
    return codeTemplate(build.file, code)?.immutableReferences;
  }

  /**
   * The source map of one contract's runtime code in a build's output.
   *
   * @returns undefined where the output has none, or is larger than a source line is worth.
   */
  async sourceMapOf(build: Build, contract: ContractName): Promise<string | undefined> {
    const { sourceMap } = await runtimeCodeIn(build, contract, { sourceMap: "text" });
    return typeof sourceMap === "string" && sourceMap !== "" ? sourceMap : undefined;
  }

  /**
   * The metadata texts of all contracts in a build's output, by `path:Name` with the compiler's path, read once; empty
   * where the compiler was not asked for metadata.
   */
  async metadataByName(build: Build): Promise<ReadonlyMap<string, string>> {
    if (!selectsMetadata(build)) return new Map();
    return this.#byName.get(build.file, () => readMetadata(build.file));
  }

  /**
   * The contracts of one name in a build's output. Not every contract of a build has an artifact of that build: what did
   * not change is not written again.
   *
   * @param name `path:Name`, with the compiler's path.
   * @returns Empty where the output can't be read.
   */
  async contractsNamed({ file }: Build, name: string): Promise<readonly BuildCandidate[]> {
    const found = await readIfBuildInfo(file).catch(ifUnusable([]));
    return found
      .map(({ candidate }) => candidate)
      .filter((each) => `${each.inputSourceName}:${each.name}` === name);
  }

  /** `settings.remappings` of the builds, without duplicate lists. */
  remappings(): Promise<readonly (readonly string[])[]> {
    this.#remappings ??= readRemappings(this.#candidates);
    return this.#remappings;
  }
}

/** Hardhat 3 has the output in a file of its own. */
function outputFileOf(buildFile: string): string {
  const beside = buildFile.replace(/\.json$/, ".output.json");
  return existsSync(beside) ? beside : buildFile;
}

/** True if the compiler was asked for metadata at all, so that an output without any is not read to its end. */
function selectsMetadata({ input }: Build): boolean {
  return Object.values(asObject(input.settings.outputSelection)).some((ofFile) =>
    Object.values(asObject(ofFile)).some(
      (parts) => Array.isArray(parts) && (parts.includes("metadata") || parts.includes("*")),
    ),
  );
}

/** Parts of one contract in a build's output; empty where it has none. */
async function contractIn(
  { file }: Build,
  { inputSourceName, name }: ContractName,
  parts: SelectedKeys,
): Promise<Json> {
  const selection = { output: { contracts: { [inputSourceName]: { [name]: parts } } } };
  const { output } = await partsOf(outputFileOf(file), selection);
  return asObject(asObject(asObject(asObject(output).contracts)[inputSourceName])[name]);
}

/** Parts of a runtime code; empty also in an output that is too large. */
async function runtimeCodeIn(build: Build, contract: ContractName, parts: SelectedKeys): Promise<Json> {
  const there = await stat(outputFileOf(build.file)).catch(() => undefined);
  if (there !== undefined && there.size > MOST_BYTES) return {};
  const { evm } = await contractIn(build, contract, { evm: { deployedBytecode: parts } });
  return asObject(asObject(evm).deployedBytecode);
}

/** Metadata texts by `path:Name`. */
async function readMetadata(buildFile: string): Promise<ReadonlyMap<string, string>> {
  const { output } = await partsOf(outputFileOf(buildFile), {
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
  for (const file of [...files].slice(0, MOST_BUILDS)) {
    const { input } = await partsOf(file, { input: { settings: "all" } });
    if (isObject(input) && isObject(input.settings)) lists.push(input.settings.remappings);
  }
  const distinct = new Map(lists.flatMap((list) => (isTexts(list) ? [[list.join("\n"), list]] : [])));
  return [...distinct.values()];
}

async function partsOf(file: string, parts: SelectedKeys): Promise<Json> {
  return readJsonParts(file, parts).catch(ifUnusable({}));
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
