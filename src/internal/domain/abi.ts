/** Maximum number of characters in a name or type. Compilers write much shorter names and types. */
const MAX_LENGTH = 1000;
/** Nesting depth of lists and objects. A tuple's components add two levels. */
const MAX_DEPTH = 128;
/** Parsing each entry, parameter and array dimension takes time. Real ABIs contain at most a few thousand. */
const MAX_PARTS = 50_000;
/** Elements of nested fixed-size arrays. A decoder allocates all elements before it reads the first. */
const MAX_ELEMENTS = 100_000;

/**
 * Explains why an untrusted ABI is unsafe to process. Names and types must be strings, because a list that contains one
 * string would produce the same signature. Lists contain entries or parameters, so their elements must be objects.
 */
export function findAbiProblem(abi: readonly unknown[]): string | undefined {
  let parts = 0;
  const isPlain = (value: object, depth: number, around: number): boolean => {
    const { type } = value as Readonly<Record<string, unknown>>;
    const elements = around * (isArrayType(type) ? countElements(type) : 1);
    parts += 1;
    if (depth > MAX_DEPTH || parts > MAX_PARTS || elements > MAX_ELEMENTS) return false;
    const entries = value as Readonly<Record<string, unknown>>;
    const isList = Array.isArray(value);
    // Uses a loop for speed, because each run reads thousands of entries and most values are strings.
    for (const key in entries) {
      const inner = entries[key];
      if (isList || (key !== "name" && key !== "type")) {
        const isObject = typeof inner === "object" && inner !== null;
        if (isObject ? !isPlain(inner, depth + 1, elements) : isList) return false;
        continue;
      }
      if (typeof inner !== "string" || inner.length > MAX_LENGTH) return false;
      if (isArrayType(inner)) parts += inner.split("[").length - 1;
    }
    return true;
  };
  return isPlain(abi, 0, 1) && parts <= MAX_PARTS
    ? undefined
    : `expected lists of objects, names and types of at most ${MAX_LENGTH} characters, at most ${MAX_PARTS} parameters and array dimensions, and no larger arrays or deeper tuples than compilers write`;
}

/** True for an array type. Only searches for a bracket, because a run reads thousands of types. */
function isArrayType(type: unknown): type is string {
  return typeof type === "string" && type.includes("[");
}

function countElements(type: string): number {
  if (type.length > MAX_LENGTH) return 1;
  return [...type.matchAll(/\[(\d+)\]/g)].reduce(
    (product, [, size]) => product * Math.max(1, Number(size)),
    1,
  );
}
