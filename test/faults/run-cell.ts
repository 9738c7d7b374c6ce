import { setTimeout as sleep } from "node:timers/promises";
import { type Problem, VerifyContractError } from "../../src/internal/errors/problem.ts";
import { toChain } from "../../src/internal/hosts/hardhat3/host.ts";
import { startDeadline } from "../../src/internal/pipeline/deadline.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { verifyContract } from "../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport, Outcome } from "../../src/internal/report/model.ts";
import type { HttpOptions } from "../../src/internal/services/http/http-client.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { quietPorts, requestOf } from "../helpers/pipeline/world.ts";
import { deadUrl } from "../helpers/services/fault-server.ts";
import { connectTo, type Stage } from "../helpers/stage.ts";
import { partlyElsewhere } from "./answers.ts";
import type { Exchange } from "./fault-proxy.ts";
import { type Cell, type Faulty, faulty, isHit } from "./faulty.ts";
import { type Limits, limitsOf, POLLING } from "./rows.ts";

export interface CellResult {
  readonly report: CellReport;
  readonly elapsedMs: number;
  readonly limits: Limits;
  readonly journal: readonly Exchange[];
  readonly elsewhere: number;
}

/** A cell that takes longer hangs. */
const HANGS_MS = 70_000;

/**
 * Verifies a fresh contract with one fault; everything else is real.
 * @param isVerificationUp False for an outage that the status service explains.
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
    // Servers first: a connection only closes once its last call has ended.
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
  const request = requestOf(address, [`${project.root}/artifacts`], project.root);
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

/** @param verificationUrl Used unless the row is about the verification service. */
async function cellPorts(stage: Stage, cell: Cell, faulty: Faulty, limits: Limits, verificationUrl: string) {
  const { row } = cell;
  const { services } = stage;
  const http = (url: string): Omit<HttpOptions, "service"> => ({
    url,
    requestTimeoutMs: limits.requestTimeoutMs,
    retry: { attempts: 3, minDelayMs: cell.fault === "refused" ? 400 : 5, maxDelayMs: 800 },
    onRetry: faulty.recover,
  });
  const node =
    row.operation === "chain RPC" ? await connectTo(faulty.url, limits.requestTimeoutMs) : stage.node;
  return {
    ports: {
      ...quietPorts(),
      chain: toChain(node.connection, node.hooks, { onRetry: faulty.recover }),
      chainId: Number(services.chainId),
      verification: verificationOf(cell, faulty, http, verificationUrl),
      configured: new Set(["verification service", "query service", "status service"] as const),
      query: new QueryService(http(row.operation === "query" ? faulty.url : services.query.url)),
      status: new StatusService(http(row.operation === "status" ? faulty.url : services.status.url)),
      polling: POLLING,
    },
    [Symbol.asyncDispose]: async () => {
      if (node !== stage.node) await node.connection.close();
    },
  };
}

function verificationOf(
  { row }: Cell,
  faulty: Faulty,
  http: (url: string) => Omit<HttpOptions, "service">,
  verificationUrl: string,
): VerificationService {
  switch (row.operation) {
    case "submit":
    case "poll":
    case "record":
      return partlyElsewhere(
        new VerificationService(http(faulty.soundUrl)),
        new VerificationService(http(faulty.url)),
        (operation, hasSubmitted) => isHit(row, operation, hasSubmitted ? [{ operation: "submit" }] : []),
      );
    case "query":
    case "status":
    case "chain RPC":
      return new VerificationService(http(verificationUrl));
  }
}

/** `wrong-use`: the run throws instead of reporting; exit code 2. */
export type CellOutcome = Outcome | "wrong-use";

interface CellReport {
  readonly outcome: CellOutcome;
  readonly claims?: ContractReport["claims"];
  readonly error?: Pick<Problem, "message" | "facts"> & { readonly code: string };
}

async function reportOf(run: Promise<ContractReport>): Promise<CellReport> {
  try {
    return await run;
  } catch (error) {
    if (!(error instanceof VerifyContractError)) throw error;
    return { outcome: "wrong-use", error: error.problem };
  }
}
