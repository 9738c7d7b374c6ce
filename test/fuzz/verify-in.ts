import { assert } from "chai";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import type { ProgressEvent } from "../../src/internal/report/progress.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { waitByTimer } from "../../src/internal/services/retry.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { quietPorts, requestOf } from "../helpers/pipeline/world.ts";
import { QUICK } from "../helpers/services/quick.ts";
import type { Loopback, Script } from "./loopback.ts";
import { assertRenders } from "./oracles/renders.ts";
import { DEADLINE_MS, NOW } from "./settings.ts";
import type { World } from "./worlds.ts";

export const TWICE = { ...QUICK, retry: { ...QUICK.retry, attempts: 2 } } as const;

/** One attempt keeps a case short. */
const ONCE = { ...QUICK, retry: { ...QUICK.retry, attempts: 1 } } as const;

/** Whatever a service requests. */
const LONGEST_WAIT_MS = 5;

export interface Asking {
  /** A missing kind isn't configured, or answers 404. */
  readonly script: Script;
  readonly target?: string;
  readonly request?: Partial<VerifyRequest>;
  readonly withoutState?: boolean;
  /** Milliseconds, for endless jobs only: `timed-out` is right then. */
  readonly deadlineMs?: number;
}

/** Runs the pipeline, and renders its report in every format. */
export async function verifyIn(world: World, loopback: Loopback, asking: Asking): Promise<ContractReport> {
  const { script, request, withoutState = false, deadlineMs } = asking;
  loopback.follow(script);
  const service = { url: loopback.url, ...ONCE };
  using deadline = startDeadline(deadlineMs ?? DEADLINE_MS, undefined);
  const events: ProgressEvent[] = [];
  const ports: Ports = {
    ...quietPorts(),
    chain: world.chain({ withoutState }),
    chainId: world.chainId,
    verification: new VerificationService(service),
    browserUrl: "https://repository.example",
    query: script.query === undefined ? undefined : new QueryService(service),
    status: script.status === undefined ? undefined : new StatusService(service),
    clock: {
      elapsedMs: () => performance.now(),
      now: () => NOW,
      wait: (ms, signal) => waitByTimer(Math.min(ms, LONGEST_WAIT_MS), signal),
    },
    polling: { firstDelayMs: 1, maxDelayMs: 2, lookForMs: 20 },
    // Missing code isn't awaited: that takes seconds and has its own tests.
    appearAttempts: 0,
    // Sources that the build doesn't have are compiled.
    compile: compileHere,
    signal: deadline.signal,
    onProgress: (event) => events.push(event),
  };
  const target = asking.target ?? world.address;
  const report = await verifyContract(
    requestOf(target, [world.buildLocation], world.projectRoot, request),
    ports,
  );
  assertRenders(report, events, world.chainId);
  if (deadlineMs === undefined) assert.notEqual(report.outcome, "timed-out", "it hung until the deadline");
  return report;
}

export function isVerified({ outcome }: ContractReport): boolean {
  return outcome === "verified" || outcome === "already-verified";
}
