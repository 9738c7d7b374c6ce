import { randomBytes } from "node:crypto";
import { lstat, mkdir, open, readlink, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { type NextStep, withOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { REPORT_FORMAT_NAMES, REPORT_MARKS, type ReportFormat } from "../render/format-names.ts";
import { explainFileError, getErrorCode } from "../text/file-reason.ts";

/** A report file to write. `path` is as the user typed it. */
export type ReportRequest = Readonly<ReturnType<typeof parseReportRequest>>;

/**
 * Each path begins after the first `=`.
 *
 * @param formats The formats that the command writes.
 */
export function parseReportRequests(
  option: string,
  formats: readonly ReportFormat[] = REPORT_FORMAT_NAMES,
): readonly ReportRequest[] {
  const requests: ReportRequest[] = [];
  for (const part of option.split(",")) {
    const request = parseReportRequest(part.trim(), formats);
    if (requests.some((other) => path.normalize(other.path) === path.normalize(request.path))) {
      throw invalidReport(part.trim(), formats, `another report is already written to ${request.path}`);
    }
    requests.push(request);
  }
  return requests;
}

function parseReportRequest(part: string, formats: readonly ReportFormat[]) {
  const equals = part.indexOf("=");
  const name = (equals < 0 ? part : part.slice(0, equals)).trim();
  const file = equals < 0 ? "" : part.slice(equals + 1).trim();
  const format = formats.find((each) => each === name);
  if (format === undefined) throw invalidReport(part, formats);
  if (file === "") throw invalidReport(part, formats, `the file is missing: ${format}=<path>`, format);
  return { format, path: file };
}

function invalidReport(
  value: string,
  formats: readonly ReportFormat[],
  likely?: string,
  format: ReportFormat = "json",
): VerifyContractError {
  return new VerifyContractError("VC107", {
    values: { value },
    facts: [
      ["Form", "<format>=<path>, comma-separated"],
      ["Formats", formats.join(", ")],
    ],
    likely,
    next: withOptions(["--report", `${format}=verify-contract${REPORT_MARKS[format].ending}`]),
  });
}

/** @param others The run's other input and output files, which no report may overwrite. */
export async function prepareReports(
  requests: readonly ReportRequest[],
  others: readonly string[] = [],
): Promise<void> {
  const files = await Promise.all(others.map((file) => resolveLinks(path.resolve(file)).catch(() => file)));
  const taken = new Set(files.map(normalizePath));
  for (const request of requests) {
    const { path: target } = request;
    const file = await tryReportFile(target, createKeepRule(request)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    if (taken.has(normalizePath(file)))
      throw unwritable(target, new Error("this run reads or writes the same file"));
    taken.add(normalizePath(file));
  }
}

/** Treats names that differ only in case as equal, because some file systems do. */
function normalizePath(file: string): string {
  return file.normalize("NFC").toLowerCase();
}

export async function writeTexts(
  requests: readonly ReportRequest[],
  textIn: (format: ReportFormat) => string,
): Promise<void> {
  for (const request of requests) {
    const { format, path: target } = request;
    await writeReportFile(target, textIn(format), createKeepRule(request)).catch((cause: unknown) => {
      throw unwritable(target, cause);
    });
    WRITTEN.add(request);
  }
}

/** Reports written by this run. If the run fails afterwards, they are replaced regardless of their file extension. */
const WRITTEN = new WeakSet<ReportRequest>();

function createKeepRule(request: ReportRequest): KeepRule | undefined {
  if (WRITTEN.has(request)) return undefined;
  const { ending, begins } = REPORT_MARKS[request.format];
  return (head) => {
    if (!begins.test(head.toString("utf8"))) return NO_EARLIER_REPORT;
    return request.path.toLowerCase().endsWith(ending)
      ? undefined
      : `it contains an earlier report, which is only replaced if its name ends in ${ending}`;
  };
}

/** Returns the reason not to overwrite a file that starts with these bytes, or undefined. */
type KeepRule = (head: Buffer) => string | undefined;

export const NO_EARLIER_REPORT = "the existing file isn't an earlier report";

/** @returns The real path, if the file can be written. */
export function tryReportFile(target: string, keepRule?: KeepRule): Promise<string> {
  return writeReportFile(target, undefined, keepRule);
}

/**
 * Writes to a temporary file in the same folder and renames it, so readers never see a partial report.
 *
 * @param text If undefined, the temporary file is only created and removed.
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
async function resolveLinks(file: string): Promise<string> {
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
