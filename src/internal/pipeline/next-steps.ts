import {
  type CommandLine,
  type NextStep,
  networkOption,
  subcommandOf,
  writeStep,
} from "../errors/next-step.ts";
import { type Problem, problem } from "../errors/problem.ts";
import type { Ended, Run } from "./run.ts";

type Asked = Pick<Run, "request" | "ports">;

/** Options that only verifying takes. */
export const OF_VERIFYING: readonly string[] = ["--sources", "--force", "--fresh", "--dry-run"];

/** The command line that repeats a run for this contract alone, on the same network. */
export function commandLine({ request, ports: { chain, words } }: Asked): CommandLine {
  const { action, target, options, globals = [], networkArgument = chain.networkName } = request;
  return {
    subcommand: subcommandOf(action),
    targets: [target.input],
    options,
    globals: [...networkOption(networkArgument, words), ...globals],
  };
}

/** Options that the command over deployments has too. */
const OF_BATCH: ReadonlySet<string> = new Set(["--sources", "--follow-proxy", "--timeout"]);

/** What the user ran, as a step repeats it: a run over deployments where its command has the step's options. */
function lineFor(asked: Asked, step: NextStep | string | undefined): CommandLine {
  const { batch } = asked.request;
  const isOfBatch =
    typeof step === "object" &&
    (step.kind === "again" ||
      (step.kind === "change" &&
        step.command === undefined &&
        step.set.every(([flag]) => OF_BATCH.has(flag))));
  return batch !== undefined && isOfBatch ? batch : commandLine(asked);
}

export function writeNext(asked: Asked, step: NextStep): string {
  return writeStep(step, { words: asked.ports.words, line: lineFor(asked, step) });
}

/** Why a run ended, as its report has it; undefined where nothing is wrong. */
export function problemOf(asked: Asked, { end: { code, ...details } }: Ended): Problem | undefined {
  const reader = { words: asked.ports.words, line: lineFor(asked, details.next) };
  return code && problem(code, details, reader);
}
