import type { SolidityStorageLayout } from "./record.ts";

/** Variables with the members of their structs; the largest layout of a real contract has some hundreds. */
const MOST_VARIABLES = 100_000;
/** Structs in structs. */
const DEEPEST = 64;
/** Characters of all descriptions: each variable is described with the names of the structs around it. */
const MOST_TEXT = 20_000_000;

/** What describing a type's variables costs. */
interface Size {
  readonly variables: number;
  /** Characters of labels, those of the structs around each variable included. */
  readonly text: number;
}

/** Until it is counted, and for a struct that contains itself: infinitely many. */
const ENDLESS: Size = { variables: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY };

/**
 * Whether all variables of a layout, of their structs' members, and so on, can be walked through: a few types can name each other so
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
    let [variables, text] = [1, lengthOf(label)];
    for (const member of Array.isArray(members) ? members : []) {
      const inner = sizeOf(member.type, depth + 1);
      variables += inner.variables;
      text += lengthOf(member.label) * inner.variables + inner.text;
    }
    const size = { variables, text };
    known.set(id, size);
    return size;
  };
  // A mapping's values, and an array's elements, are described once for each type.
  const listed = Object.values(types ?? {}).flatMap((type) => type?.members ?? []);
  const listedText = listed.reduce((sum, { type }) => sum + lengthOf(typeOf(type)?.label), 0);
  let [variables, text] = [listed.length, listedText];
  for (const { type, label } of storage) {
    const size = sizeOf(type, 0);
    variables += size.variables;
    text += lengthOf(label) * size.variables + size.text;
  }
  return variables <= MOST_VARIABLES && text <= MOST_TEXT;
}
