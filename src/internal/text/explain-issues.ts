import type { z } from "zod";

import { nearestNames } from "./nearest.ts";

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/** One thing that is wrong with a value, and where. */
export interface ExplainedIssue {
  readonly path: Path;
  /** "expected a list, got nothing" */
  readonly text: string;
}

export interface ExplainOptions {
  /** What a schema refused. */
  readonly value: unknown;
  /** Names of keys that a misspelt one may have been meant to be. */
  readonly keys?: readonly string[];
  /** Whether a value must not be shown. */
  readonly isSecret?: (path: Path) => boolean;
  /** Takes out of a text what must not be shown. */
  readonly show?: (text: string) => string;
}

/** A long value is a code or a text, and says no more than its beginning does. */
const LONGEST_VALUE = 80;

/** A custom issue with this parameter is a sentence of its own, about the value as a whole. */
export const WHOLE_SENTENCE = { isWhole: true } as const;

/**
 * What is wrong with a value that a schema refused: for each place what was expected and what was got. A schema says
 * what it expects in its `error`s; for what has none, zod's words are taken.
 */
export function explainIssues(
  issues: readonly Issue[],
  options: ExplainOptions,
  around: Path = [],
): readonly ExplainedIssue[] {
  return issues.flatMap((issue) => explainIssue(issue, options, [...around, ...issue.path]));
}

/** "a.b.0"; for the value itself, what it is called. */
export function pathText(path: Path, root: string): string {
  return path.length === 0 ? root : path.map(String).join(".");
}

function explainIssue(issue: Issue, options: ExplainOptions, path: Path): readonly ExplainedIssue[] {
  const { value, keys = [], isSecret = () => false, show = (text) => text } = options;
  const found = valueAt(value, path);
  switch (issue.code) {
    case "unrecognized_keys":
      return issue.keys.map((key) => ({ path: [...path, key], text: `unknown key${suggestion(key, keys)}` }));
    case "invalid_key":
      return [{ path, text: `expected ${expectation(issue.issues[0] ?? issue)} as the key` }];
    case "invalid_union": {
      const inner = branchOf(issue.errors, issue.message, found);
      if (inner !== undefined) return explainIssues(inner, options, path);
      break;
    }
    case "custom":
      if (issue.params?.isWhole === true) return [{ path, text: issue.message }];
      break;
    default:
  }
  const got = isSecret(path) ? kindOf(found) : describeValue(typeof found === "string" ? show(found) : found);
  return [{ path, text: `expected ${expectation(issue)}, got ${got}` }];
}

/** Of several forms the one that the value seems to have; undefined where what the schema says of all of them is better. */
function branchOf(
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

function expectation({ message }: { readonly message: string }): string {
  const [, kind] = /^Invalid (?:input|option): expected (.*?)(?:, received .*)?$/s.exec(message) ?? [];
  return kind === undefined ? message : (KINDS[kind] ?? kind.replaceAll("|", ", "));
}

function suggestion(key: string, keys: readonly string[]): string {
  const [nearest] = nearestNames(key, keys, 1);
  return nearest === undefined ? "" : `, perhaps ${nearest}`;
}

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null && Object.hasOwn(inner, key)
        ? Reflect.get(inner, key)
        : undefined,
    value,
  );
}

/** A short value as it is; of a long one its beginning, and of one with parts only what it is. */
function describeValue(value: unknown): string {
  if (value === null || !["string", "number", "boolean", "bigint"].includes(typeof value))
    return kindOf(value);
  const shown = typeof value === "string" ? JSON.stringify(value) : String(value);
  return shown.length > LONGEST_VALUE ? `${shown.slice(0, LONGEST_VALUE)}…` : shown;
}

function kindOf(value: unknown): string {
  if (value === undefined) return "nothing";
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  if (value instanceof Promise) return "a promise";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
