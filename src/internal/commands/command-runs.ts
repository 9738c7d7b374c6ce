import type { Command } from "../domain/options.ts";
import type { CommandRun, RunWith } from "./show-run.ts";

const RUNS: { readonly [C in Command]: () => Promise<CommandRun<C>> } = {
  verify: async () => (await import("./contracts.ts")).verify,
  check: async () => (await import("./contracts.ts")).check,
  deployments: async () => (await import("./contracts.ts")).verifyAllDeployments,
  preflight: async () => (await import("./preflight.ts")).preflight,
  lock: async () => (await import("./lock.ts")).lock,
  merge: async () => (await import("./merge.ts")).merge,
  replay: async () => (await import("./replay.ts")).replay,
  status: async () => (await import("./status.ts")).status,
  explain: async () => (await import("./explain.ts")).explain,
  serve: async () => (await import("./serve/serve.ts")).serve,
};

/** Loads a command. The host has already built the arguments from the option table, so their type is erased here. */
export function loadCommand(command: Command): Promise<RunWith<object>> {
  return RUNS[command]() as Promise<RunWith<object>>;
}
