import { existsSync, realpathSync } from "node:fs";
import { appendFile, stat } from "node:fs/promises";
import path from "node:path";
import { isInside } from "../builds/project/folders-around.ts";
import { formatPath } from "../builds/read-candidates.ts";
import type { Place, ToWorkspacePath } from "../render/github/annotations.ts";
import { inert } from "../render/inert.ts";
import { cutDocument } from "../render/markdown/markdown.ts";
import { explainFileError } from "../text/file-reason.ts";

/** GitHub's limit for a step summary, in bytes. Longer summaries aren't shown at all. */
const MOST_SUMMARY_BYTES = 1024 * 1024;

/**
 * Does nothing outside GitHub Actions. A summary that can't be written doesn't fail the run.
 * @param annotate Returns workflow commands, one per line.
 * @param screen The output stream that no other program parses.
 */
export async function reportToGitHub(
  annotate: (toWorkspacePath: ToWorkspacePath) => readonly string[],
  summarize: () => Promise<string>,
  screen: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
): Promise<void> {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE, GITHUB_STEP_SUMMARY } = process.env;
  if (GITHUB_ACTIONS !== "true") return;
  const workspace = resolveFolder(GITHUB_WORKSPACE);
  for (const line of annotate((source) => locateSource(source, workspace))) screen.write(`${line}\n`);
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === "") return;
  try {
    const known = await stat(GITHUB_STEP_SUMMARY).catch(() => undefined);
    // Reading from a pipe could block forever.
    if (known?.isFile() === false) throw new Error(`${GITHUB_STEP_SUMMARY} is not a regular file`);
    const written = known?.size ?? 0;
    // Reserves one byte for the newline after the output of earlier commands in the step.
    const summary = cutDocument(await summarize(), MOST_SUMMARY_BYTES - written - 1);
    if (summary === "") throw new Error("this step's summary is full");
    await appendFile(GITHUB_STEP_SUMMARY, written === 0 ? summary : `\n${summary}`);
  } catch (error) {
    const reason = explainFileError(error);
    stderr.write(inert(`! The job summary can't be written: ${reason}\n`));
  }
}

/** Hardhat may run in a subfolder of the workspace or of the project, so all folders in between are searched. */
function locateSource(source: Place | undefined, workspace: string | undefined): Place | undefined {
  if (source === undefined || workspace === undefined) return undefined;
  for (let folder = process.cwd(); isInside(workspace, folder); folder = path.dirname(folder)) {
    const file = path.resolve(folder, source.file);
    if (isInside(workspace, file) && existsSync(file))
      return { file: formatPath(file, workspace), line: source.line };
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

/** Resolves symlinks, so the path can be compared with the working directory's path, which contains none. */
function resolveFolder(folder: string | undefined): string | undefined {
  try {
    return folder === undefined || folder === "" ? undefined : realpathSync(folder);
  } catch {
    return undefined;
  }
}
