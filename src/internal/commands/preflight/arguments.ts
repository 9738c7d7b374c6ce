import type { ArgumentsOf } from "../options.ts";

/** The arguments of the command, as a host parses them. */
export type PreflightArguments = ArgumentsOf<"preflight"> & { readonly contracts: readonly string[] };
