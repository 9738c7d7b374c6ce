import { type Link, linksOf } from "../../bytecode/links.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { shownAs } from "../../cross-check/compare/linked-library.ts";
import type { LinkedLibrary } from "../../cross-check/evidence.ts";
import type { Run } from "../run.ts";
import type { FindLibrary } from "./libraries-of-build.ts";
import { readLibraries } from "./read-libraries.ts";

/** More than any program has; a chain of links may have no end. */
const MOST_LIBRARIES = 64;

/**
 * The libraries that a contract is linked with, and those that these are linked with, and so on, each once: a contract
 * also runs their code.
 */
export async function linkedLibraries(
  run: Run,
  facts: DeploymentFacts,
  links: readonly Link[],
  find: FindLibrary,
): Promise<readonly LinkedLibrary[]> {
  const found = new Map<string, LinkedLibrary>();
  const keyOf = ({ name, address }: Link): string => `${name} ${address}`;
  let next = links;
  while (next.length > 0) {
    const codes =
      found.size < MOST_LIBRARIES
        ? await readLibraries(run, facts, new Set(next.flatMap(({ address }) => address ?? [])))
        : undefined;
    const libraries: LinkedLibrary[] = [];
    for (const link of next) {
      const runtimeBytecode = codes?.get(link.address ?? "");
      // Without its code, it is open.
      const compilations = codes === undefined ? { compiled: [] } : await find(link, runtimeBytecode);
      libraries.push({ ...link, runtimeBytecode, ...compilations });
    }
    for (const library of libraries) found.set(keyOf(library), library);
    next = [...new Map(libraries.flatMap(linksOfLibrary).map((link) => [keyOf(link), link])).values()].filter(
      (link) => !found.has(keyOf(link)),
    );
  }
  return [...found.values()];
}

function linksOfLibrary(library: LinkedLibrary): readonly Link[] {
  const shown = shownAs(library);
  const { runtimeBytecode } = library;
  if (shown === undefined || runtimeBytecode === undefined) return [];
  const { template: runtime, input } = shown;
  const inputs = input === undefined ? [] : [input];
  return linksOf({ runtime, inputs, onchain: { runtime: runtimeBytecode } }).map((link) => ({
    ...link,
    linkedBy: "library",
  }));
}
