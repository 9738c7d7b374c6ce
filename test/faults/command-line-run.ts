import { type JsonRun, verifyJson } from "../helpers/cli.ts";
import type { Project } from "../helpers/project.ts";
import type { World } from "../helpers/world.ts";
import { type WholeFault, wholeService } from "./whole-service.ts";

/** Who has the fault, whatever it is asked. */
export const FAULTY = ["verification service", "query service", "chain RPC"] as const;
export type FaultyService = (typeof FAULTY)[number];

export interface FaultyRun {
  readonly service: FaultyService;
  readonly fault: WholeFault;
}

/** How a command line ended, and what was seen of it from outside. */
export interface Ended {
  readonly run: JsonRun;
  readonly deadlineMs: number;
  readonly elapsedMs: number;
  /** Requests to which the fault was the answer. */
  readonly faults: number;
  /** Connections to the origin that a redirect names. */
  readonly elsewhere: number;
  /** Whether the verification service has a record in the end. */
  readonly isStored: boolean;
}

/** Runs the real command line with one fault that stays, everything else being real. */
export async function runCommand(
  { service, fault }: FaultyRun,
  { services, chain }: World,
  project: Project,
  address: string,
): Promise<Ended> {
  await using faulty = await wholeService(fault);
  const urlOf = (of: FaultyService, sound: string): string => (of === service ? faulty.url : sound);
  const deadlineS = deadlineOf(service, fault);
  const startedAt = performance.now();
  const run = await verifyJson(project, [address, "--timeout", String(deadlineS)], {
    config: {
      verification: { url: urlOf("verification service", services.verification.url) },
      query: { url: urlOf("query service", services.query.url) },
      status: { url: services.status.url },
      retry: {
        ...{ attempts: 3, minDelayMs: 5, maxDelayMs: 50, requestTimeoutMs: 3000 },
        ...{ pollIntervalMs: 100, maxPollIntervalMs: 200 },
      },
    },
    env: { RPC_URL: urlOf("chain RPC", chain.rpcUrl) },
  });
  const elapsedMs = Math.round(performance.now() - startedAt);
  const stored = await fetch(`${services.verification.url}/v2/contract/${services.chainId}/${address}`);
  return {
    run,
    deadlineMs: deadlineS * 1000,
    elapsedMs,
    faults: faulty.journal.length,
    elsewhere: faulty.elsewhere(),
    isStored: stored.status === 200,
  };
}

/** Seconds. A node that does not answer is waited for until then; reading megabytes has to end before. */
function deadlineOf(service: FaultyService, fault: WholeFault): number {
  return service === "chain RPC" && fault !== "200 MB of body" ? 5 : 20;
}
