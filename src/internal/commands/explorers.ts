import pLimit from "p-limit";
import { advice, configure, correctName } from "../errors/next-step.ts";
import { invalidValue, VerifyContractError } from "../errors/problem.ts";
import type { ContractPlace } from "../evidence/record.ts";
import type { Deadline } from "../pipeline/deadline.ts";
import {
  type AskedExplorer,
  applyRequirement,
  type OpenExplorer,
  showContract,
} from "../pipeline/explorers.ts";
import type { ContractsOptions } from "../pipeline/verify-contracts.ts";
import type { ProgressEvent } from "../report/progress.ts";
import { findChainHost } from "../services/explorers/chain-lists.ts";
import {
  ANY_EXPLORER,
  deriveSite,
  EXPLORER_DIALECTS,
  type ExplorerDialect,
  type ExplorerHost,
  isOwnHost,
} from "../services/explorers/dialects.ts";
import { ExplorerService } from "../services/explorers/explorer-service.ts";
import { HostBreakers } from "../services/http/hosts.ts";
import { isPrivateHost } from "../services/http/urls.ts";
import { didYouMean, findNearestName } from "../text/nearest.ts";
import { isExplorerHere } from "./config/resolve-chain-config.ts";
import type { AskedExplorerUserConfig, UserConfig } from "./config/user-config.ts";
import type { ExplorerAccess, Host } from "./host.ts";
import { createRetryListener, getExplorerPace } from "./http-options.ts";
import { createPorts, type SharedPorts } from "./ports-of.ts";
import type { OpenChain, RunParts } from "./run-parts.ts";
import type { ValidRun } from "./validate-request.ts";

export function validateExplorers(
  { explorers: named, requiresExplorer, local }: Pick<ValidRun, "explorers" | "requiresExplorer" | "local">,
  { explorers = {}, chains = {} }: UserConfig,
): void {
  const all = [explorers, ...Object.values(chains).map((chain) => chain.explorers ?? {})].flatMap((each) =>
    Object.entries(each),
  );
  refuseWithoutApi(all);
  const configured = all.map(([name]) => name);
  const known = [...new Set([...Object.keys(EXPLORER_DIALECTS), ...configured])];
  const unknown = named?.find((each) => !known.includes(each));
  if (named !== undefined && unknown !== undefined)
    throw invalidValue("--explorer", unknown, known.join(", "), {
      next: correctName("--explorer", named, unknown, findNearestName(unknown, known)),
    });
  const isAsked = ([, each]: (typeof all)[number]): boolean => !local || isExplorerHere(each);
  if (requiresExplorer && named === undefined && !all.some(isAsked))
    throw new VerifyContractError("VC115", {
      values: {
        option: "--require explorer",
        needed: local
          ? "a local explorer in verifyContract.explorers, because --local uses no others"
          : "--explorer, or verifyContract.explorers",
      },
      next: advice(
        local
          ? "leave explorer out of --require"
          : `add --explorer, for example --explorer ${Object.keys(EXPLORER_DIALECTS).join(",")}`,
      ),
    });
}

type Entries = readonly (readonly [name: string, entry: NonNullable<UserConfig["explorers"]>[string]])[];

/** No API is known for an explorer with any other name. The name is probably mistyped. */
function refuseWithoutApi(all: Entries): void {
  const known = Object.keys(EXPLORER_DIALECTS);
  const withApi = all.flatMap(([name, entry]) => (typeof entry === "object" && entry.apiUrl ? name : []));
  const name = all.find(([each, entry]) => entry && !known.includes(each) && !withApi.includes(each))?.[0];
  if (name === undefined) return;
  throw new VerifyContractError("VC108", {
    facts: [[`verifyContract.explorers.${name}`, "expected an object with an apiUrl"]],
    likely: didYouMean(findNearestName(name, known)),
    next: configure("correct the settings"),
  });
}

/** Maximum number of concurrent submissions: enough to reach the explorers' rate limits while jobs are pending. */
const AT_ONCE = 16;

export function createExplorerPublisher(
  lane: number,
  node: OpenChain,
  startTurnDeadline: () => Deadline,
  walk: RunParts & {
    readonly shared: SharedPorts;
    readonly getPosition: (place: ContractPlace) => number;
  },
): ContractsOptions["show"] {
  const { valid, shared, evidence, onEvent } = walk;
  const { action, dryRun } = valid.common;
  if (action !== "verify" || dryRun) return undefined;
  const explorers = selectExplorers(node, walk);
  if (explorers.length === 0 && !valid.requiresExplorer) return undefined;
  const inTurn = pLimit(AT_ONCE);
  return (index, request, report, proven) =>
    inTurn(async () => {
      const place = { lane, index };
      // Replays don't query explorers and reach the same verdict without them.
      evidence?.ended(place, report);
      using deadline = startTurnDeadline();
      const ports = createPorts(node, shared, deadline.signal, (event) =>
        onEvent({ type: "progress", index: walk.getPosition(place), event }),
      );
      const shown = proven === undefined ? report : await showContract(explorers, proven, report, ports);
      return valid.requiresExplorer ? applyRequirement({ request, ports }, shown, explorers) : shown;
    });
}

