import { getOwn } from "../text/is-object.ts";

interface Variable {
  readonly label: string;
  readonly type: string;
}

/** The parts of a Solidity layout that matter here. */
interface Layout {
  readonly storage: readonly Variable[];
  readonly types: Readonly<
    Record<string, { readonly label: string; readonly members?: readonly Variable[] | undefined }>
  > | null;
}

/** Maximum number of variables, including struct members. Real contracts have hundreds at most. */
const MAX_VARIABLES = 100_000;
const MAX_DEPTH = 64;
/**
 * Maximum number of characters in all descriptions. Each variable's description includes the names of its enclosing
 * structs.
 */
const MAX_TEXT_LENGTH = 20_000_000;

/** The cost of describing a type's variables. */
interface Size {
  readonly variables: number;
  /** Characters in labels, including the labels of structs around each variable. */
  readonly text: number;
}

/**
 * The size of a type that is nested too deeply or still being counted, so a struct that contains itself is infinite.
 */
const INFINITE: Size = { variables: Number.POSITIVE_INFINITY, text: Number.POSITIVE_INFINITY };

/** Even a few types can refer to each other so often that there are billions of variables or megabytes of names. */
export function isWalkable({ storage, types }: Layout): boolean {
  const getType = (id: string) => getOwn(types, id);
  const getLength = (label: unknown): number => (typeof label === "string" ? label.length : 0);
  const known = new Map<string, Size>();
  const measure = (id: string, depth: number): Size => {
    const counted = known.get(id);
    if (counted !== undefined) return counted;
    if (depth > MAX_DEPTH) return INFINITE;
    known.set(id, INFINITE);
    const { label, members } = getType(id) ?? {};
    const size = { variables: 1, text: getLength(label) };
    const whole = addAll(size, Array.isArray(members) ? members : [], depth + 1);
    known.set(id, whole);
    return whole;
  };
  const addAll = (start: Size, fields: readonly Variable[], depth: number): Size =>
    fields.reduce(({ variables, text }, { type, label }) => {
      const inner = measure(type, depth);
      const labels = getLength(label) * inner.variables;
      return { variables: variables + inner.variables, text: text + labels + inner.text };
    }, start);
  // Mapping values and array elements are described once per type.
  const listed = Object.values(types ?? {}).flatMap((type) => type?.members ?? []);
  const listedText = listed.reduce((sum, { type }) => sum + getLength(getType(type)?.label), 0);
  const { variables, text } = addAll({ variables: listed.length, text: listedText }, storage, 0);
  return variables <= MAX_VARIABLES && text <= MAX_TEXT_LENGTH;
}
