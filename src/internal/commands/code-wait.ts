import { stat } from "node:fs/promises";
import { locateInProject } from "../deployments/locate.ts";
import { orReason } from "../deployments/record-file.ts";
import type { Ports } from "../pipeline/ports.ts";
import { waitMsOf } from "../services/retry.ts";
import { CLOCK } from "./open-chain.ts";
import type { OpenChain, RunChain, RunParts, RunTarget } from "./run-parts.ts";

/** A node that answers from its own state is behind by less. */
const YOUNG_MS = 60_000;

/** How long missing code is waited for, in milliseconds. */
export interface CodeWait {
  /** Applies to every contract of the chain. */
  readonly allMs: number;
  /** Applies if the named creating transaction is younger than a minute. */
  readonly freshMs: number;
}

/**
 * Returns the wait on a chain: the user's, else the configured one. While a deployment record is younger than a minute, it
 * is at least as long as the waits of `appearAttempts`.
 */
export async function codeWaitOf(
  chain: RunChain,
  { config }: OpenChain,
  { valid: { waitMs }, project }: Pick<RunParts, "valid" | "project">,
): Promise<CodeWait> {
  if (waitMs !== undefined) return { allMs: waitMs, freshMs: waitMs };
  const freshMs = waitMsOf(config.appearAttempts);
  const isShorter = config.codeWaitMs < freshMs;
  const isYoung = isShorter && (await hasYoungRecord(chain, project));
  return { allMs: isYoung ? freshMs : config.codeWaitMs, freshMs };
}

/**
 * The remaining wait. All contracts share it, because they were deployed before the run began, and a contract
 * whose turn comes later has waited with the others.
 *
 * @param startedMs When the chains were first asked, by the clock of the ports.
 */
export function codeWaitLeft(
  { isLongAgo }: Pick<RunTarget, "isLongAgo">,
  { allMs, freshMs }: CodeWait,
  startedMs: number,
): Pick<Ports, "codeWaitMs" | "freshCodeWaitMs" | "codeWaitedMs"> {
  if (isLongAgo === true) return { codeWaitMs: 0 };
  const elapsedMs = Math.round(CLOCK.elapsedMs() - startedMs);
  const leftOf = (ms: number): number => Math.max(0, ms - elapsedMs);
  return {
    codeWaitMs: leftOf(allMs),
    freshCodeWaitMs: leftOf(freshMs),
    codeWaitedMs: Math.min(allMs, elapsedMs),
  };
}

/** The tools write a record after its deployment. */
async function hasYoungRecord(
  { deployments, chainId }: RunChain,
  project: RunParts["project"],
): Promise<boolean> {
  const located = await orReason(locateInProject(project));
  // An unlisted transaction may be young.
  if (!("value" in located)) return true;
  const files = [
    ...deployments.flatMap(({ contracts }) => contracts.map(({ file }) => file)),
    ...located.value
      .filter((each) => (each.chainId ?? chainId) === chainId)
      .flatMap(({ location, files = [location] }) => files),
  ];
  const nowMs = Date.now();
  const areYoung = [...new Set(files)].map(async (file) => {
    const written = await stat(file).catch(() => undefined);
    return written !== undefined && nowMs - written.mtimeMs < YOUNG_MS;
  });
  return (await Promise.all(areYoung)).includes(true);
}
