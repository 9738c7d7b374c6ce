import { COMMANDS, flagsNotOf, isSuggestedBy } from "../domain/options.ts";
import {
  advice,
  type CommandLine,
  createNetworkOption,
  type NextStep,
  ownCommand,
  writeStep,
} from "../errors/next-step.ts";
import { type Problem, problem } from "../errors/problem.ts";
import type { Ended, Run } from "./run.ts";

type Asked = Pick<Run, "request" | "ports">;

export function getCommandLine({ request, ports: { chain, words } }: Asked): CommandLine {
  const { action, target, options, globals = [], networkArgument = chain.networkName } = request;
  return {
    command: action,
    targets: [target.input],
    options,
    globals: [...createNetworkOption(networkArgument, words), ...globals],
  };
}

const BATCH_OPTIONS: ReadonlySet<string> = new Set(["--sources", "--follow-proxy", "--timeout"]);

/** A recorded contract is verified together with the rest of its batch. */
function adaptStep(asked: Asked, step: NextStep): NextStep {
  const { batch, origins, options } = asked.request;
  if (step.kind === "advice" && step.then !== undefined)
    return advice(step.text, adaptStep(asked, step.then));
  if (step.kind === "own") {
    const command = COMMANDS.find((each) => each === step.command);
    const repeated = options.filter(([flag]) => command !== undefined && isSuggestedBy(command, flag));
    return { ...step, options: [...step.options, ...repeated] };
  }
  if (step.kind !== "change" || step.command !== "verify" || batch === undefined || origins.length === 0)
    return step;
  // The user's `--require` may include requirements that a check can meet but a verification can't.
  const dropped = [...flagsNotOf("deployments"), "--require"];
  return ownCommand(
    "deployments",
    batch.targets,
    ...batch.options.filter(([flag]) => !dropped.includes(flag)),
  );
}

function applyStep(asked: Asked, step: NextStep | undefined): CommandLine {
  const { batch } = asked.request;
  const isOfBatch =
    step !== undefined &&
    ((step.kind === "own" && step.command === "deployments") ||
      (step.kind === "change" &&
        step.command === undefined &&
        step.set.every(([flag]) => BATCH_OPTIONS.has(flag))));
  return batch !== undefined && isOfBatch ? batch : getCommandLine(asked);
}

export function writeNext(asked: Asked, step: NextStep): string {
  const shown = adaptStep(asked, step);
  return writeStep(shown, { words: asked.ports.words, line: applyStep(asked, shown) });
}

export function createProblem(asked: Asked, { end: { code, ...details } }: Ended): Problem | undefined {
  const next = details.next && adaptStep(asked, details.next);
  const reader = { words: asked.ports.words, line: applyStep(asked, next) };
  return code && problem(code, { ...details, next }, reader);
}
