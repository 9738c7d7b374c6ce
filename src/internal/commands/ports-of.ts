import { BuildCache } from "../builds/build-cache.ts";
import type { WatchablePorts } from "../evidence/cassette-ports.ts";
import { keepsNoCopies, LOST_RECORD_MS, type Ports } from "../pipeline/ports.ts";
import type { Report } from "../report/model.ts";
import type { ProgressEvent } from "../report/progress.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import { formatBaseUrl } from "../services/http/urls.ts";
import { QueryService } from "../services/query/query-service.ts";
import { VerificationService } from "../services/verification/verification-service.ts";
import { JournalFiles } from "../submission/journal.ts";
import { createSharedPatience } from "../submission/pace.ts";
import { createCompile } from "./compile-with.ts";
import type { ServiceConfig } from "./config/resolve-chain-config.ts";
import type { Host } from "./host.ts";
import { createHttpOptions } from "./http-options.ts";
import { CLOCK } from "./open-chain.ts";
import type { LostChain, OpenChain } from "./run-parts.ts";

export type SharedPorts = Pick<
  Ports,
  "words" | "builds" | "journal" | "compile" | "lostRecordMs" | "recordsEnd"
>;

export function sharePorts(host: Host, fresh: boolean, onUnusable: (reason: string) => void): SharedPorts {
  return {
    words: host.words,
    builds: new BuildCache(),
    journal: new JournalFiles(host.cacheFolder, { fresh, onUnusable }),
    compile: createCompile(host),
    // A service that has lost one record may have lost all of them, so the run waits only once.
    lostRecordMs: createSharedPatience(LOST_RECORD_MS, CLOCK),
  };
}

export function createPorts(
  { chain, chainId, config, nodeUrl, breakers, status }: OpenChain,
  shared: SharedPorts,
  signal: AbortSignal,
  onProgress: (event: ProgressEvent) => void,
  { onSlowDown, through }: Pick<HttpOptions, "onSlowDown" | "through"> = {},
): WatchablePorts {
  const optionsOf = (service: ServiceConfig) => ({
    ...createHttpOptions(service, onProgress, onSlowDown, breakers),
    through,
  });
  const { verification } = config;
  return {
    ...shared,
    chain,
    chainId,
    verification: verification && new VerificationService(optionsOf(verification)),
    forwards: verification?.forwards,
    browserUrl: verification?.browserUrl && formatBaseUrl(verification.browserUrl),
    explorer: config.explorer,
    query: config.query && new QueryService(optionsOf(config.query)),
    status,
    ...(keepsNoCopies(verification?.url, chainId) ? { lostRecordMs: () => 0 } : {}),
    configured: new Set([
      ...(verification?.isConfigured === true ? (["verification service"] as const) : []),
      ...(config.query?.isConfigured === true ? (["query service"] as const) : []),
    ]),
    operators: {
      urls: { node: nodeUrl, query: config.query?.url, verification: verification?.url },
      names: config.operators,
    },
    allowForeignCreation: config.allowForeignCreation,
    clock: CLOCK,
    polling: config.polling,
    appearAttempts: config.appearAttempts,
    signal,
    onProgress,
  };
}

export function getServices(node: OpenChain | LostChain): Report["services"] {
  if (node.kind === "lost") return node.services;
  const { config, status } = node;
  return {
    verification: config.verification ? formatBaseUrl(config.verification.url) : null,
    query: config.query ? formatBaseUrl(config.query.url) : null,
    status: status?.url ?? null,
  };
}
