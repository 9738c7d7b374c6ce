import { execFile } from "node:child_process";
import type { Report } from "../report/model.ts";

const LIMIT_MS = 10_000;
/** A repository's own configuration can name programs that git would start. */
const SAFE = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-optional-locks"];
const LARGEST_BYTES = 64 * 1024 * 1024;

/**
 * The git commit of a project, and whether tracked files differ from it.
 *
 * @param root Absolute path of the project.
 * @param except A file, relative to the root, whose changes don't count.
 * @returns undefined without git, outside of a repository, and before the first commit.
 */
export async function sourceState(root: string, except: string): Promise<Report["source"]> {
  const commit = (await git(root, ["rev-parse", "--verify", "HEAD"]))?.trim();
  if (commit === undefined || !/^[0-9a-f]{40,64}$/.test(commit)) return undefined;
  const changed = await git(root, [
    "status",
    "--porcelain",
    "--untracked-files=no",
    "--ignore-submodules=dirty",
    "--",
    ".",
    `:(exclude)${except}`,
  ]);
  return changed === undefined ? undefined : { commit, dirty: changed.trim() !== "" };
}

function git(cwd: string, args: readonly string[]): Promise<string | undefined> {
  return new Promise((resolve) => {
    execFile(
      "git",
      [...SAFE, ...args],
      { cwd, timeout: LIMIT_MS, maxBuffer: LARGEST_BYTES, windowsHide: true },
      (error, stdout) => resolve(error === null ? stdout : undefined),
    );
  });
}
