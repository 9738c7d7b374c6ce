import { ChainError, type ChainPort } from "../chain/chain-port.ts";
import { findLocalHedera, LOCAL_HEDERA } from "../domain/hedera.ts";
import type { HostWords } from "../errors/host-words.ts";
import { advice } from "../errors/next-step.ts";
import { problem, VerifyContractError } from "../errors/problem.ts";
import type { Ports } from "../pipeline/ports.ts";
import { explainByStatus } from "../pipeline/stages/explain-by-status.ts";
import { NO_SERVICES } from "../report/outcome.ts";
import { HostBreakers } from "../services/http/hosts.ts";
import { limitedSignal } from "../services/http/limited-signal.ts";
import { startRefusingNode } from "../services/rpc/start-refusing-node.ts";
import type { StatusSummary } from "../services/status/model.ts";
import { StatusService } from "../services/status/status-service.ts";
import { cleanText } from "../text/clean-text.ts";
import { messageOf } from "../text/file-reason.ts";
import { DEFAULT_TIMEOUT_S } from "./config/chain-defaults.ts";
import {
  hasOneStatusService,
  resolveChainConfig,
  resolveStatus,
  type ServiceConfig,
} from "./config/resolve-chain-config.ts";
import type { UserConfig } from "./config/user-config.ts";
import type { ConfiguredNetwork, Host, NodeOptions, OpenNetwork } from "./host.ts";
import { createRetryListener, limitPace } from "./http-options.ts";
import { cacheExpectedCodes, selectEntries } from "./recorded-targets.ts";
import type { LostChain, OpenChain, RunParts } from "./run-parts.ts";

/** How long to reuse an explanation, in milliseconds. One outage affects many contracts at once. */
const FRESH_MS = 10_000;

function createRunStatus(service: ServiceConfig, breakers: HostBreakers): Ports["status"] {
  const status = createStatusClient(service, breakers);
  let known: { readonly summary: StatusSummary; readonly atMs: number } | undefined;
  return {
    url: status.url,
    summary: async (options) => {
      if (known !== undefined && performance.now() - known.atMs < FRESH_MS) return known.summary;
      const summary = await status.summary(options);
      known = { summary, atMs: performance.now() };
      return summary;
    },
  };
}

/** Explanations of outages are optional, so requests aren't retried and failures aren't reported. */
function createStatusClient({ url, headers }: ServiceConfig, breakers?: HostBreakers): StatusService {
  return new StatusService({ url, headers, retry: { attempts: 1 }, breaker: breakers?.of(url) });
}

/** Ignores configuration errors: runs that need the service report them. */
async function resolveStatusWithoutNode(
  { readSecret }: Pick<Host, "readSecret">,
  userConfig: UserConfig,
  chainId: number | null,
): Promise<StatusService | undefined> {
  if (chainId === null && !hasOneStatusService(userConfig)) return undefined;
  try {
    const service = await resolveStatus(userConfig, chainId, readSecret);
    return service && createStatusClient(service);
  } catch {
    return undefined;
  }
}

export const CLOCK: Ports["clock"] = { elapsedMs: () => performance.now(), now: () => new Date() };

