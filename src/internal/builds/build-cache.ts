import { stat } from "node:fs/promises";
import path from "node:path";
import type { Build } from "../domain/build.ts";
import { Memo } from "../domain/memo.ts";
import type { NextStep } from "../errors/next-step.ts";
import type { CandidateSet } from "./candidate-set.ts";
import type { FoundContract } from "./found-contract.ts";
import { ifUnusable } from "./json-file.ts";
import { listJsonFiles } from "./list-json-files.ts";
import { readCandidates, readLocation, refuseMissing } from "./read-candidates.ts";
import { findPackagedBuilds } from "./readers/packaged-builds.ts";
import { readIfBuildInfo } from "./readers/solc-output.ts";
import { readStandardJsonInput } from "./readers/standard-json-input.ts";
import { getTemplateKey } from "./same-contract.ts";

/** Number of builds to keep in memory. Several contracts in a deployment usually share a build. */
const MAX_CACHED = 4;

export type BuildReader = Pick<BuildCache, keyof BuildCache>;

/** Reads each file only once for all contracts. Used for a single run, because files can change between runs. */
export class BuildCache {
  readonly #sets = new Memo<CandidateSet>();
  readonly #locations = new Memo<readonly FoundContract[]>();
  /** Contracts that exist only in compiler outputs, keyed by location. */
  readonly #outputs = new Memo<readonly FoundContract[]>();
  readonly #loaded = new Memo<Build>(MAX_CACHED);
  #firstName: string | undefined;

  read(locations: readonly string[], projectRoot: string, buildStep?: NextStep): Promise<CandidateSet> {
    return this.#sets.get(JSON.stringify([projectRoot, ...locations]), () =>
      readCandidates(locations, projectRoot, (location) => this.#readOnce(location), buildStep),
    );
  }

  /**
   * Reads only the artifacts of contracts with this name, so that a large project does not slow down a single contract.
   *
   * @returns undefined if there are none, or if one is unusable, in which case {@link read} reports the cause. Also
   * undefined for any other name than the first, because reading all artifacts once is faster than listing them for
   * each contract.
   */
  async readNamed(
    locations: readonly string[],
    projectRoot: string,
    contract: string,
  ): Promise<CandidateSet | undefined> {
    this.#firstName ??= contract;
    if (this.#firstName !== contract) return undefined;
    return this.#sets
      .get(JSON.stringify(["named", projectRoot, ...locations]), () =>
        readCandidates(locations, projectRoot, async (location) =>
          this.#sharing(await readLocation(location, contract)),
        ),
      )
      .catch(ifUnusable(undefined));
  }

  /**
   * Also reads contracts that exist only in compiler outputs and, if `withPackages` is set, contracts shipped with
   * plugins.
   */
  readWider(locations: readonly string[], projectRoot: string, withPackages: boolean): Promise<CandidateSet> {
    const further = withPackages ? findPackagedBuilds(projectRoot) : [];
    return this.#sets.get(JSON.stringify(["wider", projectRoot, locations, further]), () =>
      readCandidates([...locations, ...further], projectRoot, (location) =>
        this.#readAll(location).catch(ifUnusable([])),
      ),
    );
  }

  readonly readInput = readStandardJsonInput;
  readonly refuseMissing = refuseMissing;

  async #readAll(location: string): Promise<readonly FoundContract[]> {
    const contracts = await this.#readOnce(location);
    const outputs = this.#outputs.get(location, () => readOutputs(location, contracts));
    return [...contracts, ...this.#sharing(await outputs)];
  }

  #readOnce(location: string): Promise<readonly FoundContract[]> {
    return this.#locations.get(location, async () => this.#sharing(await readLocation(location)));
  }

  #sharing(found: readonly FoundContract[]): readonly FoundContract[] {
    return found.map(({ candidate, load }) => ({
      candidate,
      load: () => this.#loaded.get(candidate.buildFile, load),
    }));
  }
}

/**
 * Hardhat 3 writes artifacts only for the project's own files, not for imported packages, and Foundry keeps build-infos
 * from older builds. Outputs are large, so they are read one at a time.
 */
async function readOutputs(
  location: string,
  known: readonly FoundContract[],
): Promise<readonly FoundContract[]> {
  const opened = new Set(known.map(({ candidate }) => candidate.file));
  const seen = new Set(known.map(({ candidate }) => getTemplateKey(candidate)));
  const found: FoundContract[] = [];
  for (const file of await listBuildInfos(location)) {
    if (opened.has(file)) continue;
    for (const contract of await readIfBuildInfo(file).catch(ifUnusable([]))) {
      const key = getTemplateKey(contract.candidate);
      if (!seen.has(key)) found.push(contract);
      seen.add(key);
    }
  }
  return found;
}

async function listBuildInfos(location: string): Promise<readonly string[]> {
  const there = await stat(location).catch(() => undefined);
  if (there?.isFile() === true) return [path.resolve(location)];
  if (there?.isDirectory() !== true) return [];
  const { buildInfos } = listJsonFiles(location);
  return [...buildInfos.values()].flat();
}
