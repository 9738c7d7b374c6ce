import { stat } from "node:fs/promises";
import { ifUnusable } from "../builds/json-file.ts";
import { listRecordFiles, locateInProject } from "../deployments/locate.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { totalWaitMs } from "../services/retry.ts";
import { CLOCK } from "./open-chain.ts";
import type { OpenChain, RunChain, RunParts } from "./run-parts.ts";

/** Milliseconds during which a contract is considered new. Nodes lag behind the chain by less than this. */
const YOUNG_MS = 60_000;

export type CodeWait = Awaited<ReturnType<typeof determineCodeWait>>;

/**
 * Maximum waits for missing code, in milliseconds: `freshMs` for a contract whose creation transaction is known and
 * less than a minute old. If a deployment record is less than a minute old, the wait is at least as long as
 * `appearAttempts` allows.
 */
export async function determineCodeWait(
  chain: RunChain,
  { config }: OpenChain,
  { valid: { waitMs }, project }: Pick<RunParts, "valid" | "project">,
) {
  if (waitMs !== undefined) return { allMs: waitMs, freshMs: waitMs };
  const freshMs = totalWaitMs(config.appearAttempts);
  const isShorter = config.codeWaitMs < freshMs;
  const isYoung = isShorter && (await hasRecentRecord(chain, project));
  return { allMs: isYoung ? freshMs : config.codeWaitMs, freshMs };
}

/** All contracts were deployed before the run began, so the time spent on earlier contracts is deducted. */
export function getRemainingCodeWait(
  { isLongAgo }: Pick<VerifyRequest, "isLongAgo">,
  { allMs, freshMs }: CodeWait,
  startedMs: number,
): Pick<Ports, "codeWaitMs" | "freshCodeWaitMs" | "codeWaitedMs"> {
  if (isLongAgo === true) return { codeWaitMs: 0 };
  const elapsedMs = Math.round(CLOCK.elapsedMs() - startedMs);
  const subtractElapsed = (ms: number): number => Math.max(0, ms - elapsedMs);
  return {
    codeWaitMs: subtractElapsed(allMs),
    freshCodeWaitMs: subtractElapsed(freshMs),
    codeWaitedMs: Math.min(allMs, elapsedMs),
  };
}

/** Deployment tools write a record right after the deployment, so the file is as old as the deployment. */
async function hasRecentRecord(
  { deployments, chainId }: RunChain,
  project: RunParts["project"],
): Promise<boolean> {
  const located = await locateInProject(project).catch(ifUnusable(undefined));
  // If the records can't be listed, assumes that one is recent.
  if (located === undefined) return true;
  const ofChain = located.filter((each) => (each.chainId ?? chainId) === chainId);
  const files = [
    ...deployments.flatMap(({ contracts }) => contracts.map(({ file }) => file)),
    ...(await Promise.all(ofChain.map(listRecordFiles))).flat(),
  ];
  const nowMs = Date.now();
  const areYoung = [...new Set(files)].map(async (file) => {
    const written = await stat(file).catch(() => undefined);
    return written !== undefined && nowMs - written.mtimeMs < YOUNG_MS;
  });
  return (await Promise.all(areYoung)).includes(true);
}
