/** Maximum length of a cached string in characters. Longer strings take too much memory. */
const MAX_LENGTH = 100_000;
/** Enough for the bytecode and sources of a few contracts. */
const MAX_RESULTS = 32;

/** Returns a key's value, which is computed and added if there is none. */
export function getOrAdd<Key, Value>(
  map: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  compute: () => Value,
): Value {
  const value = map.get(key) ?? compute();
  map.set(key, value);
  return value;
}

/** Caches a pure function's most recent results. */
export function memoize<T>(compute: (text: string) => T): (text: string) => T {
  const results = new Map<string, T>();
  return (text) => {
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = compute(text);
    if (text.length > MAX_LENGTH) return result;
    const [oldest] = results.keys();
    if (results.size >= MAX_RESULTS && oldest !== undefined) results.delete(oldest);
    results.set(text, result);
    return result;
  };
}
