import { existsSync, realpathSync } from "node:fs";
import { appendFile, stat } from "node:fs/promises";
import path from "node:path";
import { isInside } from "../builds/project/folders-around.ts";
import { annotationsOf, type InWorkspace, type Place } from "../render/github/annotations.ts";
import { inert } from "../render/inert.ts";
import { writeMarkdown } from "../render/markdown/markdown.ts";
import { cutDocument } from "../render/markdown/parts.ts";
import type { Report } from "../report/model.ts";
import { explainFileError } from "../text/file-reason.ts";

/** GitHub's limit for the summary of a step, in bytes. It shows nothing of a longer one. */
const MOST_SUMMARY_BYTES = 1024 * 1024;

export interface GitHubView {
  /** Workflow commands, one a line. */
  readonly annotations: (inWorkspace: InWorkspace) => readonly string[];
  readonly summary: () => string;
}

export function gitHubView(report: Report): GitHubView {
  return {
    annotations: (inWorkspace) => annotationsOf(report, inWorkspace),
    summary: () => writeMarkdown(report),
  };
}

/**
 * In a workflow of GitHub Actions: annotations at the lines of contracts, and the job's summary. Elsewhere nothing.
 * A summary that can't be written is a line on stderr, and changes nothing else.
 *
 * @param screen Of the two the one that no program reads.
 */
export async function reportToGitHub(
  view: GitHubView | undefined,
  screen: NodeJS.WritableStream,
  stderr: NodeJS.WritableStream,
): Promise<void> {
  const { GITHUB_ACTIONS, GITHUB_WORKSPACE, GITHUB_STEP_SUMMARY } = process.env;
  if (view === undefined || GITHUB_ACTIONS !== "true") return;
  const workspace = realFolder(GITHUB_WORKSPACE);
  for (const line of view.annotations((source) => placeOf(source, workspace))) screen.write(`${line}\n`);
  if (GITHUB_STEP_SUMMARY === undefined || GITHUB_STEP_SUMMARY === "") return;
  try {
    const known = await stat(GITHUB_STEP_SUMMARY).catch(() => undefined);
    // Reading a pipe could wait forever.
    if (known?.isFile() === false) throw new Error(`${GITHUB_STEP_SUMMARY} is no file`);
    const written = known?.size ?? 0;
    // A line between this one and what other commands of the step wrote.
    const summary = cutDocument(view.summary(), MOST_SUMMARY_BYTES - written - 1);
    if (summary === "") throw new Error("the summary of this step is full");
    await appendFile(GITHUB_STEP_SUMMARY, written === 0 ? summary : `\n${summary}`);
  } catch (error) {
    const reason = explainFileError(error);
    stderr.write(inert(`! The job summary can't be written: ${reason}\n`));
  }
}

/** Hardhat may run in a folder of the workspace, and in one of the project: the source is looked for upwards. */
function placeOf(source: Place | undefined, workspace: string | undefined): Place | undefined {
  if (source === undefined || workspace === undefined) return undefined;
  for (let folder = process.cwd(); isInside(workspace, folder); folder = path.dirname(folder)) {
    const file = path.resolve(folder, source.file);
    if (isInside(workspace, file) && existsSync(file))
      return { file: path.relative(workspace, file).replaceAll("\\", "/"), line: source.line };
    if (folder === path.dirname(folder)) break;
  }
  return undefined;
}

/** The working directory has no links in its path either. */
function realFolder(folder: string | undefined): string | undefined {
  try {
    return folder === undefined || folder === "" ? undefined : realpathSync(folder);
  } catch {
    return undefined;
  }
}
