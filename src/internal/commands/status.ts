import { isDevelopmentChain } from "../domain/development-chain.ts";
import {
  again,
  checkUrl,
  chooseNetwork,
  configure,
  type Reader,
  suggestTimeout,
  withOptions,
} from "../errors/next-step.ts";
import { type Problem, problem, VerifyContractError } from "../errors/problem.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { refuseForeign } from "../pipeline/stages/refuse-foreign-service.ts";
import { jsonText } from "../render/json/json.ts";
import { renderStatus } from "../render/terminal/status.ts";
import type { ProgressEvent } from "../report/progress.ts";
import type { StatusReport } from "../report/status/model.ts";
import { ServiceError } from "../services/service-error.ts";
import { createStatusReport, type StatusFindings } from "../services/status/status-facts.ts";
import { StatusService } from "../services/status/status-service.ts";
import { hasOneStatusService, resolveStatus } from "./config/resolve-chain-config.ts";
import { type UserConfig, validateUserConfig } from "./config/user-config.ts";
import { guardRun } from "./guard-run.ts";
import type { CommandWords, Host } from "./host.ts";
import { createHttpOptions } from "./http-options.ts";
import { readChainId } from "./open-chain.ts";
import { createProgressPrinter } from "./progress-printer.ts";
import { createCommandLine, formatServe, parseTimeout } from "./request.ts";
import { type CommandRun, createShownCommand, show, type View } from "./show-run.ts";

const DEFAULT_TIMEOUT_S = 30;

export const status: CommandRun<"status"> = (args, host, screens, signal) => {
  const found: StatusFindings = { checkedAt: new Date(), network: null, service: null };
  const view: View<ProgressEvent, StatusReport> = {
    open: createProgressPrinter,
    render: renderStatus,
    formats: async () => ({ json: jsonText }),
    failed: (problem) => createStatusReport(found, undefined, problem),
  };
  return show(view, { ...createShownCommand("status", args, host), notes: () => [] }, screens, (onEvent) =>
    guardRun(host, onEvent, (guarded) => {
      const timeoutS = args.timeout === undefined ? DEFAULT_TIMEOUT_S : parseTimeout(args.timeout);
      return readStatus(guarded.host, found, timeoutS * 1000, signal, guarded.onProgress);
    }),
  );
};

/** @param found Filled in step by step, so an error report includes everything known by then. */
export async function readStatus(
  host: Host,
  found: StatusFindings,
  timeoutMs: number,
  signal: AbortSignal,
  onProgress: (event: ProgressEvent) => void,
): Promise<StatusReport> {
  using deadline = startDeadline(timeoutMs, signal);
  const fail = (error: Problem) => createStatusReport(found, undefined, error);
  const reader = { words: host.words, line: createCommandLine("status", {}, host) };
  const userConfig = validateUserConfig(host.userConfig);
  const { name } = host.network;
  found.network = { name, chainId: null };
  const chainId = await findChainId(host, userConfig, timeoutMs, signal);
  if (signal.aborted) return fail(stoppedByUser(reader));
  if (typeof chainId === "object" && chainId !== null) return fail(chainId);
  found.network = { name, chainId };

  const config = await resolveStatus(userConfig, chainId, host.readSecret);
  if (config === undefined) throw notConfigured(name, chainId, host);
  const service = new StatusService(createHttpOptions(config, onProgress));
  found.service = service.url;
  try {
    return createStatusReport(found, await service.summary({ signal: deadline.signal }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (signal.aborted) return fail(stoppedByUser(reader));
    if (config.isConfigured)
      await refuseForeign(service.url, (options) => service.status(options), error, deadline.signal);
    return fail(notAnswered(error, reader, deadline.signal.aborted ? timeoutMs : undefined));
  }
}

/** Milliseconds for the node. The rest is for the status service, which matters most when the node has problems. */
const NODE_LIMIT_MS = 5000;

/** @returns Null if the ID is unavailable but all chains share one status service. A problem if the ID is needed. */
async function findChainId(
  host: Host,
  userConfig: UserConfig,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<number | null | Problem> {
  const { network, words } = host;
  if (network.chainId !== undefined) return network.chainId;
  const { chain } = await host.openNetwork(undefined, {});
  const answer = await readChainId(chain, Math.min(NODE_LIMIT_MS, timeoutMs / 2), signal, words);
  if (typeof answer === "number") return answer;
  if (hasOneStatusService(userConfig)) return null;
  return { ...answer.problem, next: words.network.nameChain(network.name) };
}

export function notAnswered(error: ServiceError, reader: Reader, passedMs: number | undefined): Problem {
  const isNone = error.kind === "refused" || error.kind === "unusable";
  return problem(
    "VC601",
    {
      facts: [
        ["Asked", `${error.method} ${error.url}`],
        ["Status", error.status?.toString()],
        ["Service said", error.serviceMessage],
        ["Reason", passedMs === undefined ? error.reason : `no answer within ${passedMs / 1000} s`],
        ["Tries", error.attempts?.toString()],
      ],
      likely: isNone ? "it isn't a status service's base URL" : undefined,
      next: isNone
        ? checkUrl("status")
        : passedMs === undefined
          ? again
          : withOptions(["--timeout", String(suggestTimeout(passedMs / 1000))]),
    },
    reader,
  );
}

function stoppedByUser(reader: Reader): Problem {
  return problem("VC603", { next: again }, reader);
}

export function notConfigured(
  networkName: string,
  chainId: number | null,
  host: CommandWords,
): VerifyContractError {
  const { defaultNetwork, network } = host.words;
  const isDevelopment = chainId !== null && isDevelopmentChain(chainId);
  const isForgotten = isDevelopment && networkName === defaultNetwork;
  const key = chainId === null ? "status.url" : `chains[${chainId}].status.url`;
  return new VerifyContractError("VC602", {
    // With --chain, the plain command line has no network.
    values: { network: networkName === "" ? `chain ${chainId}` : `the network ${networkName}` },
    facts: [
      ["Chain", chainId?.toString()],
      ["Missing", "verifyContract.status.url"],
      ["Defaults", "chains 295, 296 and 297 have one, unless verifyContract.status is false"],
    ],
    likely: isForgotten
      ? network.forgotten
      : isDevelopment
        ? `serve starts a status service, and prints its setting: ${formatServe(host, networkName)}`
        : undefined,
    next: isForgotten ? chooseNetwork("choose the network with") : configure(`set verifyContract.${key}`),
  });
}
