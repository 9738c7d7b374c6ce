import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";

import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { hashOfText, isCompilationOf, type Metadata } from "../solidity/metadata.ts";
import { readFoundryInput } from "./build-info.ts";

/** Compiler inputs that are kept: contracts that are verified one after another are of a few builds. */
const MOST_KEPT = 4;

/** The compiler input of one build-info. */
interface FoundInput {
  /** Absolute path. */
  readonly file: string;
  readonly input: StandardJsonInput;
}

/** What tells whether a contract was compiled from an input, which is a hundred times larger. */
interface InputSummary {
  readonly settings: Readonly<Record<string, unknown>>;
  /** 0x-hex, keccak256 by source path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/**
 * The compiler inputs in Foundry's build-infos, of which each file is read once, however many contracts are looked up:
 * no artifact names its build-info.
 */
export class FoundryInputs {
  readonly #folders = new Map<string, Promise<readonly string[]>>();
  /** By build-info. Undefined for one without an input. */
  readonly #summaries = new Map<string, Promise<InputSummary | undefined>>();
  /** By build-info, the one that was asked for last at the end. */
  readonly #inputs = new Map<string, Promise<StandardJsonInput | undefined>>();
  /** keccak256 by SHA-256, which is faster: most sources are the same in most build-infos. */
  readonly #hashes = new Map<string, string>();

  /**
   * The compiler input of a folder's build-infos that has the sources and settings of a metadata.
   *
   * @returns undefined where none has.
   */
  async find(folder: string, metadata: Metadata): Promise<FoundInput | undefined> {
    for (const file of await this.#buildInfosIn(folder)) {
      const summary = await this.#summaryOf(file);
      if (summary === undefined) continue;
      if (!isCompilationOf(metadata, summary.settings, (source) => summary.hashes.get(source))) continue;
      const input = await this.#inputOf(file);
      if (input !== undefined) return { file, input };
    }
    return undefined;
  }

  #buildInfosIn(folder: string): Promise<readonly string[]> {
    const listed = this.#folders.get(folder) ?? listBuildInfos(folder);
    this.#folders.set(folder, listed);
    return listed;
  }

  #summaryOf(file: string): Promise<InputSummary | undefined> {
    const summary = this.#summaries.get(file) ?? this.#summarise(file);
    this.#summaries.set(file, summary);
    return summary;
  }

  async #summarise(file: string): Promise<InputSummary | undefined> {
    const input = await this.#inputOf(file);
    if (input === undefined) return undefined;
    const { settings, sources } = input;
    const hashes = Object.entries(sources).map(
      ([source, { content }]) => [source, this.#hash(content)] as const,
    );
    return { settings, hashes: new Map(hashes) };
  }

  #inputOf(file: string): Promise<StandardJsonInput | undefined> {
    // One that is broken may be of other contracts.
    const input = this.#inputs.get(file) ?? readFoundryInput(file).catch(() => undefined);
    this.#inputs.delete(file);
    this.#inputs.set(file, input);
    const [oldest] = this.#inputs.keys();
    if (this.#inputs.size > MOST_KEPT && oldest !== undefined) this.#inputs.delete(oldest);
    return input;
  }

  #hash(text: string): string {
    const key = createHash("sha256").update(text).digest("base64");
    const hash = this.#hashes.get(key) ?? hashOfText(text);
    this.#hashes.set(key, hash);
    return hash;
  }
}

/** The latest first: most artifacts are of that one. */
async function listBuildInfos(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const dated = names.sort().map(async (name) => {
    const file = path.join(folder, name);
    return { file, writtenMs: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
  });
  return (await Promise.all(dated)).sort((a, b) => b.writtenMs - a.writtenMs).map(({ file }) => file);
}
