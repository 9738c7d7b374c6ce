import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { NextStep } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { explainFileError, getErrorCode } from "../text/file-reason.ts";

/** Returns the reason not to overwrite a file that starts with these bytes, or undefined. */
export type KeepRule = (head: Buffer) => string | undefined;

export const NO_EARLIER_REPORT = "the existing file isn't an earlier report";

/** @returns The real path, if the file can be written. */
export function tryReportFile(target: string, keepRule?: KeepRule): Promise<string> {
  return writeReportFile(target, undefined, keepRule);
}

/**
 * Writes to a temporary file in the same folder and renames it, so readers never see a partial report.
 *
 * @param text Undefined if only the temporary file is created and removed.
 * @param keepRule Protects the user's files if a path is mistyped. @default any file may be overwritten
 */
export async function writeReportFile(
  target: string,
  text: string | undefined,
  keepRule?: KeepRule,
): Promise<string> {
  const file = await prepareDestination(target, keepRule);
  const temporary = createTemporaryName(file);
  try {
    // Flushed before the rename, so that a power failure can't leave an empty file under the final name.
    await writeFile(temporary, text ?? "", { flush: true, flag: "wx" });
    if (text !== undefined) await rename(temporary, file);
    return file;
  } catch (error) {
    throw getErrorCode(error) === "ENOENT"
      ? new Error(`can't create a file in ${path.dirname(file)}`, { cause: error })
      : error;
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** A process's stream on Linux and macOS. Renaming would replace the file to which the shell redirects the stream. */
const STREAM = /^\/(dev\/(stdin|stdout|stderr|fd\/)|proc\/[^/]+\/fd\/)/;

/** Returns the real path, because a rename would replace a device or link instead of writing to its target. */
async function prepareDestination(target: string, keepRule: KeepRule | undefined): Promise<string> {
  // Checked first because `path.resolve` drops a trailing separator.
  if (target.endsWith("/") || target.endsWith(path.sep)) throw new Error("it names a folder, not a file");
  const named = path.resolve(target);
  if (STREAM.test(named))
    throw new Error("it is a process's stream; use --json to write the report to stdout");
  await makeFolder(path.dirname(named));
  const file = await resolveLinks(named);
  const known = await unlessMissing(stat(named));
  if (known?.isDirectory() === true) throw new Error("it is a directory");
  if (known?.isFile() === false) throw new Error("it isn't a regular file");
  // Overwriting an empty file loses nothing.
  const isEmpty = known === undefined || known.size === 0;
  const why = isEmpty ? undefined : keepRule?.(await readHead(file));
  if (why !== undefined) throw new Error(why);
  return file;
}

const HEAD_BYTES = 4096;

async function readHead(file: string): Promise<Buffer> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
  return buffer.subarray(0, bytesRead);
}

/** Node's recursive `mkdir` loops forever where no folder can be created, such as in /proc. */
async function makeFolder(folder: string): Promise<void> {
  const known = await unlessMissing(stat(folder));
  if (known?.isDirectory() === true) return;
  if (known !== undefined) throw new Error(`${folder} is not a directory`);
  const parent = path.dirname(folder);
  if (parent !== folder) await makeFolder(parent);
  await mkdir(folder).catch((error: unknown) => {
    // Another process may have created the folder.
    if (getErrorCode(error) === "EEXIST") return;
    throw getErrorCode(error) === "ENOENT"
      ? new Error(`can't create a folder in ${parent}`, { cause: error })
      : error;
  });
}

/** Resolves links, including links whose target doesn't exist yet. */
export async function resolveLinks(file: string): Promise<string> {
  const real = await unlessMissing(realpath(file));
  if (real !== undefined) return real;
  const link = await unlessMissing(lstat(file));
  if (link?.isSymbolicLink() !== true) return file;
  const folder = await realpath(path.dirname(file));
  return resolveLinks(path.resolve(folder, await readlink(file)));
}

async function unlessMissing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (getErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

export function unwritable(target: string, cause: unknown, next?: NextStep): VerifyContractError {
  const facts = [["Reason", explainFileError(cause)]] as const;
  return new VerifyContractError("VC801", { values: { path: target }, facts, next, cause });
}

/** Returns an unpredictable name, so an attacker can't place a link there in advance. */
export function createTemporaryName(file: string): string {
  return `${file}.${randomBytes(4).toString("hex")}.tmp`;
}
