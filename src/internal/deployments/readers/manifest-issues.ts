import type { z } from "zod";

import { nearestNames } from "../../text/nearest.ts";
import { MANIFEST_KEYS } from "./manifest-schema.ts";

/** A long value is a code or a text, and says no more than its beginning does. */
const LONGEST_VALUE = 80;

type Fact = readonly [label: string, value: string];

/** What is wrong with a manifest: for each wrong key what was expected and what was got. */
export function describeManifestIssues(
  issues: readonly z.core.$ZodIssue[],
  manifest: unknown,
): readonly Fact[] {
  return issues.flatMap((issue) => describeIssue(issue, [], manifest));
}

function describeIssue(
  issue: z.core.$ZodIssue,
  around: readonly PropertyKey[],
  manifest: unknown,
): readonly Fact[] {
  const path = [...around, ...issue.path];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => [pathOf([...path, key]), `unknown key${suggestion(key)}`]);
  if (issue.code === "custom" && issue.params?.isWhole === true) return [[pathOf(path), issue.message]];
  const value = valueAt(manifest, path);
  if (issue.code === "invalid_union") {
    // Of a text and an object the one that it is: its issues say what is wrong inside.
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const inner = isObject ? issue.errors.at(-1) : undefined;
    if (inner !== undefined) return inner.flatMap((each) => describeIssue(each, path, manifest));
    return [[pathOf(path), `expected a path or an id, or an object with a path, got ${describe(value)}`]];
  }
  if (issue.code === "invalid_key") return [[pathOf(path), "expected the name of a library as the key"]];
  const expected = issue.message.replace(/^Invalid input: expected (\w+),.*$/, "an $1");
  return [[pathOf(path), `expected ${expected}, got ${describe(value)}`]];
}

function pathOf(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "The manifest" : path.map(String).join(".");
}

function suggestion(key: string): string {
  const [nearest] = nearestNames(key, MANIFEST_KEYS, 1);
  return nearest === undefined ? "" : `, perhaps ${nearest}`;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

function describe(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object") return "an object";
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown;
}
