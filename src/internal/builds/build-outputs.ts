import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import type { Build, BuildCandidate, ContractName } from "../domain/build.ts";
import type { ImmutableReferences } from "../domain/code-template.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { parseMetadata } from "../solidity/metadata.ts";
import { isObject } from "../text/is-object.ts";
import { readIfBuildInfo } from "./build-info-file.ts";
import { codeTemplate } from "./code-template.ts";
import { readJsonParts } from "./streamed-json.ts";

/** Bounds the time: more build-infos than this belong to many projects. */
const MOST_BUILDS = 64;

/** Reading so much takes almost a second. */
const MOST_BYTES = 64 * 1024 * 1024;

/** Metadata and remappings of build files, each read once, on first use. */
export class BuildOutputs {
  readonly #candidates: readonly BuildCandidate[];
  readonly #metadata = new Map<string, Promise<readonly string[]>>();
  readonly #compiled = new Map<string, Promise<readonly string[]>>();
  readonly #byName = new Map<string, Promise<ReadonlyMap<string, string>>>();
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
    return findOnce(this.#metadata, buildFile, async () => {
      const texts = await readMetadata(buildFile);
      return texts.length > 0 ? texts : this.compiledMetadata(buildFile, otherwise);
    });
  }

  /**
   * The metadata texts that a compiler writes of a build's input.
   *
   * @param compile Asks the compiler.
   */
  compiledMetadata(buildFile: string, compile: () => Promise<readonly string[]>): Promise<readonly string[]> {
    return findOnce(this.#compiled, buildFile, compile);
  }

  /** The metadata text of one contract in a build's output; undefined where the compiler was not asked for it. */
  async metadataOf(
    { file, input }: Build,
    { inputSourceName, name }: ContractName,
  ): Promise<string | undefined> {
    if (!selectsMetadata(input.settings.outputSelection)) return undefined;
    const { output } = await partsOf(outputFileOf(file), {
      output: { contracts: { [inputSourceName]: { [name]: { metadata: "text" } } } },
    });
    const { contracts } = objectOf(output);
    const { metadata } = objectOf(objectOf(objectOf(contracts)[inputSourceName])[name]);
    return typeof metadata === "string" ? metadata : undefined;
  }

  /**
   * The immutable references of one contract in a build's output, by the compiler's ids, which some artifacts lack.
   *
   * @returns undefined where the output has none, or is larger than what names are worth.
   */
  async immutableReferencesOf(
    { file }: Build,
    { inputSourceName, name }: ContractName,
  ): Promise<ImmutableReferences | undefined> {
    const output = outputFileOf(file);
    if (await isLargerThan(MOST_BYTES, output)) return undefined;
    const deployedBytecode = { object: "text", linkReferences: "all", immutableReferences: "all" } as const;
    const parts = await partsOf(output, {
      output: { contracts: { [inputSourceName]: { [name]: { evm: { deployedBytecode } } } } },
    });
    const contract = objectOf(objectOf(objectOf(objectOf(parts.output).contracts)[inputSourceName])[name]);
    const code = objectOf(objectOf(contract.evm).deployedBytecode);
    return codeTemplate(file, code.object, code.linkReferences, code.immutableReferences)
      ?.immutableReferences;
  }

  /**
   * The source map of one contract's runtime code in a build's output.
   *
   * @returns undefined where the output has none, or is larger than a source line is worth.
   */
  async sourceMapOf({ file }: Build, { inputSourceName, name }: ContractName): Promise<string | undefined> {
    const output = outputFileOf(file);
    if (await isLargerThan(MOST_BYTES, output)) return undefined;
    const parts = await partsOf(output, {
      output: {
        contracts: { [inputSourceName]: { [name]: { evm: { deployedBytecode: { sourceMap: "text" } } } } },
      },
    });
    const contract = objectOf(objectOf(objectOf(objectOf(parts.output).contracts)[inputSourceName])[name]);
    const { sourceMap } = objectOf(objectOf(contract.evm).deployedBytecode);
    return typeof sourceMap === "string" && sourceMap !== "" ? sourceMap : undefined;
  }

  /**
   * The metadata texts of all contracts in a build's output, by `path:Name` with the compiler's path, read once; empty
   * where the compiler was not asked for metadata.
   */
  metadataByName({ file, input }: Build): Promise<ReadonlyMap<string, string>> {
    const known = this.#byName.get(file) ?? readMetadataByName(file, input.settings.outputSelection);
    this.#byName.set(file, known);
    return known;
  }

  /**
   * The contracts of one name in a build's output. Not every contract of a build has an artifact of that build: what did
   * not change is not written again.
   *
   * @param name `path:Name`, with the compiler's path.
   * @returns Empty where the output can't be read.
   */
  async contractsNamed({ file }: Build, name: string): Promise<readonly BuildCandidate[]> {
    const found = await readIfBuildInfo(file).catch((error: unknown) => {
      if (error instanceof VerifyContractError) return [];
      throw error;
    });
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

async function findOnce(
  known: Map<string, Promise<readonly string[]>>,
  buildFile: string,
  find: () => Promise<readonly string[]>,
): Promise<readonly string[]> {
  const found = known.get(buildFile) ?? find();
  known.set(buildFile, found);
  try {
    return await found;
  } catch (error) {
    // The deadline of one contract must not fail the next one.
    known.delete(buildFile);
    throw error;
  }
}

/** Hardhat 3 has the output in a file of its own. */
function outputFileOf(buildFile: string): string {
  const beside = buildFile.replace(/\.json$/, ".output.json");
  return existsSync(beside) ? beside : buildFile;
}

/** Whether a compiler was asked for metadata at all, so that an output without any is not read to its end. */
function selectsMetadata(outputSelection: unknown): boolean {
  return Object.values(objectOf(outputSelection)).some((ofFile) =>
    Object.values(objectOf(ofFile)).some(
      (parts) => Array.isArray(parts) && (parts.includes("metadata") || parts.includes("*")),
    ),
  );
}

/** A file that is not there is not. */
async function isLargerThan(bytes: number, file: string): Promise<boolean> {
  const there = await stat(file).catch(() => undefined);
  return there !== undefined && there.size > bytes;
}

function objectOf(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

async function readMetadata(buildFile: string): Promise<readonly string[]> {
  return [...(await readTexts(buildFile)).values()];
}

async function readMetadataByName(
  buildFile: string,
  outputSelection: unknown,
): Promise<ReadonlyMap<string, string>> {
  return selectsMetadata(outputSelection) ? readTexts(buildFile) : new Map();
}

/** Metadata texts by `path:Name`. */
async function readTexts(buildFile: string): Promise<ReadonlyMap<string, string>> {
  const { output } = await partsOf(outputFileOf(buildFile), {
    output: { contracts: { "*": { "*": { metadata: "text" } } } },
  });
  const texts = new Map<string, string>();
  for (const [source, contracts] of Object.entries(objectOf(objectOf(output).contracts)))
    for (const [name, contract] of Object.entries(objectOf(contracts))) {
      const { metadata } = objectOf(contract);
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

function partsOf(file: string, parts: Parameters<typeof readJsonParts>[1]) {
  return readJsonParts(file, parts).catch((error: unknown): Readonly<Record<string, unknown>> => {
    if (error instanceof VerifyContractError) return {};
    throw error;
  });
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === "string");
}
