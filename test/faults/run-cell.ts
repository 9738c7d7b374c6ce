import { setTimeout as sleep } from "node:timers/promises";
import { parseTarget } from "../../src/internal/domain/target.ts";
import { build } from "../../src/internal/errors/next-step.ts";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../src/internal/pipeline/request.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
import type { Stage } from "../helpers/stage.ts";
import { cellPorts } from "./cell-ports.ts";
import { type CellReport, reportOf } from "./cell-report.ts";
import type { Exchange } from "./fault-proxy.ts";
import { type Cell, faulty } from "./faulty.ts";
import { type Limits, limitsOf } from "./limits.ts";

/** What became of a cell. */
export interface CellResult {
  readonly report: CellReport;
  readonly elapsedMs: number;
  readonly limits: Limits;
  readonly journal: readonly Exchange[];
  /** Connections to the origin that a redirect names. */
  readonly elsewhere: number;
}

/** Longer than any cell may take: what has not ended by then hangs. */
const HANGS_MS = 70_000;

/**
 * Verifies a fresh contract with one fault on the way, everything else being real.
 *
 * @param isVerificationUp False for a verification service that is out of reach, which the status service explains.
 */
export async function runCell(
  stage: Stage,
  cell: Cell,
  isVerificationUp = cell.row.operation !== "status",
): Promise<CellResult> {
  const limits = limitsOf(cell.row.name, cell.fault, cell.way);
  const address = await stage.freshContract();
  const server = await faulty(serviceOf(stage, cell), cell);
  const made = await cellPorts(
    stage,
    cell,
    server,
    limits,
    isVerificationUp ? stage.services.verification.url : await deadUrl(),
  );
  try {
    const startedAt = performance.now();
    const report = await Promise.race([reportOf(verify(stage, address, made.ports, limits)), hanging()]);
    const elapsedMs = Math.round(performance.now() - startedAt);
    return { report, elapsedMs, limits, journal: [...server.journal], elsewhere: server.elsewhere() };
  } finally {
    // The servers first: a connection is closed when its last call has ended.
    await server[Symbol.asyncDispose]();
    await made[Symbol.asyncDispose]();
  }
}

async function verify(
  { project }: Stage,
  address: string,
  ports: Omit<Ports, "signal">,
  { deadlineMs }: Limits,
): Promise<ContractReport> {
  using deadline = startDeadline(deadlineMs, undefined);
  const request: VerifyRequest = {
    target: parseTarget(address),
    contract: undefined,
    creationTransactionHash: undefined,
    origins: [],
    lookedAt: new Set(),
    recorded: [],
    buildSource: { kind: "build-files", locations: [`${project.root}/artifacts`], isNamed: true },
    projectRoot: project.root,
    buildStep: build,
    sources: "auto",
    requirement: { minMatch: "match", requireCreation: false },
    action: "verify",
    options: [],
    required: [],
    at: undefined,
  };
  return await verifyContract(request, { ...ports, signal: deadline.signal });
}

async function hanging(): Promise<never> {
  await sleep(HANGS_MS, undefined, { ref: false });
  throw new Error(`It has not ended after ${HANGS_MS / 1000} s.`);
}

function serviceOf({ services, rpcUrl }: Stage, { row }: Cell): string {
  switch (row.operation) {
    case "submit":
    case "poll":
    case "record":
      return services.verification.url;
    case "query":
      return services.query.url;
    case "status":
      return services.status.url;
    case "chain RPC":
      return rpcUrl;
  }
}
