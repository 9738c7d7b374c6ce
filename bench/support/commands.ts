import { type Measured, measure } from "./hardhat.ts";

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

export type Tool = keyof typeof VERIFY;

/** Measures a command that has to succeed. */
export async function succeed(
  project: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
): Promise<Measured> {
  const measured = await measure(project, args, nodeArgs);
  if (measured.exitCode === 0) return measured;
  throw new Error(`${args.join(" ")}: exit code ${measured.exitCode}\n${measured.output}`);
}
