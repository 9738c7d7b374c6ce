import { type ArgumentsOf, flagOf, isGiven, optionsOf, SUBCOMMANDS } from "../domain/options.ts";
import { advice, withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { noteHabits } from "./habits.ts";
import { createRequest } from "./request.ts";
import { type RunOptions, run } from "./run.ts";
import { createConfirm } from "./screen.ts";
import { type CommandRun, createShownCommand, type Screens, type Shown, showRun } from "./show-run.ts";
import { namesContract } from "./validate-request.ts";

export const verify: CommandRun<"verify"> = (args, host, screens, signal) => {
  const { target: address, arguments: others } = args;
  // Suggested commands leave out constructor arguments. After an invalid address, extra words are kept, because they
  // may not be constructor arguments.
  const stray = /^(0x|\d)/i.test(address) ? others.filter((each) => SUBCOMMANDS.includes(each)) : others;
  const notes = () => [...noteHabits(args), ...host.notes()];
  const shown = { ...createShownCommand("verify", args, host, [address, ...stray]), notes, typed: others };
  return showRun("one", shown, screens, (onProgress) => {
    const request = createRequest("verify", args, { signal, onProgress });
    const isAsked = host.ownsProcess() && !args.json && args.quiet !== true;
    const confirm = isAsked ? createConfirm(screens.stdout, process.stdin) : undefined;
    return run("verify", request, host, { ...toRunOptions(args, screens), confirm });
  });
};

export const verifyAllDeployments: CommandRun<"deployments"> = (args, host, screens, signal) =>
  showRun("several", createShownCommand("deployments", args, host), screens, (onProgress) =>
    run(
      "deployments",
      createRequest("deployments", args, { signal, onProgress }),
      host,
      toRunOptions(args, screens),
    ),
  );

export const check: CommandRun<"check"> = (args, host, screens, signal) => {
  const { targets } = args;
  const notes = () => [...noteHabits(args), ...host.notes()];
  const shown = { ...createShownCommand("check", args, host), notes };
  const [address] = targets;
  const isOne = address !== undefined && targets.length === 1 && namesContract(address);
  if (isOne && findScopedOption("several", args) === undefined)
    return showRun("one", shown, screens, (onProgress) =>
      run("check", createRequest("check", args, { signal, onProgress }), host, toRunOptions(args, screens)),
    );
  return showRun("several", shown, screens, (onProgress) => {
    const option = findScopedOption("one", args);
    if (option !== undefined)
      throw new VerifyContractError("VC118", {
        values: { option },
        next: advice(
          "name one contract by its address, or run the command without the option",
          withoutOptions(option),
        ),
      });
    return run(
      "checks",
      createRequest("checks", args, { signal, onProgress }),
      host,
      toRunOptions(args, screens),
    );
  });
};

/** Returns the first option on the command line that applies only to one contract, or only to several. */
function findScopedOption(scope: "one" | "several", args: ArgumentsOf<"check">): string | undefined {
  const row = optionsOf("check").find(
    (each) => each.scope === scope && isGiven(Reflect.get(args, each.name)),
  );
  return row === undefined ? undefined : flagOf(row.name);
}

function toRunOptions({ json, report, quiet = false }: Shown, { onReport }: Screens): RunOptions {
  const isWritten = json || report !== undefined;
  return {
    // With `--quiet`, only the verdicts are shown.
    seesFacts: isWritten || process.env.GITHUB_ACTIONS === "true" || !quiet,
    drawsCode: isWritten || onReport !== undefined,
  };
}
