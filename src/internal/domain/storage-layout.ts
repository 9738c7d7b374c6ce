import type { SolidityStorageLayout } from "./record.ts";

/** Variables with the members of their structs; the largest layout of a real contract has some hundreds. */
const MOST_VARIABLES = 100_000;
/** Structs in structs. */
const DEEPEST = 64;
/** Characters of all descriptions: each variable is described with the names of the structs around it. */
const MOST_TEXT = 20_000_000;

/** The cost of describing a type's variables. */
interface Size {
  readonly variables: number;
  /** Characters of labels, those of the structs around each variable included. */
  readonly text: number;
}

/** Until it is counted, and for a struct that contains itself: infinitely many. */
const ENDLESS: Size = { variables: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY };

/**
 * True if all variables of a layout, of their structs' members, and so on, can be walked through: a few types can name each other so
 * that there are billions, or so that each has a name of megabytes. No compiler writes a struct that contains itself.
 */
export function isWalkable({ storage, types }: SolidityStorageLayout): boolean {
  const typeOf = (id: string) => (types !== null && Object.hasOwn(types, id) ? types[id] : undefined);
  const lengthOf = (label: unknown): number => (typeof label === "string" ? label.length : 0);
  const known = new Map<string, Size>();
  const sizeOf = (id: string, depth: number): Size => {
    const counted = known.get(id);
    if (counted !== undefined) return counted;
    if (depth > DEEPEST) return ENDLESS;
    known.set(id, ENDLESS);
    const { label, members } = typeOf(id) ?? {};
    const size = { variables: 1, text: lengthOf(label) };
    const whole = withAll(size, Array.isArray(members) ? members : [], depth + 1);
    known.set(id, whole);
    return whole;
  };
  const withAll = (start: Size, fields: SolidityStorageLayout["storage"], depth: number): Size =>
    fields.reduce(({ variables, text }, { type, label }) => {
      const inner = sizeOf(type, depth);
      const labels = lengthOf(label) * inner.variables;
      return { variables: variables + inner.variables, text: text + labels + inner.text };
    }, start);
  // A mapping's values, and an array's elements, are described once for each type.
  const listed = Object.values(types ?? {}).flatMap((type) => type?.members ?? []);
  const listedText = listed.reduce((sum, { type }) => sum + lengthOf(typeOf(type)?.label), 0);
  const { variables, text } = withAll({ variables: listed.length, text: listedText }, storage, 0);
  return variables <= MOST_VARIABLES && text <= MOST_TEXT;
}
