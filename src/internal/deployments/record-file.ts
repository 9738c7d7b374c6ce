import type { Dirent } from "node:fs";
import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { readText } from "../builds/json-file.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { advice } from "../errors/next-step.ts";
import { type ProblemDetails, VerifyContractError } from "../errors/problem.ts";
import { explainFileError, getErrorCode } from "../text/file-reason.ts";
import { isObject, type Json } from "../text/is-object.ts";

/** Large enough for a broadcast, which contains all creation code as text. */
const LARGEST_BYTES = 256 * 1024 * 1024;

/** @param largest In bytes. */
export function readRecordText(file: string, largest = LARGEST_BYTES): Promise<string> {
  return refuseUnreadable(file, () => readText(file, largest));
}

export async function readRecord(file: string): Promise<Json> {
  const value: unknown = await refuseUnreadable(file, async () =>
    JSON.parse(await readText(file, LARGEST_BYTES)),
  );
  if (!isObject(value)) throw unusableRecord(file, "it doesn't contain a JSON object", { next: RESTORE });
  return value;
}

async function refuseUnreadable<T>(file: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw unusableRecord(file, explainFileError(cause), { cause, next: RESTORE });
  }
}

export function unusableRecord(
  file: string,
  reason: string,
  more: ErrorOptions & Pick<ProblemDetails, "likely" | "next"> = {},
): VerifyContractError {
  return new VerifyContractError("VC704", {
    facts: [
      ["File", formatPath(file, process.cwd())],
      [REASON, reason],
    ],
    next: ANOTHER,
    ...more,
  });
}

const ANOTHER = advice("pass the path of another deployment, broadcast or manifest");
const RESTORE = advice(
  "restore the file, for example from version control; if it isn't a deployment record, pass another file",
);
const REASON = "Reason";

/** Tools write records as JSON. Hidden files belong to other programs. */
export function isRecordFile(name: string): boolean {
  return name.endsWith(".json") && !name.startsWith(".");
}

/** No tool writes more than hardhat-deploy's three files per contract, so a larger folder isn't a deployment. */
const MOST_ENTRIES = 100_000;

/**
 * Lists a folder's entries, sorted by name. Links are resolved. Everything except folders counts as a file, even a
 * dangling link. Empty if the folder doesn't exist.
 *
 * @throws VC704 if it is unreadable or too large.
 */
export async function listFolder(folder: string) {
  const entries = await readEntries(folder);
  if (entries.length > MOST_ENTRIES)
    throw unusableRecord(folder, `it contains more than ${MOST_ENTRIES} files`);
  const files: string[] = [];
  const folders: string[] = [];
  for (const entry of entries) {
    const isFolder = entry.isSymbolicLink()
      ? (await stat(path.join(folder, entry.name)).catch(() => undefined))?.isDirectory() === true
      : entry.isDirectory();
    (isFolder ? folders : files).push(entry.name);
  }
  return { files: files.sort(), folders: folders.sort() };
}

async function readEntries(folder: string): Promise<readonly Dirent[]> {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(getErrorCode(error))) return [];
    throw unusableRecord(folder, explainFileError(error), { cause: error });
  }
}

/**
 * Returns a reason if the promise rejects with a VerifyContractError: VC704's fact "Reason", otherwise the error's
 * message.
 */
export async function orReason<T>(
  read: Promise<T>,
): Promise<{ readonly value: T } | { readonly reason: string }> {
  try {
    return { value: await read };
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    const { code, facts, message } = error.problem;
    const stated = code === "VC704" ? facts.find(({ label }) => label === REASON) : undefined;
    return { reason: stated?.value ?? message };
  }
}

const MOST_PROBLEMS = 20;

/** Creates VC705 for a manifest or VC711 for the lock file, with the first few distinct problems. */
export function wrongFile(
  code: "VC705" | "VC711",
  file: string,
  problems: readonly (readonly [place: string, text: string])[],
  more: ErrorOptions & Pick<ProblemDetails, "likely" | "next">,
): VerifyContractError {
  const different = [...new Map(problems.map((each) => [each.join(": "), each])).values()];
  const rest = different.length - MOST_PROBLEMS;
  return new VerifyContractError(code, {
    values: { file: formatPath(file, process.cwd()) },
    facts: [...different.slice(0, MOST_PROBLEMS), ["And", rest > 0 ? `${rest} more` : undefined]],
    ...more,
  });
}
