import type { Host } from "../../commands/host.ts";
import type { Command } from "../../commands/options.ts";
import type { Screens } from "../../commands/show-run.ts";
import type { ExitCode } from "../../report/outcome.ts";

/** Runs a command with arguments that its options and positional arguments made. */
type Run = (args: never, host: Host, screens: Screens, signal: AbortSignal) => Promise<ExitCode>;
/** The arguments are values of `ArgumentsOf` by then: {@link argumentsOf} makes them from the same table. */
type AnyRun = (args: object, host: Host, screens: Screens, signal: AbortSignal) => Promise<ExitCode>;

const asAny = (run: Run): AnyRun => run as AnyRun;

/** Each command, loaded when it is asked for. */
export const COMMAND_RUNS: Readonly<Record<Command, () => Promise<AnyRun>>> = {
  verify: async () => asAny((await import("../../commands/verify.ts")).verify),
  check: async () => asAny((await import("../../commands/check.ts")).check),
  deployments: async () => asAny((await import("../../commands/deployments.ts")).verifyAllDeployments),
  merge: async () => {
    const { merge } = await import("../../commands/merge/merge.ts");
    return asAny((args, host, screens) => merge(args, screens, host));
  },
  status: async () => asAny((await import("../../commands/status/status.ts")).status),
  serve: async () => asAny((await import("../../commands/serve/serve.ts")).serve),
};
