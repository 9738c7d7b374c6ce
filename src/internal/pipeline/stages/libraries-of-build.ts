import type { CandidateSet } from "../../builds/candidate-set.ts";
import { displayPath } from "../../builds/read-candidates.ts";
import type { KnownLibrary, LibraryOfBuild } from "../../cross-check/evidence.ts";
import type { Build, BuildCandidate } from "../../domain/build.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { importClosure } from "../../solidity/import-closure.ts";
import type { LoadedBuild } from "./load-build.ts";

/**
 * The libraries that a code on chain is linked with, each as the chosen build has it: several builds may know a library
 * by the same name.
 *
 * @param addresses By `path:Name`, 0x-hex.
 * @param projectRoot For paths in messages.
 */
export async function librariesOfBuild(
  set: CandidateSet,
  { candidate, compilation }: LoadedBuild,
  addresses: Readonly<Record<string, string>>,
  projectRoot: string,
): Promise<readonly LibraryOfBuild[]> {
  if (Object.keys(addresses).length === 0) return [];
  const shown = ({ runtime, file }: BuildCandidate): KnownLibrary => ({
    template: runtime,
    file: displayPath(file, projectRoot),
  });
  return Promise.all(
    Object.entries(addresses).map(async ([name, address]) => {
      const known = set.candidates.filter((each) => inputName(each) === name);
      set.onUsed?.(known);
      const isOwn = await Promise.all(
        known.map(
          async (each) =>
            each.buildFile === candidate.buildFile ||
            hasSameSources(compilation, await loadIfPossible(set, each), each.inputSourceName),
        ),
      );
      const own = known.filter((_, index) => isOwn[index]);
      const [first, ...equals] = (
        own.length > 0 ? own : await set.outputs.contractsNamed(compilation, name)
      ).map(shown);
      const others = known.filter((_, index) => isOwn[index] === false).map(shown);
      return { name, address, template: undefined, ...first, equals, others };
    }),
  );
}

/** Whether a library's build has the sources that this one has for it, so that it is the same library. */
function hasSameSources(
  { compilerVersion, input }: Build,
  library: Build | undefined,
  path: string,
): boolean {
  if (library === undefined) return false;
  const closure = importClosure(library.input, path);
  const sources = closure.kind === "known" ? closure.sources : Object.keys(library.input.sources);
  return (
    compilerVersion === library.compilerVersion &&
    sources.every((each) => input.sources[each]?.content === library.input.sources[each]?.content)
  );
}

async function loadIfPossible(set: CandidateSet, candidate: BuildCandidate): Promise<Build | undefined> {
  const [build] = await set.load(candidate).then((loaded) => [loaded], nothingIfUnusable);
  return build;
}

function nothingIfUnusable(error: unknown): readonly never[] {
  if (error instanceof VerifyContractError) return [];
  throw error;
}

function inputName({ inputSourceName, name }: BuildCandidate): string {
  return `${inputSourceName}:${name}`;
}
