import { type Measured, measure, PLAIN_CLI } from "./hardhat.ts";

/**
 * What verifies one contract, with each tool. The peer takes the production profile unless told otherwise, which no
 * build here was made with, and then sends everything a second time.
 */
export const VERIFY = {
  peer: ["verify", "sourcify", "--network", "localhost", "--build-profile", "default"],
  ours: ["verify-contract", "--network", "localhost"],
} as const;

/** What verifies all that a manifest, named after it, names. */
export const BATCH = ["verify-contract", "deployments", "--network", "localhost"] as const;

/** Hardhat's own plugin, this plugin, and the plain command line. */
export type Tool = keyof typeof VERIFY | "cli";

/** Measures a command of Hardhat that has to succeed. */
export async function succeed(
  project: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<Measured> {
  return successOf(args, await measure(project, args, nodeArgs));
}

/** Measures the plain command line, which has to succeed. */
export async function succeedPlain(
  project: string,
  { nodeUrl, serviceUrl }: { readonly nodeUrl: string; readonly serviceUrl: string },
  args: readonly string[],
): Promise<Measured> {
  const all = [...args, "--rpc-url", nodeUrl, "--verifier-url", serviceUrl];
  return successOf(all, await measure(project, all, [], PLAIN_CLI));
}

function successOf(args: readonly string[], measured: Measured): Measured {
  if (measured.exitCode === 0) return measured;
  throw new Error(`${args.join(" ")}: exit code ${measured.exitCode}\n${measured.output}`);
}
