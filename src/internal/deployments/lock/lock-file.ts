import { existsSync } from "node:fs";
import path from "node:path";
import { advice, ownCommand } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import { parseUnlimited } from "../../services/http/parse-json.ts";
import { explainIssues, formatPath } from "../../text/explain-issues.ts";
import { explainFileError } from "../../text/file-reason.ts";
import { orReason, readRecordText, wrongFile } from "../record-file.ts";
import { LOCK_FILE, LOCK_KEYS, LOCK_SCHEMA, type Lock, type LockEntry, lockSchema } from "./lock-model.ts";

/** 2,000 contracts take about 2 MB. */
const LARGEST_BYTES = 64 * 1024 * 1024;

/** @throws VC710 if it is missing, VC711 with all errors in the file if it is invalid. */
export async function readLock(root: string): Promise<Lock> {
  const lock = await readLockIfAny(root);
  if (lock === undefined)
    throw new VerifyContractError("VC710", {
      values: { file: LOCK_FILE },
      next: advice("write it, and commit it", ownCommand("lock", [])),
    });
  return lock;
}

export async function readLockIfAny(root: string): Promise<Lock | undefined> {
  const file = path.join(root, LOCK_FILE);
  if (!existsSync(file)) return undefined;
  const read = await orReason(readRecordText(file, LARGEST_BYTES));
  if ("reason" in read) throw wrongLock([["The file", read.reason]]);
  return parseLock(read.value);
}

export function parseLock(text: string): Lock {
  const value = parseJson(text);
  const parsed = lockSchema.safeParse(value);
  if (!parsed.success) {
    const all = explainIssues(parsed.error.issues, { value });
    // A file with a different schema is a different kind of file, so no other errors in it are reported.
    const ofSchema = all.filter(({ path: [key] }) => key === "schema");
    const issues = ofSchema.length === 0 ? all : ofSchema;
    throw wrongLock(issues.map(({ path: place, text: why }) => [formatPath(place, "The file"), why]));
  }
  const lock = Object.entries(parsed.data.chains).flatMap(([chainId, contracts]) =>
    contracts.map((entry) => ({ ...entry, chainId: Number(chainId) })),
  );
  const seen = new Set<string>();
  for (const { chainId, address } of lock) {
    const key = `${chainId}:${address.toLowerCase()}`;
    if (seen.has(key)) throw wrongLock([[`chains.${chainId}`, `${address} is listed twice`]]);
    seen.add(key);
  }
  return lock;
}

function parseJson(text: string): unknown {
  try {
    // Rejects repeated keys. `JSON.parse` silently uses the last value, while reviewers may see only the first.
    return parseUnlimited(text);
  } catch (cause) {
    throw wrongLock([["The file", explainFileError(cause)]], cause);
  }
}

function wrongLock(problems: readonly (readonly [string, string])[], cause?: unknown): VerifyContractError {
  const isMerge = problems.some(([, text]) => /<<<<<<<|>>>>>>>/.test(text));
  return wrongFile("VC711", LOCK_FILE, problems, {
    likely: isMerge ? "the file contains merge conflict markers" : undefined,
    next: advice(
      `restore it from version control, or delete it and write it again (${LOCK_SCHEMA})`,
      ownCommand("lock", []),
    ),
    cause,
  });
}

/** Formats a lock as text, sorted and with one contract per line, so versions can be compared and merged. */
export function lockText(lock: Lock): string {
  const chains = [...Map.groupBy(sortLock(lock), ({ chainId }) => chainId)].map(([chainId, entries]) => {
    const lines = entries.map((entry) => `      ${lockLine(entry)}`);
    return `    "${chainId}": [\n${lines.join(",\n")}\n    ]`;
  });
  const inner = chains.length === 0 ? "{}" : `{\n${chains.join(",\n")}\n  }`;
  return `{\n  "schema": ${JSON.stringify(LOCK_SCHEMA)},\n  "chains": ${inner}\n}\n`;
}

/** Sorts by chain, name and address, independently of the locale. */
function sortLock(lock: Lock): Lock {
  const key = ({ name, address }: LockEntry): string => `${name}\n${address.toLowerCase()}`;
  return [...lock].sort((a, b) => a.chainId - b.chainId || (key(a) < key(b) ? -1 : 1));
}

function lockLine(entry: LockEntry): string {
  const values = LOCK_KEYS.flatMap((key) => {
    const value = entry[key];
    return value === undefined ? [] : [`${JSON.stringify(key)}: ${formatInline(value)}`];
  });
  return `{ ${values.join(", ")} }`;
}

function formatInline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatInline).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: ${formatInline(each)}`);
  return inner.length === 0 ? "{}" : `{ ${inner.join(", ")} }`;
}
