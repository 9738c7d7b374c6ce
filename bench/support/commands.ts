import { type Measured, measure, PLAIN_CLI } from "./hardhat.ts";

/**
 * Arguments that verify one contract with each tool. The peer defaults to the production profile. No build here uses
 * it, so the peer would send everything twice.
 */
export const VERIFY = {
  peer: ["verify", "sourcify", "--network", "localhost", "--build-profile", "default"],
  ours: ["verify-contract", "--network", "localhost"],
} as const;

/** Arguments that verify a manifest's contracts. The manifest's path follows them. */
export const BATCH = ["verify-contract", "deployments", "--network", "localhost"] as const;

/** Hardhat's own plugin, this plugin, and the plain command line. */
export type Tool = keyof typeof VERIFY | "cli";

/** Measures a Hardhat command and throws if it fails. */
export async function succeed(
  project: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<Measured> {
  return successOf(args, await measure(project, args, nodeArgs));
}

/** Measures the plain command line and throws if it fails. */
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
