/** Includes values in the JSON of texts. */
export interface Leaf {
  /** Keys and indexes; `→` enters the JSON of a text. */
  readonly path: readonly (string | number)[];
  readonly value: string | number | boolean;
}

const INTO = "→";

export function leavesOf(value: unknown, path: Leaf["path"] = []): readonly Leaf[] {
  if (typeof value === "string") {
    const inner = jsonOf(value);
    return inner === undefined ? [{ path, value }] : leavesOf(inner, [...path, INTO]);
  }
  if (typeof value === "number" || typeof value === "boolean") return [{ path, value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) =>
    leavesOf(each, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

export function replaced(value: unknown, [first, ...rest]: Leaf["path"], by: Leaf["value"]): unknown {
  if (first === undefined) return by;
  if (first === INTO) return JSON.stringify(replaced(jsonOf(String(value)), rest, by));
  if (Array.isArray(value)) return value.map((each, at) => (at === first ? replaced(each, rest, by) : each));
  const entries = Object.entries(value as object);
  return Object.fromEntries(
    entries.map(([key, each]) => [key, key === first ? replaced(each, rest, by) : each]),
  );
}

/** `contract.exchanges[].answer.text→sources`: the same for all items of a list. */
export function pathWords(path: Leaf["path"]): string {
  return path
    .map((part, at) =>
      typeof part === "number"
        ? "[]"
        : part === INTO || at === 0 || path[at - 1] === INTO
          ? part
          : `.${part}`,
    )
    .join("");
}

/** Undefined unless the text is a JSON object or list. */
function jsonOf(text: string): object | undefined {
  if (!/^[[{]/.test(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
