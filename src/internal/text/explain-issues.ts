import type * as z from "zod";
import { findNearestName } from "./nearest.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One error in a value, and its location. */
export interface ExplainedIssue {
  readonly path: Path;
  /** Example: "expected a list, got nothing" */
  readonly text: string;
}

export interface ExplainOptions {
  readonly value: unknown;
  /** Valid keys, for suggestions. */
  readonly keys?: readonly string[];
  /** Returns true to hide the value at a path. */
  readonly isSecret?: (path: Path) => boolean;
  readonly show?: (text: string) => string;
}

/** Longer values are truncated. */
const MAX_VALUE_LENGTH = 80;

/** Marks a custom issue whose message is a complete sentence about the value. */
export const WHOLE_SENTENCE = { isWhole: true } as const;

/**
 * Explains why a schema rejected a value: the expected and the actual value at each path. The expected value comes from
 * the schema's `error`, or else from zod's message.
 */
export function explainIssues(
  issues: readonly Issue[],
  options: ExplainOptions,
  around: Path = [],
): readonly ExplainedIssue[] {
  return issues.flatMap((issue) => explainIssue(issue, options, [...around, ...issue.path]));
}

/** Formats a path: "a.b.0", or `root` for the value itself. */
export function formatPath(path: Path, root: string): string {
  return path.length === 0 ? root : path.map(String).join(".");
}

function explainIssue(issue: Issue, options: ExplainOptions, path: Path): readonly ExplainedIssue[] {
  const { value, keys = [], isSecret = () => false, show = (text) => text } = options;
  const found = getValueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], text: `unknown key${suggestKey(key, keys)}` }));
    case "invalid_key":
      return [{ path, text: `expected ${describeExpectation(issue.issues[0] ?? issue)} as the key` }];
    case "invalid_union": {
      const inner = findBranch(issue.errors, issue.message, found);
      if (inner !== undefined) return explainIssues(inner, options, path);
      break;
    }
    case "custom":
      if (issue.params?.isWhole === true) return [{ path, text: issue.message }];
      break;
    default:
  }
  const got = isSecret(path)
    ? describeKind(found)
    : describeValue(typeof found === "string" ? show(found) : found);
  return [{ path, text: `expected ${describeExpectation(issue)}, got ${got}` }];
}

/** Finds the union branch that the value resembles. Undefined if the union's own message is better. */
function findBranch(
  branches: readonly (readonly Issue[])[],
  message: string,
  value: unknown,
): readonly Issue[] | undefined {
  const inside = branches.find((issues) =>
    issues.some(({ path, code }) => path.length > 0 || code === "unrecognized_keys"),
  );
  if (inside !== undefined && typeof value === "object" && value !== null) return inside;
  return message === "Invalid input" ? branches[0] : undefined;
}

const KINDS: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  number: "a number",
  object: "an object",
  record: "an object",
  string: "a string",
};

function describeExpectation({ message }: { readonly message: string }): string {
  const [, kind] = /^Invalid (?:input|option): expected (.*?)(?:, received .*)?$/s.exec(message) ?? [];
  return kind === undefined ? message.replace(/^expected /, "") : (KINDS[kind] ?? kind.replaceAll("|", ", "));
}

function suggestKey(key: string, keys: readonly string[]): string {
  // The key is valid, but only elsewhere.
  if (keys.includes(key)) return " here";
  const nearest = findNearestName(key, keys);
  return nearest === undefined ? "" : `, perhaps ${nearest}`;
}

function getValueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

/** Describes a value: in full if short, by its beginning if long, or by its kind if it is an object. */
export function describeValue(value: unknown): string {
  if (value === null || !["string", "number", "boolean", "bigint"].includes(typeof value))
    return describeKind(value);
  // Cut before it is quoted, because a service may send many megabytes.
  const shown = typeof value === "string" ? JSON.stringify(value.slice(0, MAX_VALUE_LENGTH)) : String(value);
  return shown.length > MAX_VALUE_LENGTH ? `${shown.slice(0, MAX_VALUE_LENGTH)}…` : shown;
}

function describeKind(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (value instanceof Promise) return "a promise";
  if (typeof value !== "object") return `a ${typeof value}`;
  const isPlain = Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.keys(value).length === 0 ? "an empty object" : "an object";
}
