import { BuildCache } from "../../src/internal/builds/build-cache.ts";
import { chainOf, HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import type { HttpOptions } from "../../src/internal/services/http/http-client.ts";
import { QueryService } from "../../src/internal/services/query/query-service.ts";
import { StatusService } from "../../src/internal/services/status/status-service.ts";
import { VerificationService } from "../../src/internal/services/verification/verification-service.ts";
import { NO_JOURNAL } from "../helpers/no-journal.ts";
import { connectTo, type Stage } from "../helpers/stage.ts";
import type { Cell, Faulty } from "./faulty.ts";
import { isHit } from "./hits.ts";
import { type Limits, POLLING } from "./limits.ts";
import { partlyElsewhere } from "./partly-elsewhere.ts";

/** The ports of one run, without the signal; they are made as the plugin makes them. */
export interface CellPorts extends AsyncDisposable {
  readonly ports: Omit<Ports, "signal">;
}

/** @param verificationUrl Where the verification service is, unless the row is about it. */
export async function cellPorts(
  stage: Stage,
  cell: Cell,
  faulty: Faulty,
  limits: Limits,
  verificationUrl: string,
): Promise<CellPorts> {
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
      words: HARDHAT_WORDS,
      chain: chainOf(node.connection, node.hooks, { onRetry: faulty.recover }),
      chainId: Number(services.chainId),
      verification: verificationOf(cell, faulty, http, verificationUrl),
      browserUrl: undefined,
      configured: new Set(["verification service", "query service", "status service"] as const),
      query: new QueryService(http(row.operation === "query" ? faulty.url : services.query.url)),
      status: new StatusService(http(row.operation === "status" ? faulty.url : services.status.url)),
      compile: undefined,
      builds: new BuildCache(),
      journal: NO_JOURNAL,
      clock: { elapsedMs: () => performance.now(), now: () => new Date() },
      polling: POLLING,
      appearAttempts: 1,
      onProgress: () => {},
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
