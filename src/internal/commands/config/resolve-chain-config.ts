import { explainNotPublic, isDevelopmentChain } from "../../domain/development-chain.ts";
import type { Explorer } from "../../domain/explorer.ts";
import { isHedera, type LocalHedera } from "../../domain/hedera.ts";
import type { ServiceKey } from "../../errors/host-words.ts";
import { chooseContractNetwork, configure, type NextStep } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { PaceLimit } from "../../services/http/hosts.ts";
import { formatBaseUrl, isLoopback } from "../../services/http/urls.ts";
import { totalWaitMs } from "../../services/retry.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import type { CommandWords, Host, ReadSecret } from "../host.ts";
import { formatServe } from "../request.ts";
import { DEFAULT_TIMEOUT_S, getChainDefaults } from "./chain-defaults.ts";
import type { ChainUserConfig, ServiceUserConfig, UserConfig } from "./user-config.ts";

export type ChainConfig = Awaited<ReturnType<typeof resolveChainConfig>>;

export type ServiceConfig = NonNullable<Awaited<ReturnType<typeof resolveService>>>;

/** Long enough for all nodes behind one URL to catch up: they receive a block almost simultaneously. */
const OWN_STATE_WAIT_MS = 3000;

type HostContext = CommandWords & {
  /** The likely cause of a missing configuration, if no network was chosen. */
  readonly forgotten?: string | undefined;
  /** The argument that selects the current network. Undefined if local services can't serve it. */
  readonly network?: string | undefined;
  /** True for a command that submits nothing: it starts no local services, because they would have no records. */
  readonly onlyReads?: boolean | undefined;
};

/**
 * A chain's own keys take precedence over the general keys, which take precedence over the defaults.
 *
 * @param local The services that run alongside a local Hedera network's node. @default none
 */
export async function resolveChainConfig(
  userConfig: UserConfig,
  chainId: number,
  { readSecret, explorer, ...host }: Pick<Host, "readSecret" | "explorer"> & HostContext,
  needsVerification = true,
  local?: LocalHedera,
) {
  const config = mergeChainConfig(userConfig, chainId);
  const { retry = {}, allowForeignCreation = [] } = config;
  const defaults = getChainDefaults(chainId, local);
  const verification = await resolveVerification(config, defaults, readSecret);
  if (verification === undefined && needsVerification) throw noVerificationService(chainId, userConfig, host);
  const query = await resolveService(config, "query", defaults.queryUrl, readSecret);
  const appearAttempts = retry.appearAttempts ?? defaults.appearAttempts;
  const isOfOwnState = !isHedera(chainId) && query === undefined && retry.appearAttempts === undefined;
  return {
    /** Undefined only on a chain without a default service, in a run that doesn't need a verification service. */
    verification,
    query,
    status: await resolveService(config, "status", defaults.statusUrl, readSecret),
    explorer: resolveExplorer(config.explorer, defaults.explorer ?? explorer?.(chainId)),
    /** Keyed by name. API keys haven't been read yet. */
    explorers: config.explorers ?? {},
    /** Request limits for the hosts of the node and the query service. */
    pace: {
      publicHosts: resolvePace({ ...defaults.pace, ...config.pace }),
      /** For loopback and private networks, which have no default limit. */
      privateHosts: resolvePace({ ...config.pace }),
    },
    operators: userConfig.operators ?? {},
    /** Lower case. */
    allowForeignCreation: new Set(allowForeignCreation.map((each) => each.toLowerCase())),
    minMatch: config.minMatch ?? "match",
    timeoutMs: (config.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
    concurrency: config.concurrency ?? 4,
    polling: { firstDelayMs: retry.pollIntervalMs ?? 25, maxDelayMs: retry.maxPollIntervalMs ?? 3000 },
    appearAttempts,
    /** How long to wait for missing code, unless the contract was just deployed. */
    codeWaitMs: Math.min(
      totalWaitMs(appearAttempts),
      isOfOwnState ? OWN_STATE_WAIT_MS : Number.POSITIVE_INFINITY,
    ),
  };
}

/** @param chainId Undefined or null if unknown. In that case, only the general keys apply. */
export function mergeChainConfig(general: UserConfig, chainId: number | null | undefined): ChainUserConfig {
  const own: ChainUserConfig = general.chains?.[String(chainId)] ?? {};
  return {
    ...general,
    ...withoutUndefined(own),
    // Headers must not reach a different service, so a chain with its own URL inherits nothing.
    verification:
      own.verification?.url === undefined
        ? { ...general.verification, ...own.verification }
        : own.verification,
    // Each API key is sent to only one host.
    explorers: { ...general.explorers, ...own.explorers },
    retry: { ...general.retry, ...own.retry },
    pace: { ...general.pace, ...own.pace },
    allowForeignCreation: [...(general.allowForeignCreation ?? []), ...(own.allowForeignCreation ?? [])],
  };
}

/** @param chainId Null if unknown. In that case, only the general keys apply. */
export function resolveStatus(
  userConfig: UserConfig,
  chainId: number | null,
  readSecret: ReadSecret,
): Promise<ServiceConfig | undefined> {
  const defaultUrl = chainId === null ? undefined : getChainDefaults(chainId).statusUrl;
  return resolveService(mergeChainConfig(userConfig, chainId), "status", defaultUrl, readSecret);
}

/** True if the same status service is configured for every chain, so the chain needn't be known. */
export function hasOneStatusService({ status, chains }: UserConfig): boolean {
  return status !== undefined && Object.values(chains ?? {}).every((chain) => chain.status === undefined);
}

async function resolveVerification(
  config: ChainUserConfig,
  { verificationUrl, browserUrl, forwards }: ReturnType<typeof getChainDefaults>,
  readSecret: ReadSecret,
) {
  const service = await resolveService(config, "verification", verificationUrl, readSecret);
  const { verification: configured = {} } = config;
  return (
    service && {
      ...service,
      browserUrl: configured.browserUrl ?? (service.isConfigured ? undefined : browserUrl),
      /** True if the service forwards its verifications to other services. Undefined if unknown. */
      forwards: configured.forwards ?? (service.url === verificationUrl ? forwards : undefined),
    }
  );
}

async function resolveService(
  config: ChainUserConfig,
  key: ServiceKey,
  defaultUrl: string | undefined,
  readSecret: ReadSecret,
) {
  const { [key]: configured, retry = {} } = config;
  const { attempts, minDelayMs, maxDelayMs, requestTimeoutMs } = retry;
  if (configured === false) return undefined;
  const url = configured?.url ?? defaultUrl;
  if (url === undefined) return undefined;
  return {
    url,
    headers: await readHeaders(configured?.headers, key, readSecret),
    /** True if the user set the URL. */
    isConfigured: configured?.url !== undefined,
    // Missing values fall back to the HTTP client's defaults.
    requestTimeoutMs,
    retry: withoutUndefined({ attempts, minDelayMs, maxDelayMs }),
  };
}

async function readHeaders(
  headers: ServiceUserConfig["headers"],
  key: string,
  readSecret: ReadSecret,
): Promise<Readonly<Record<string, string>>> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      if (value === undefined) throw new Error("it is undefined: an environment variable may be missing");
      read[name] = await readSecret(value);
    } catch (cause) {
      throw new VerifyContractError("VC113", {
        facts: [
          ["Key", `verifyContract.${key}.headers.${name}`],
          ["Reason", cause instanceof Error ? cause.message : undefined],
        ],
        next: configure("set the variable, or correct the header,"),
        cause,
      });
    }
  }
  return read;
}

