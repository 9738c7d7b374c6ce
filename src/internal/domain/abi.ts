/** Characters of a name or a type; compilers write much shorter ones. */
const LONGEST = 1000;
/** Lists and objects in each other, of which a tuple's components are two. */
const DEEPEST = 128;
/** Entries, parameters, and dimensions of array types: each costs whoever parses the types. Real ABIs have a few thousand. */
const MOST_PARTS = 50_000;
/** Elements of arrays of fixed size in each other: a decoder makes place for each before it reads one. */
const MOST_ELEMENTS = 100_000;

/**
 * The reason not to walk through an ABI that someone else wrote. Names and types must be texts: a list with one text would give
 * the same signature.
 *
 * @returns undefined for an ABI that a compiler may have written.
 */
export function abiProblem(abi: readonly unknown[]): string | undefined {
  let parts = 0;
  const isPlain = (value: unknown, depth: number, around: number): boolean => {
    if (typeof value !== "object" || value === null) return true;
    const { type } = value as Readonly<Record<string, unknown>>;
    const elements = around * (isArrayType(type) ? elementsOf(type) : 1);
    parts += 1;
    if (depth > DEEPEST || parts > MOST_PARTS || elements > MOST_ELEMENTS) return false;
    if (Array.isArray(value)) return value.every((inner) => isPlain(inner, depth + 1, elements));
    const object = value as Readonly<Record<string, unknown>>;
    return Object.keys(object).every((key) => {
      const inner = object[key];
      if (key !== "name" && key !== "type") return isPlain(inner, depth + 1, elements);
      if (typeof inner !== "string" || inner.length > LONGEST) return false;
      if (isArrayType(inner)) parts += inner.split("[").length - 1;
      return true;
    });
  };
  return isPlain(abi, 0, 1) && parts <= MOST_PARTS
    ? undefined
    : `expected names and types that are texts of at most ${LONGEST} characters, at most ${MOST_PARTS} parameters and array dimensions, and no larger arrays and deeper tuples than compilers write`;
}

/** Most types aren't arrays, and each run reads thousands: the others are only searched for brackets. */
function isArrayType(type: unknown): type is string {
  return typeof type === "string" && type.includes("[");
}

function elementsOf(type: string): number {
  if (type.length > LONGEST) return 1;
  return [...type.matchAll(/\[(\d+)\]/g)].reduce(
    (product, [, size]) => product * Math.max(1, Number(size)),
    1,
  );
}
