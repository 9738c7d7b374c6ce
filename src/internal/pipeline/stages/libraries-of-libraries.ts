import type { CandidateSet } from "../../builds/candidate-set.ts";
import { compareCode } from "../../bytecode/compare.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { ownTemplate } from "../../cross-check/compare/own-library.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import type { Run } from "../run.ts";
import { librariesOfBuild } from "./libraries-of-build.ts";
import type { LoadedBuild } from "./load-build.ts";
import { readLibraries } from "./read-libraries.ts";

/** More than any program has; a chain of links may have no end. */
const MOST_LIBRARIES = 64;

/**
 * The libraries that libraries are linked with, and so on, each once: what a contract runs is also their code.
 *
 * @param loaded The contract's build, whose sources say which libraries are meant.
 */
export async function librariesOfLibraries(
  run: Run,
  set: CandidateSet,
  facts: DeploymentFacts,
  loaded: LoadedBuild,
  libraries: readonly LinkedLibrary[],
): Promise<readonly LinkedLibrary[]> {
  const seen = new Set(libraries.map(({ address }) => address.toLowerCase()));
  const found: LinkedLibrary[] = [];
  let next = libraries;
  while (next.length > 0 && found.length < MOST_LIBRARIES) {
    const linked = next.flatMap(linksOf).filter(([, address]) => !seen.has(address.toLowerCase()));
    for (const [, address] of linked) seen.add(address.toLowerCase());
    const { projectRoot } = run.request;
    // Two libraries may be linked with different ones of the same name.
    const each = linked.map(([name, address]) =>
      librariesOfBuild(set, loaded, { [name]: address }, projectRoot),
    );
    const named = (await Promise.all(each)).flat();
    const codes = await readLibraries(run, facts, new Set(named.map(({ address }) => address)));
    next = named.map((library) => ({ ...library, runtimeBytecode: codes.get(library.address) }));
    found.push(...next);
  }
  return found;
}

function linksOf(library: LinkedLibrary): readonly (readonly [string, string])[] {
  const template = ownTemplate(library);
  const { runtimeBytecode } = library;
  if (template === undefined || runtimeBytecode === undefined) return [];
  return Object.entries(compareCode("runtime", runtimeBytecode, template)?.libraries ?? {});
}
