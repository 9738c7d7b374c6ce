import { createHash } from "node:crypto";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { hashText } from "../domain/keccak.ts";
import { Memo } from "../domain/memo.ts";
import { fitsCompilation, type Metadata } from "../solidity/metadata.ts";
import type { Json } from "../text/is-object.ts";
import { getOrAdd } from "../text/memoize.ts";
import { readFoundryInput } from "./build-info.ts";

/** Number of compiler inputs to keep in memory. Consecutive contracts usually come from a few builds. */
const MAX_CACHED = 4;

/** Identifies a compiler input, but takes only a hundredth of the memory. */
interface InputSummary {
  readonly settings: Json;
  /** keccak256 hashes (0x-prefixed hex), keyed by source path. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Finds compiler inputs in Foundry's build-infos, which artifacts don't refer to. Reads each file once. */
export class FoundryInputs {
  readonly #folders = new Memo<readonly string[]>();
  readonly #summaries = new Memo<InputSummary | undefined>();
  readonly #inputs = new Memo<StandardJsonInput | undefined>(MAX_CACHED);
  /** Caches keccak256 hashes by SHA-256, which is faster. Most sources are in several build-infos. */
  readonly #hashes = new Map<string, string>();

  async find(folder: string, metadata: Metadata) {
    for (const file of await this.#folders.get(folder, () => listBuildInfos(folder))) {
      const summary = await this.#summaries.get(file, () => this.#summarise(file));
      if (summary === undefined) continue;
      if (!fitsCompilation(metadata, summary.settings, (source) => summary.hashes.get(source))) continue;
      const input = await this.#inputOf(file);
      if (input !== undefined) return { file, input };
    }
    return undefined;
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
    // Ignores a broken build-info, because it may belong to other contracts.
    return this.#inputs.get(file, () => readFoundryInput(file).catch(() => undefined));
  }

  #hash(text: string): string {
    const key = createHash("sha256").update(text).digest("base64");
    return getOrAdd(this.#hashes, key, () => hashText(text));
  }
}

/** Lists build-infos newest first, because most artifacts belong to the newest one. */
async function listBuildInfos(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  const dated = names.sort().map(async (name) => {
    const file = path.join(folder, name);
    return { file, writtenMs: (await stat(file).catch(() => undefined))?.mtimeMs ?? 0 };
  });
  return (await Promise.all(dated)).sort((a, b) => b.writtenMs - a.writtenMs).map(({ file }) => file);
}