function resolveExplorer(
  configured: ChainUserConfig["explorer"],
  byDefault: Explorer | undefined,
): Explorer | undefined {
  if (configured === false) return undefined;
  if (configured === undefined) return byDefault && { ...byDefault, url: formatBaseUrl(byDefault.url) };
  const { name = "explorer", url } = configured;
  return { name, url: formatBaseUrl(url) };
}

function resolvePace(pace: NonNullable<ChainUserConfig["pace"]>): PaceLimit | undefined {
  if (Object.keys(pace).length === 0) return undefined;
  const { requestsPerSecond = Number.POSITIVE_INFINITY, requestsAtOnce = Number.POSITIVE_INFINITY } = pace;
  return { requestsPerSecond, requestsAtOnce };
}

/** Local services don't forward to explorers. */
const LOCAL_INSTEAD: NextStep = { kind: "change", set: [["--local"]], drop: ["--explorer"] };

function noVerificationService(
  chainId: number,
  { chains = {} }: UserConfig,
  host: HostContext,
): VerifyContractError {
  const { forgotten, network, onlyReads } = host;
  const configured = Object.keys(chains);
  const key = `verifyContract.chains[${chainId}].verification.url`;
  const isRehearsal = network !== undefined && isDevelopmentChain(chainId);
  return new VerifyContractError("VC109", {
    values: { chainId, kind: explainNotPublic(chainId) ?? "which has no default" },
    facts: [
      ["Missing", isRehearsal ? key : "verifyContract.verification.url"],
      ["Configured", configured.length === 0 ? undefined : `chains ${configured.join(", ")}`],
    ],
    likely:
      forgotten ??
      (isRehearsal && !onlyReads
        ? "on a development chain, --local uses local services and needs no configuration"
        : isDevelopmentChain(chainId)
          ? `the local services support this chain: ${formatServe(host, network)}`
          : `configure a service for this chain, or rehearse with the local services: ${formatServe(host, network)}`),
    next:
      forgotten !== undefined ? chooseContractNetwork : isRehearsal ? LOCAL_INSTEAD : configure(`set ${key}`),
  });
}

/** True for a configured explorer on this computer; `--local` still uses it. */
export function isExplorerHere(entry: NonNullable<UserConfig["explorers"]>[string]): boolean {
  return typeof entry === "object" && isLoopback(entry.apiUrl);
}
