import { LOCK_SCHEMA, type Lock, type LockEntry, lockEntrySchema } from "./lock-model.ts";

/** In the order of the model: what a reviewer looks for comes first. */
export const LOCK_KEYS = Object.keys(lockEntrySchema.shape) as readonly (keyof LockEntry)[];

/** A lock as the text of its file: sorted, one contract a line, so that versions can be compared and merged. */
export function lockText(lock: Lock): string {
  const chains = [...new Set(inOrder(lock).map(({ chainId }) => chainId))].map((chainId) => {
    const lines = inOrder(lock)
      .filter((entry) => entry.chainId === chainId)
      .map((entry) => `      ${lineOf(entry)}`);
    return `    "${chainId}": [\n${lines.join(",\n")}\n    ]`;
  });
  const inner = chains.length === 0 ? "{}" : `{\n${chains.join(",\n")}\n  }`;
  return `{\n  "schema": ${JSON.stringify(LOCK_SCHEMA)},\n  "chains": ${inner}\n}\n`;
}

/** By chain, name and address; not by the language of the machine. */
function inOrder(lock: Lock): Lock {
  const key = ({ name, address }: LockEntry): string => `${name}\n${address.toLowerCase()}`;
  return [...lock].sort((a, b) => a.chainId - b.chainId || (key(a) < key(b) ? -1 : 1));
}

function lineOf(entry: LockEntry): string {
  const values = LOCK_KEYS.flatMap((key) => {
    const value = entry[key];
    return value === undefined ? [] : [`${JSON.stringify(key)}: ${inline(value)}`];
  });
  return `{ ${values.join(", ")} }`;
}

function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${inline(each)}`);
  return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
}
