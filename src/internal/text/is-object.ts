/** A JSON object whose values are not validated. */
export type Json = Readonly<Record<string, unknown>>;

/** True for an object with keys, which excludes lists and null. */
export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Returns the value if it is an object with keys, or else an empty object. */
export function asObject(value: unknown): Json {
  return isObject(value) ? value : {};
}

/** Returns the objects in a list. Empty for any other value. */
export function listObjects(value: unknown): readonly Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Reads an own property, so that a name such as `constructor` doesn't return an inherited value. */
export function getOwn<Value>(
  map: Readonly<Record<string, Value>> | null | undefined,
  key: string,
): Value | undefined {
  return map != null && Object.hasOwn(map, key) ? map[key] : undefined;
}

/** Returns the first item with each key. */
export function distinct<Item extends object | string>(
  items: readonly Item[],
  getKey: (item: Item) => string,
): readonly Item[] {
  return [...Map.groupBy(items, getKey).values()].flatMap(([first]) => first ?? []);
}

/** Parses JSON. Undefined for invalid text. */
export function tryJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

type Present<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Copies an object, without the keys whose value is undefined. */
export function withoutUndefined<T extends object>(value: T): Present<T> {
  return Object.fromEntries(Object.entries(value).filter(([, it]) => it !== undefined)) as Present<T>;
}
