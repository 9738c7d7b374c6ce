import { isObject } from "./is-object.ts";

/** Serializes JSON with sorted object keys, so equal values yield equal strings. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => (isObject(inner) ? sortKeys(inner) : inner));
}

/** Sorts an object's keys by code unit, so that the order is the same on every machine. */
export function sortKeys<Value>(map: Readonly<Record<string, Value>>): Record<string, Value> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** True if two values have the same JSON, regardless of key order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return canonicalJson(one) === canonicalJson(other);
}
