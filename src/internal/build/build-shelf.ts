import type { Build, CandidateSet, FoundContract } from "./model.ts";
import { readCandidates, readLocation } from "./read-candidates.ts";

/** Compiler inputs that are kept: several contracts of a deployment are of one build. */
const MOST_KEPT = 4;

/**
 * What was read of build files, so that many contracts of the same builds cost one reading. It is for one run: files
 * can change between two.
 */
export class BuildShelf {
  readonly #sets = new Map<string, Promise<CandidateSet>>();
  readonly #locations = new Map<string, Promise<readonly FoundContract[]>>();
  /** By build file. */
  readonly #loaded = new Map<string, Promise<Build>>();

  /** @see readCandidates */
  read(locations: readonly string[], projectRoot: string, buildCommand?: string): Promise<CandidateSet> {
    const key = JSON.stringify([projectRoot, ...locations]);
    return atFirst(this.#sets, key, () =>
      readCandidates(
        locations,
        projectRoot,
        (location) => atFirst(this.#locations, location, () => this.#readLocation(location)),
        buildCommand,
      ),
    );
  }

  async #readLocation(location: string): Promise<readonly FoundContract[]> {
    const found = await readLocation(location);
    return found.map(({ candidate, load }) => ({
      candidate,
      load: () => {
        const build = atFirst(this.#loaded, candidate.buildFile, load);
        // The one that was asked for last stays longest.
        this.#loaded.delete(candidate.buildFile);
        this.#loaded.set(candidate.buildFile, build);
        const [oldest] = this.#loaded.keys();
        if (this.#loaded.size > MOST_KEPT && oldest !== undefined) this.#loaded.delete(oldest);
        return build;
      },
    }));
  }
}

/** What is known by the key; it is found out when it is first asked for. */
function atFirst<T>(known: Map<string, Promise<T>>, key: string, find: () => Promise<T>): Promise<T> {
  const before = known.get(key);
  if (before !== undefined) return before;
  const found = find();
  known.set(key, found);
  return found;
}
