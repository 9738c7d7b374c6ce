import { randomBytes } from "node:crypto";
import { lstat, mkdir, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";

/** Refuses what can't be written, as {@link writeReportFile} would find it out. */
export async function tryReportFile(target: string): Promise<void> {
  const temporary = temporaryFor(await destinationOf(target));
  try {
    await writeFile(temporary, "", { flag: "wx" });
  } finally {
    await rm(temporary, { force: true }).catch(() => {});
  }
}

/** Writes to a temporary file beside the place and moves it there, so that nobody reads half of a report. */
export async function writeReportFile(target: string, text: string): Promise<void> {
  const file = await destinationOf(target);
  const temporary = temporaryFor(file);
  try {
    await writeFile(temporary, text, { flag: "wx" });
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

/** Where the file is or will be; its folder is there then. Moving a file over a device or a link would replace that. */
async function destinationOf(target: string): Promise<string> {
  // `path.resolve` drops it.
  if (target.endsWith("/") || target.endsWith(path.sep)) throw new Error("it names a folder and not a file");
  const named = path.resolve(target);
  await mkdir(path.dirname(named), { recursive: true });
  const file = await followed(named);
  const known = await absent(stat(file));
  if (known?.isDirectory() === true) throw new Error("it is a directory");
  if (known?.isFile() === false) throw new Error("it is not a regular file");
  return file;
}

/** Follows links to their end, also to one that is not there yet. */
async function followed(file: string): Promise<string> {
  const real = await absent(realpath(file));
  if (real !== undefined) return real;
  const link = await absent(lstat(file));
  if (link?.isSymbolicLink() !== true) return file;
  const folder = await realpath(path.dirname(file));
  return followed(path.resolve(folder, await readlink(file)));
}

/** Undefined for what is not there. */
async function absent<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
    throw error;
  }
}

/** A name that nobody can have put a link at. */
function temporaryFor(file: string): string {
  return `${file}.${randomBytes(4).toString("hex")}.tmp`;
}
