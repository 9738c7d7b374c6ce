import { type ArgumentsOf, flagOf, isGiven, optionsOf, SUBCOMMANDS } from "../domain/options.ts";
import { advice, withoutOptions } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { habitNotes } from "./habits.ts";
import { requestOf } from "./request.ts";
import { type RunOptions, run } from "./run.ts";
import { confirmOn } from "./screen.ts";
import { type CommandRun, type Screens, type Shown, shownOf, showRun } from "./show-run.ts";
import { namesContract } from "./validate-request.ts";

export const verify: CommandRun<"verify"> = (args, host, screens, signal) => {
  const { target: address, arguments: others } = args;
  // Suggested commands leave out constructor arguments. After an invalid address, extra words are kept
  // because they could be anything.
  const stray = /^(0x|\d)/i.test(address) ? others.filter((each) => SUBCOMMANDS.includes(each)) : others;
  const notes = () => [...habitNotes(args), ...host.notes()];
  const shown = { ...shownOf("verify", args, host, [address, ...stray]), notes, typed: others };
  return showRun("one", shown, screens, (onProgress) => {
    const request = requestOf("verify", args, { signal, onProgress });
    const isAsked = host.ownsProcess() && !args.json && args.quiet !== true;
    const confirm = isAsked ? confirmOn(screens.stdout, process.stdin) : undefined;
    return run("verify", request, host, { ...optionsOfRun(args, screens), confirm });
  });
};

export const verifyAllDeployments: CommandRun<"deployments"> = (args, host, screens, signal) =>
  showRun("several", shownOf("deployments", args, host), screens, (onProgress) =>
    run(
      "deployments",
      requestOf("deployments", args, { signal, onProgress }),
      host,
      optionsOfRun(args, screens),
    ),
  );

/** Runs a check and shows its result: one contract in full, several in a table. */
export const check: CommandRun<"check"> = (args, host, screens, signal) => {
  const { targets } = args;
  const notes = () => [...habitNotes(args), ...host.notes()];
  const shown = { ...shownOf("check", args, host), notes };
  const [address] = targets;
  const isOne = address !== undefined && targets.length === 1 && namesContract(address);
  if (isOne && given("several", args) === undefined)
    return showRun("one", shown, screens, (onProgress) =>
      run("check", requestOf("check", args, { signal, onProgress }), host, optionsOfRun(args, screens)),
    );
  return showRun("several", shown, screens, (onProgress) => {
    const option = given("one", args);
    if (option !== undefined)
      throw new VerifyContractError("VC118", {
        values: { option },
        next: advice(
          "name one contract by its address, or run it without the option",
          withoutOptions(option),
        ),
      });
    return run(
      "checks",
      requestOf("checks", args, { signal, onProgress }),
      host,
      optionsOfRun(args, screens),
    );
  });
};

/** Returns the first option on the command line that applies only to one contract, or only to several. */
function given(scope: "one" | "several", args: ArgumentsOf<"check">): string | undefined {
  const row = optionsOf("check").find(
    (each) => each.scope === scope && isGiven(Reflect.get(args, each.name)),
  );
  return row === undefined ? undefined : flagOf(row.name);
}

function optionsOfRun({ json, report, quiet = false }: Shown, { onReport }: Screens): RunOptions {
  const isWritten = json || report !== undefined;
  return {
    // With `--quiet`, only the verdicts are shown.
    seesFacts: isWritten || process.env.GITHUB_ACTIONS === "true" || !quiet,
    drawsCode: isWritten || onReport !== undefined,
  };
}