function selectExplorers(node: OpenChain, parts: RunParts): readonly AskedExplorer[] {
  const { explorers } = node.config;
  const names = parts.valid.explorers ?? Object.keys(explorers).filter((key) => explorers[key] !== false);
  const breakers = new HostBreakers();
  return names.map((key) => {
    let opened: Promise<OpenExplorer> | undefined;
    const name = EXPLORER_DIALECTS[key]?.name ?? key;
    return {
      key,
      name,
      open: () => {
        opened ??= openExplorer(key, name, node, parts, breakers);
        return opened;
      },
    };
  });
}

async function openExplorer(
  key: string,
  name: string,
  { chainId, config }: OpenChain,
  { host, signal, onEvent, valid, userConfig }: RunParts,
  breakers: HostBreakers,
): Promise<OpenExplorer> {
  const { [key]: own } = config.explorers;
  const configured: AskedExplorerUserConfig = typeof own === "object" ? own : {};
  const dialect = EXPLORER_DIALECTS[key] ?? { ...ANY_EXPLORER, name };
  const access = await host.explorerAccess?.(key, chainId);
  const { verification } = config;
  const http = { requestTimeoutMs: verification?.requestTimeoutMs, retry: verification?.retry };
  const configuredHost = getConfiguredHost(configured, access);
  const found =
    configuredHost ?? (await findChainHost(dialect, chainId, { folder: host.userCacheFolder, signal, http }));
  if (found === undefined)
    throw new Error(`${name} doesn't support chain ${chainId}, and no apiUrl is configured`);
  const ofUrl = dialect.chainIn(new URL(found.apiUrl));
  if (ofUrl !== undefined && Number(ofUrl) !== chainId)
    throw new Error(`its apiUrl is for chain ${ofUrl}, not chain ${chainId}`);
  const isForAllChains =
    configured.apiUrl !== undefined && userConfig.chains?.[chainId]?.explorers?.[key] === undefined;
  if (isForAllChains && ofUrl === undefined && !dialect.takesChainId)
    throw new Error(
      `a ${name} API serves one chain, but its apiUrl is configured for all chains: move it to verifyContract.chains[${chainId}].explorers.${key} if it serves chain ${chainId}`,
    );
  const apiKey = await readKey(configured, dialect, access, host);
  if (dialect.needsKey && apiKey === undefined)
    throw new Error(`no API key is configured: set verifyContract.explorers.${key}.apiKey`);
  const { apiUrl, siteUrl = deriveSite(apiUrl) } = found;
  const requestsPerSecond =
    configured.requestsPerSecond ??
    (isPrivateHost(apiUrl) ? Number.POSITIVE_INFINITY : dialect.requestsPerSecond);
  const showRetry = (event: ProgressEvent) => {
    if (valid.scope === "one") onEvent({ type: "progress", index: 0, event });
  };
  const service = new ExplorerService({
    ...http,
    dialect: { ...dialect, requestsPerSecond },
    chainId,
    apiUrl,
    apiKey,
    pace: getExplorerPace(apiUrl, apiKey),
    breaker: breakers.of(apiUrl),
    onRetry: createRetryListener(showRetry),
    onSlowDown: ({ host: slow, waitMs }) => onEvent({ type: "slowed-down", host: slow, waitMs }),
  });
  return {
    service,
    isHostConfigured: configuredHost !== undefined,
    linksProxies: dialect.linksProxies,
    pageOf: (address) => siteUrl && `${siteUrl}/address/${address}`,
  };
}

function getConfiguredHost(
  { apiUrl, url }: AskedExplorerUserConfig,
  access: ExplorerAccess | undefined,
): ExplorerHost | undefined {
  const siteUrl = url?.replace(/\/+$/, "");
  if (apiUrl !== undefined) return { apiUrl, siteUrl };
  return access?.apiUrl === undefined
    ? undefined
    : { apiUrl: access.apiUrl, siteUrl: siteUrl ?? access.siteUrl };
}

/** The host's key belongs to the explorer's own API, so it is never sent to another API URL. */
async function readKey(
  { apiKey, apiUrl }: AskedExplorerUserConfig,
  dialect: ExplorerDialect,
  access: ExplorerAccess | undefined,
  host: Pick<Host, "readSecret">,
): Promise<string | undefined> {
  const takesHosts = apiUrl === undefined || isOwnHost(dialect, apiUrl);
  const hostKey = takesHosts ? access?.readKey : undefined;
  const key = apiKey === undefined ? await hostKey?.() : await host.readSecret(apiKey);
  return key?.trim() || undefined;
}