/** @param breakersOfRun Circuit breakers that all chains in the run share. @default separate ones for this chain */
export async function openChain(
  { host, userConfig: general, connection, signal, valid, lock, onEvent, local }: RunParts,
  named?: ConfiguredNetwork,
  breakersOfRun?: HostBreakers,
): Promise<OpenChain | LostChain> {
  const { common, scope, timeoutMs, minMatch } = valid;
  const breakers = new HostBreakers(breakersOfRun);
  const options: NodeOptions = {
    breakers,
    onSlowDown: ({ host, waitMs }) => onEvent({ type: "slowed-down", host, waitMs }),
    ...(scope === "one"
      ? { onRetry: createRetryListener((event) => onEvent({ type: "progress", index: 0, event })) }
      : {}),
  };
  const network = await (named === undefined ? host.openNetwork(connection, options) : named.open(options));
  const { chain, configuredChainId } = network;
  const askedAt = performance.now();
  const limitMs = timeoutMs ?? (general.timeout ?? DEFAULT_TIMEOUT_S) * 1000;
  const chainId = await readChainId(chain, limitMs, signal, host.words, configuredChainId);
  const askedForMs = performance.now() - askedAt;
  if (typeof chainId === "number") {
    refuseOtherChain(network, chainId, named?.source, host.words);
    const nodeUrl = await network.nodeUrl();
    const forgotten = explainForgottenNetwork(host, chain.networkName, nodeUrl);
    const argument = getNetworkArgument(chain.networkName, host, named);
    const hasContractId = valid.contracts.some(({ kind }) => kind === "contract-id");
    const userConfig =
      (await local?.configured({ chainId, nodeUrl, network: argument, hasContractId })) ?? general;
    // Local services can't reach an in-process chain.
    const served = nodeUrl === undefined ? undefined : argument;
    const config = await resolveChainConfig(
      userConfig,
      chainId,
      { ...host, forgotten, network: served, onlyReads: common.action === "check" },
      !common.dryRun,
      chainId === LOCAL_HEDERA ? findLocalHedera(nodeUrl) : undefined,
    );
    limitPace([nodeUrl, config.query?.url], config.pace);
    return {
      kind: "open",
      chain: valid.lock === "compare" ? cacheExpectedCodes(chain, selectEntries(lock, chainId)) : chain,
      chainId,
      // The command's options take precedence over the configuration.
      config: { ...config, timeoutMs: timeoutMs ?? config.timeoutMs, minMatch: minMatch ?? config.minMatch },
      nodeUrl,
      forgotten,
      breakers,
      status: config.status && createRunStatus(config.status, breakers),
      askedForMs,
    };
  }
  const status = await resolveStatusWithoutNode(host, general, configuredChainId ?? null);
  return {
    kind: "lost",
    outcome: chainId.outcome,
    problem: await explainByStatus({ status, clock: CLOCK, signal }, chainId.outcome, chainId.problem),
    networkName: chain.networkName,
    chainId: configuredChainId,
    nodeUrl: await network.nodeUrl().catch(() => undefined),
    services: { ...NO_SERVICES, status: status?.url ?? null },
  };
}

function getNetworkArgument(
  networkName: string,
  { globals, words }: Host,
  named: ConfiguredNetwork | undefined,
): string {
  if (named !== undefined) return named.argument ?? named.name;
  const [, given = networkName] = globals.find(([flag]) => flag === words.network.flag) ?? [];
  return given;
}

/** Some hosts verify the chain ID themselves, but their errors are less helpful. */
function refuseOtherChain(
  { chain: { networkName }, configuredChainId }: OpenNetwork,
  chainId: number,
  source: string | undefined,
  words: HostWords,
): void {
  if (configuredChainId === undefined || configuredChainId === chainId) return;
  throw new VerifyContractError("VC305", {
    values: { network: networkName, configuredChainId, chainId },
    likely: "the network's URL and chain ID don't belong together",
    next: advice(source === undefined ? words.network.correct(networkName) : `correct ${source}`),
  });
}

/** Undefined for a call from a program, which may have deployed to its own in-process chain. */
function explainForgottenNetwork(
  { words, ownsProcess }: Pick<Host, "words" | "ownsProcess">,
  networkName: string,
  nodeUrl: string | undefined,
): string | undefined {
  const isInProcess = nodeUrl === undefined && networkName === words.defaultNetwork;
  return isInProcess && ownsProcess() ? words.network.forgotten : undefined;
}

/** Timeout in milliseconds for the first request to the node, sent before the chain's own deadline is known. */
const LIMIT_MS = 60_000;

/** @param deadlineMs Milliseconds for the entire verification, ignoring chain-specific settings. */
export async function readChainId(
  chain: ChainPort,
  deadlineMs: number,
  userSignal: AbortSignal | undefined,
  words: HostWords,
  configuredChainId?: number,
): Promise<number | Pick<LostChain, "outcome" | "problem">> {
  const limitMs = Math.min(LIMIT_MS, deadlineMs);
  const isOver = new Error(`no answer within ${limitMs / 1000} s`);
  using limit = limitedSignal(userSignal, limitMs, () => isOver);
  try {
    return await chain.chainId(limit.signal);
  } catch (error) {
    if (userSignal?.aborted === true)
      return {
        outcome: "timed-out",
        problem: problem("VC408", { facts: [["Waiting for", "the network's node"]] }),
      };
    return {
      outcome: "unavailable",
      problem: problem(
        "VC302",
        {
          facts: [
            ["Network", chain.networkName],
            ["Asked", error instanceof ChainError ? error.method : "eth_chainId"],
            ["Reason", cleanText(messageOf(error), 300)],
          ],
          next:
            startRefusingNode(error instanceof Error && error.cause, configuredChainId) ??
            advice("check the network's URL, then run the command again"),
        },
        { words },
      ),
    };
  }
}
