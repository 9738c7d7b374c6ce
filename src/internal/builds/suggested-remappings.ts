import type { StandardJsonInput } from "../domain/compiler-input.ts";
import { importClosure } from "../solidity/import-closure.ts";

/** Up to this many optional remappings, all subsets are tried: 256. */
const MOST_OPEN = 8;

/**
 * Lists of remappings that a contract may have been compiled with. Hardhat 3 compiles with the remappings of all files
 * that it compiles together, so a single rebuilt file gets other remappings than in a full build.
 *
 * @param input The contract's compiler input here.
 * @param root The contract's source name in the input.
 * @param ofBuilds The remappings of all builds.
 * @returns Lists other than the input's own, each with the remappings that the contract's imports need.
 */
export function suggestedRemappings(
  input: StandardJsonInput,
  root: string,
  ofBuilds: readonly (readonly string[])[],
): readonly (readonly string[])[] {
  const own = remappingsOf(input);
  const needed = own.filter((each) => isNeeded(input, root, each));
  const open = [...new Set([...own, ...ofBuilds.flat()])].filter((each) => !needed.includes(each));
  const lists = open.length <= MOST_OPEN ? subsetsOf(open) : [[], ...ofBuilds, open];
  return lists
    .map((list) => [...new Set([...needed, ...list])].sort())
    .filter((list) => list.join("\n") !== [...own].sort().join("\n"));
}

function isNeeded(input: StandardJsonInput, root: string, remapping: string): boolean {
  const remappings = remappingsOf(input).filter((each) => each !== remapping);
  const without = importClosure({ ...input, settings: { ...input.settings, remappings } }, root);
  return JSON.stringify(without) !== JSON.stringify(importClosure(input, root));
}

function remappingsOf({ settings }: StandardJsonInput): readonly string[] {
  return Array.isArray(settings.remappings)
    ? settings.remappings.filter((each): each is string => typeof each === "string")
    : [];
}

function subsetsOf(texts: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: 2 ** texts.length }, (_, bits) =>
    texts.filter((_text, index) => (bits >> index) % 2 === 1),
  );
}
