import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import path from "node:path";

/** Of a report of an earlier run, which may stand in a folder that is read. */
const HEAD_BYTES = 4096;
const OWN_REPORT = /"schema": ?"verify-contract|hardhat-verify-contract|Contract verification/;

/**
 * Why a report must not be written to a path: the run reads what stands there. A link, another spelling and a file
 * system that ignores case make no difference, because files are compared by their inode. In a folder that is read a new
 * file may be written, and a report of an earlier run overwritten.
 *
 * @param inputs Absolute paths of files and folders; one that is not there does not matter.
 * @returns undefined where it may be written.
 */
export async function overwrittenInput(
  target: string,
  inputs: readonly string[],
): Promise<string | undefined> {
  const file = await realpath(path.resolve(target)).catch(() => undefined);
  if (file === undefined) return undefined;
  const own = await stat(file, { bigint: true });
  if (!own.isFile()) return undefined;
  for (const input of inputs) {
    const known = await stat(input, { bigint: true }).catch(() => undefined);
    if (known === undefined) continue;
    if (known.ino === own.ino && known.dev === own.dev) return "this run reads that file";
    if (!known.isDirectory() || !isBelow(file, await realpath(input))) continue;
    if (!(await isOwnReport(file))) return `this run reads the files in ${input}`;
  }
  return undefined;
}

function isBelow(file: string, folder: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== "" && relative.split(path.sep)[0] !== ".." && !path.isAbsolute(relative);
}

async function isOwnReport(file: string): Promise<boolean> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file);
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return bytesRead === 0 || OWN_REPORT.test(buffer.toString("utf8", 0, bytesRead));
  } catch {
    return false;
  } finally {
    await handle?.close();
  }
}
