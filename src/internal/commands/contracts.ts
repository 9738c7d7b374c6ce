import { type ArgumentsOf, flagOf, isGiven, optionsOf, SUBCOMMANDS } from "../domain/options.ts";
import { advice, withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { Report } from "../report/model.ts";
import { noteHabits } from "./habits.ts";
import type { Host } from "./host.ts";
import { type CommandOf, createRequest, type Mode } from "./request.ts";
import { type RunOptions, run } from "./run.ts";
import { createConfirm } from "./screen.ts";
import { type CommandRun, createShownCommand, type Screens, type Shown, showRun } from "./show-run.ts";
import { namesContract } from "./validate-request.ts";

export const verify: CommandRun<"verify"> = (args, host, screens, signal) => {
  const { target: address, arguments: others } = args;
  // Suggested commands leave out constructor arguments. After an invalid address, extra words are kept, because they
  // might not be constructor arguments.
  const stray = /^(0x|\d)/i.test(address) ? others.filter((each) => SUBCOMMANDS.includes(each)) : others;
  const notes = () => [...noteHabits(args), ...host.notes()];
  const shown = { ...createShownCommand("verify", args, host, [address, ...stray]), notes, typed: others };
  const isAsked = host.ownsProcess() && !args.json && args.quiet !== true;
  const confirm = isAsked ? createConfirm(screens.stdout, process.stdin) : undefined;
  return showRun("one", shown, screens, prepareRun("verify", args, host, screens, signal, confirm));
};

export const verifyAllDeployments: CommandRun<"deployments"> = (args, host, screens, signal) =>
  showRun(
    "several",
    createShownCommand("deployments", args, host),
    screens,
    prepareRun("deployments", args, host, screens, signal),
  );

export const check: CommandRun<"check"> = (args, host, screens, signal) => {
  const { targets } = args;
  const notes = () => [...noteHabits(args), ...host.notes()];
  const shown = { ...createShownCommand("check", args, host), notes };
  const [address] = targets;
  const isOne = address !== undefined && targets.length === 1 && namesContract(address);
  if (isOne && findScopedOption("several", args) === undefined)
    return showRun("one", shown, screens, prepareRun("check", args, host, screens, signal));
  return showRun("several", shown, screens, (onProgress) => {
    const option = findScopedOption("one", args);
    if (option !== undefined)
      throw new VerifyContractError("VC118", {
        values: { option },
        next: advice(
          "specify one contract by its address, or run the command without the option",
          withoutOptions(option),
        ),
      });
    return prepareRun("checks", args, host, screens, signal)(onProgress);
  });
};

function findScopedOption(scope: "one" | "several", args: ArgumentsOf<"check">): string | undefined {
  const row = optionsOf("check").find(
    (each) => each.scope === scope && isGiven(Reflect.get(args, each.name)),
  );
  return row === undefined ? undefined : flagOf(row.name);
}

function prepareRun<M extends Mode>(
  mode: M,
  args: ArgumentsOf<CommandOf<M>> & Shown,
  host: Host,
  { onReport }: Screens,
  signal: AbortSignal,
  confirm?: RunOptions["confirm"],
): (onProgress: (event: never) => void) => Promise<Report> {
  const isWritten = args.json || args.report !== undefined;
  const options = {
    seesFacts: isWritten || process.env.GITHUB_ACTIONS === "true" || args.quiet !== true,
    drawsCode: isWritten || onReport !== undefined,
    confirm,
  };
  return (onProgress) => run(mode, createRequest(mode, args, { signal, onProgress }), host, options);
}
