/** Undefined for anything but JSON. Independent of the clients' parser. */
export function plainJson(body: Buffer): unknown {
  try {
    return withoutPrototypes(JSON.parse(body.toString("utf8")));
  } catch {
    return undefined;
  }
}

/** The clients drop this key at any depth to protect prototypes, so the oracles ignore it too. */
function withoutPrototypes(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutPrototypes);
  const kept = Object.entries(value).filter(([key]) => key !== "__proto__");
  return Object.fromEntries(kept.map(([key, inner]) => [key, withoutPrototypes(inner)]));
}

/** The value at a path of own keys. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

/** An empty object if there is none. */
export function objectAt(
  value: unknown,
  ...path: readonly (string | number)[]
): Readonly<Record<string, unknown>> {
  const inner = at(value, ...path);
  return typeof inner === "object" && inner !== null && !Array.isArray(inner) ? { ...inner } : {};
}

export function lower(value: unknown): unknown {
  return typeof value === "string" ? value.toLowerCase() : value;
}

/** Lower case with 0x. */
export function hexOf(value: unknown): unknown {
  return typeof value === "string" ? `0x${value.toLowerCase().replace(/^0x/, "")}` : value;
}

/** Equal for equal values, whatever the order of their keys. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "undefined";
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(Reflect.get(value, key))}`).join(",")}}`;
}
