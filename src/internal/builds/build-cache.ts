import { stat } from "node:fs/promises";
import path from "node:path";
import type { Build } from "../domain/build.ts";
import type { NextStep } from "../errors/next-step.ts";
import { readIfBuildInfo } from "./build-info-file.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { FoundContract } from "./found-contract.ts";
import { listJsonFiles } from "./list-json-files.ts";
import { packagedBuilds } from "./packaged-builds.ts";
import { nothingIfUnusable, readCandidates, readLocation, refuseMissing } from "./read-candidates.ts";
import { type GivenInput, readStandardJsonInput } from "./readers/standard-json-input.ts";
import { templateKey } from "./same-contract.ts";

/** Compiler inputs that stay in memory: several contracts of a deployment share a build. */
const MOST_KEPT = 4;

/** Reads the builds of a project. */
export interface BuildReader {
  /** @see readCandidates */
  read(locations: readonly string[], projectRoot: string, buildStep?: NextStep): Promise<CandidateSet>;
  /**
   * Like {@link read}, with what is slower to read: the contracts that only compiler outputs have, and what plugins of the
   * project bring compiled.
   *
   * @param withPackages False for what the user named: then nothing else is read.
   */
  readWider(locations: readonly string[], projectRoot: string, withPackages: boolean): Promise<CandidateSet>;
  /** @see readStandardJsonInput */
  readInput(file: string, compilerVersion: string, wanted: string | undefined): Promise<GivenInput>;
  /** @see refuseMissing */
  refuseMissing(locations: readonly string[], projectRoot: string): Promise<void>;
}

/** Caches what was read from build files, so that many contracts read each file once. For one run only: files change. */
export class BuildCache implements BuildReader {
  readonly #sets = new Map<string, Promise<CandidateSet>>();
  readonly #locations = new Map<string, Promise<readonly FoundContract[]>>();
  /** By location: the contracts that only its compiler outputs have. */
  readonly #outputs = new Map<string, Promise<readonly FoundContract[]>>();
  /** By build file. */
  readonly #loaded = new Map<string, Promise<Build>>();

  read(locations: readonly string[], projectRoot: string, buildStep?: NextStep): Promise<CandidateSet> {
    const key = JSON.stringify([projectRoot, ...locations]);
    return memoize(this.#sets, key, () =>
      readCandidates(locations, projectRoot, (location) => this.#readOnce(location), buildStep),
    );
  }

  readWider(locations: readonly string[], projectRoot: string, withPackages: boolean): Promise<CandidateSet> {
    const further = withPackages ? packagedBuilds(projectRoot) : [];
    const key = JSON.stringify(["wider", projectRoot, locations, further]);
    return memoize(this.#sets, key, () =>
      readCandidates([...locations, ...further], projectRoot, (location) =>
        this.#readAll(location).catch(nothingIfUnusable),
      ),
    );
  }

  readInput(file: string, compilerVersion: string, wanted: string | undefined): Promise<GivenInput> {
    return readStandardJsonInput(file, compilerVersion, wanted);
  }

  refuseMissing(locations: readonly string[], projectRoot: string): Promise<void> {
    return refuseMissing(locations, projectRoot);
  }

  async #readAll(location: string): Promise<readonly FoundContract[]> {
    const contracts = await this.#readOnce(location);
    const outputs = memoize(this.#outputs, location, () => readOutputs(location, contracts));
    return [...contracts, ...this.#sharing(await outputs)];
  }

  #readOnce(location: string): Promise<readonly FoundContract[]> {
    return memoize(this.#locations, location, () => this.#readLocation(location));
  }

  async #readLocation(location: string): Promise<readonly FoundContract[]> {
    return this.#sharing(await readLocation(location));
  }

  /** Lets the contracts of one build load it once. */
  #sharing(found: readonly FoundContract[]): readonly FoundContract[] {
    return found.map(({ candidate, load }) => ({
      candidate,
      load: () => {
        const build = memoize(this.#loaded, candidate.buildFile, load);
        // Moves the build to the end, so that the least recently used one is dropped.
        this.#loaded.delete(candidate.buildFile);
        this.#loaded.set(candidate.buildFile, build);
        const [oldest] = this.#loaded.keys();
        if (this.#loaded.size > MOST_KEPT && oldest !== undefined) this.#loaded.delete(oldest);
        return build;
      },
    }));
  }
}

/** Returns the known result, or starts to find it. */
function memoize<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}

/**
 * The contracts in a location's compiler outputs that its artifacts lack. Hardhat 3 writes artifacts of the project's
 * own files only, not of imported packages; Foundry keeps build-infos of older builds. Outputs are large, so they are
 * read one at a time.
 *
 * @param location Absolute path.
 * @param known The contracts that were read without opening these outputs.
 */
async function readOutputs(
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
