import type { Host } from "./host.ts";

/**
 * The likely cause of what a chain inside this process lacks, where the command line names no network.
 *
 * @param nodeUrl Undefined for a chain in this process.
 * @returns undefined for a network that was chosen, and for a program, which may have deployed to its own chain.
 */
export function forgottenNetwork(
  { words, ownsProcess }: Pick<Host, "words" | "ownsProcess">,
  networkName: string,
  nodeUrl: string | undefined,
): string | undefined {
  const isInProcess = nodeUrl === undefined && networkName === words.defaultNetwork;
  return isInProcess && ownsProcess() ? words.network.forgotten : undefined;
}
