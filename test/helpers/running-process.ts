import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable } from "node:stream";

export interface ProcessRun {
  readonly exitCode: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Resolves with the match once stdout contains it. @throws Error if the process exits without it. */
  readonly shows: (pattern: RegExp) => Promise<RegExpExecArray>;
  readonly ended: Promise<ProcessRun>;
}

type WithOutput = ChildProcess & { readonly stdout: Readable; readonly stderr: Readable };

/** Runs Node in a folder, without input. */
export function startNode(
  words: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string | undefined>>,
): RunningProcess {
  return follow(spawn(process.execPath, words, { cwd, stdio: ["ignore", "pipe", "pipe"], env }));
}

export function follow(child: WithOutput): RunningProcess {
  const run = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    run.stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    run.stderr += text;
  });
  const ended = once(child, "close").then(([exitCode]) => ({ exitCode: exitCode as number | null, ...run }));
  const shows = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(run.stdout);
      if (found !== null) return found;
      if (child.exitCode !== null) throw new Error(`Ended without ${pattern}: ${run.stdout}${run.stderr}`);
      await Promise.race([once(child.stdout, "data"), ended]);
    }
  };
  return { child, shows, ended };
}
