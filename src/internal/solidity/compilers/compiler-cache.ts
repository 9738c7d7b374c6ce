import { type LoadedCompiler, loadCompiler } from "./load-compiler.ts";
import type { LocalCompiler } from "./local-compiler.ts";

/** A loaded soljson takes some hundred megabytes, so a worker keeps only a few versions. */
const MOST_LOADED = 3;

/** No configured compiler has the wanted version. The message lists the versions there are. */
export class NoCompilerError extends Error {
  override readonly name = "NoCompilerError";
}

/** The compilers of one worker, loaded on first use. */
export class CompilerCache {
  /** By path, the least recently used first. */
  readonly #loaded = new Map<string, LoadedCompiler>();
  /** Long versions by path; outlives `#loaded`. */
  readonly #longVersions = new Map<string, string>();

  /**
   * Finds the compiler of exactly this long version.
   * @throws NoCompilerError when there is none. Its text must not read like a failed download, which would be retried.
   */
  async find(
    longVersion: string,
    compilers: readonly LocalCompiler[],
    forceEmscripten: boolean,
  ): Promise<LoadedCompiler> {
    const broken: string[] = [];
    let native: LoadedCompiler | undefined;
    for (const compiler of compilers) {
      if (!mayBe(this.#longVersions.get(compiler.path) ?? compiler.version, longVersion)) continue;
      try {
        const loaded = await this.#load(compiler);
        if (!isSameVersion(loaded.longVersion, longVersion)) continue;
        if (loaded.isEmscripten || !forceEmscripten) return loaded;
        native ??= loaded;
      } catch (error) {
        broken.push(`${compiler.path}: ${error instanceof Error ? error.message : String(error)}`);
      }
    }
    if (native !== undefined) return native;
    throw new NoCompilerError(
      [`No compiler ${longVersion} is configured.`, this.#known(compilers, longVersion), ...broken].join(" "),
    );
  }

  async #load(compiler: LocalCompiler): Promise<LoadedCompiler> {
    const loaded = this.#loaded.get(compiler.path) ?? (await loadCompiler(compiler));
    this.#loaded.delete(compiler.path);
    this.#loaded.set(compiler.path, loaded);
    this.#longVersions.set(compiler.path, loaded.longVersion);
    const [oldest] = this.#loaded.keys();
    if (this.#loaded.size > MOST_LOADED && oldest !== undefined) this.#loaded.delete(oldest);
    return loaded;
  }

  /** Commits only where they are what differs. */
  #known(compilers: readonly LocalCompiler[], wanted: string): string {
    const versions = compilers.map(({ path, version }) => this.#longVersions.get(path) ?? version ?? path);
    const shown = versions.map((version) => {
      const [release = version, commit] = version.split("+commit.");
      return commit === undefined || release === wanted.split("+")[0] ? version : release;
    });
    return versions.length === 0
      ? "There are no compilers."
      : `There are: ${[...new Set(shown)].join(", ")}.`;
  }
}

/** Whether a compiler configured as `version` (short, long or unknown) can be the wanted one. */
function mayBe(version: string | undefined, longVersion: string): boolean {
  if (version === undefined) return true;
  const bare = version.replace(/^v/, "");
  return bare.includes("+") ? longVersion === bare : longVersion.split("+")[0] === bare;
}

/** Vyper prints fewer digits of its commit than the lists of its versions have. */
function isSameVersion(printed: string, longVersion: string): boolean {
  return printed === longVersion || (SHORT_COMMIT.test(printed) && longVersion.startsWith(printed));
}

const SHORT_COMMIT = /\+commit\.[0-9a-f]{7}$/;
