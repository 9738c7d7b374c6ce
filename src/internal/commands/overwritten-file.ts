import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import path from "node:path";

import { isStream } from "./report-file.ts";

const HEAD_BYTES = 4096;
/** The first lines of each format of a report. A manifest of deployments has another schema. */
const OWN_REPORT: readonly RegExp[] = [
  /^\s*\{\s*"schema": ?"verify-contract(?:-preflight)?\/\d/,
  /^<\?xml [^>]*>\s*<testsuites>\s*<testsuite name="hardhat-verify-contract"/,
  /^<!doctype html>\n(?:<.*\n){1,20}?<title>Contract (?:verification|preflight): /,
  /^## Contract (?:verification|preflight)\n\n[✔✖–?] /,
];

/**
 * Why a report must not be written to a path: the run reads what is there, or it is no report. A report replaces only an
 * earlier report, an empty file and what is not a regular file; a mistyped path must not cost a user's file. A link,
 * another spelling and a file system that ignores case make no difference, because inodes identify files.
 *
 * @param reads Absolute paths of files; one that is not there does not matter.
 * @param isOwn Whether a file that begins so may be replaced. @default one of an earlier report
 * @returns undefined where it may be written.
 */
export async function overwrittenFile(
  target: string,
  reads: readonly string[],
  isOwn: (head: Buffer) => boolean = isReport,
): Promise<string | undefined> {
  // Writing says so.
  if (isStream(target)) return undefined;
  const file = await realpath(path.resolve(target)).catch(() => undefined);
  if (file === undefined) return undefined;
  const own = await stat(file, { bigint: true });
  if (!own.isFile()) return undefined;
  for (const place of reads) {
    const known = await stat(place, { bigint: true }).catch(() => undefined);
    if (known?.ino === own.ino && known.dev === own.dev) return "this run reads that file";
  }
  return (await beginsAs(file, isOwn)) ? undefined : "a file that is not an earlier report is there";
}

function isReport(head: Buffer): boolean {
  const text = head.toString("utf8");
  return OWN_REPORT.some((format) => format.test(text));
}

async function beginsAs(file: string, isOwn: (head: Buffer) => boolean): Promise<boolean> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return bytesRead === 0 || isOwn(buffer.subarray(0, bytesRead));
  } catch {
    return false;
  } finally {
    await handle?.close();
  }
}
