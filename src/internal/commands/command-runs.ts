import type { ExitCode } from "../report/outcome.ts";
import type { Host } from "./host.ts";
import type { Command } from "./options.ts";
import type { Screens } from "./show-run.ts";

/** Runs a command with arguments that its options and positional arguments made. */
type Run = (args: never, host: Host, screens: Screens, signal: AbortSignal) => Promise<ExitCode>;
/** The arguments are values of `ArgumentsOf` by then: a host makes them from the same table. */
type AnyRun = (args: object, host: Host, screens: Screens, signal: AbortSignal) => Promise<ExitCode>;

const asAny = (run: Run): AnyRun => run as AnyRun;

/** Each command, loaded when it is asked for. */
export const COMMAND_RUNS: Readonly<Record<Command, () => Promise<AnyRun>>> = {
  verify: async () => asAny((await import("./contracts.ts")).verify),
  check: async () => asAny((await import("./contracts.ts")).check),
  deployments: async () => asAny((await import("./contracts.ts")).verifyAllDeployments),
  preflight: async () => asAny((await import("./preflight/preflight.ts")).preflight),
  lock: async () => asAny((await import("./lock.ts")).lock),
  merge: async () => asAny((await import("./merge/merge.ts")).merge),
  replay: async () => asAny((await import("./replay/replay.ts")).replay),
  status: async () => asAny((await import("./status/status.ts")).status),
  serve: async () => asAny((await import("./serve/serve.ts")).serve),
};
