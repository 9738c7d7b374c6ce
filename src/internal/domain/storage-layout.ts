import type { SolidityStorageLayout } from "./record.ts";

/** Variables with the members of their structs; the largest layout of a real contract has some hundreds. */
const MOST_VARIABLES = 100_000;
/** Structs in structs. */
const DEEPEST = 64;

/**
 * Counts the variables of a layout, and of their structs' members, and so on: whoever walks through all of them has to
 * count them first, because a few types can name each other so that there are billions.
 *
 * @returns undefined if there are more than 100,000, and for a struct that contains itself, which no compiler writes.
 */
export function countVariables({ storage, types }: SolidityStorageLayout): number | undefined {
  const counted = new Map<string, number>();
  const countOf = (id: string, depth: number): number => {
    const known = counted.get(id);
    if (known !== undefined) return known;
    if (depth > DEEPEST) return Number.POSITIVE_INFINITY;
    // Until it is counted: infinitely many, if it contains itself.
    counted.set(id, Number.POSITIVE_INFINITY);
    const members = types !== null && Object.hasOwn(types, id) ? types[id]?.members : undefined;
    const count = (Array.isArray(members) ? members : []).reduce<number>(
      (sum, { type }) => sum + countOf(type, depth + 1),
      1,
    );
    counted.set(id, count);
    return count;
  };
  const total = storage.reduce((sum, { type }) => sum + countOf(type, 0), 0);
  return total > MOST_VARIABLES ? undefined : total;
}
