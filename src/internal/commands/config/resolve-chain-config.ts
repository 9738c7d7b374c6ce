import { isDevelopmentChain, whyNotPublic } from "../../domain/development-chain.ts";
import type { Explorer } from "../../domain/explorer.ts";
import type { LocalHedera } from "../../domain/local-hedera.ts";
import { chooseNetwork, configure, writeCommand } from "../../errors/next-step.ts";
import { VerifyContractError } from "../../errors/problem.ts";
import type { PaceLimit } from "../../services/http/host-pace.ts";
import { shownBase } from "../../services/http/without-credentials.ts";
import type { Host } from "../host.ts";
import { chainDefaults, DEFAULT_TIMEOUT_S } from "./chain-defaults.ts";
import {
  readHeaders,
  resolveService,
  resolveStatusConfig,
  type ServiceConfig,
  type StatusConfig,
} from "./resolve-service.ts";
import type { ChainUserConfig, UserConfig } from "./user-config.ts";

/** The configuration that holds for one chain: the chain's own, else the general one, else the defaults. */
export interface ChainConfig extends StatusConfig {
  /** Undefined only on a chain without a default, for a run that needs none. */
  readonly verification: VerificationConfig | undefined;
  readonly query: ServiceConfig | undefined;
  /** Where people look at the chain; it is never asked. */
  readonly explorer: Explorer | undefined;
  /** Of the hosts of node and query service; undefined for no limit. */
  readonly pace: PaceLimit | undefined;
  /** Names of operators, by URL or origin. */
  readonly operators: Readonly<Record<string, string>>;
  /** Addresses in lower case. */
  readonly allowForeignCreation: ReadonlySet<string>;
  readonly minMatch: "match" | "exact_match";
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly polling: { readonly firstDelayMs: number; readonly maxDelayMs: number };
  readonly appearAttempts: number;
}

/** The verification service of a chain. */
interface VerificationConfig extends ServiceConfig {
  readonly browserUrl: string | undefined;
  /** Whether it forwards what it verified to other services; undefined where that is not known. */
  readonly forwards: boolean | undefined;
}

type OfHost = Pick<Host, "words" | "globals"> & {
  /** The likely cause where no network was chosen. */
  readonly forgotten?: string | undefined;
  /** What chooses the network in use, which local services can serve. @default none can */
  readonly network?: string | undefined;
};

/**
 * Works out the configuration of a chain.
 *
 * @param needsVerification Whether the run can't do without a verification service.
 * @param local The services beside the node of a local network of Hedera. @default none
 * @throws VC109 for a chain without a default and without a verification URL, VC113 for a variable that can't be read.
 */
export async function resolveChainConfig(
  userConfig: UserConfig,
  chainId: number,
  { readSecret, explorer, ...host }: Pick<Host, "readSecret" | "explorer"> & OfHost,
  needsVerification = true,
  local?: LocalHedera,
): Promise<ChainConfig> {
  const own: ChainUserConfig = userConfig.chains?.[String(chainId)] ?? {};
  const defaults = chainDefaults(chainId, local);
  const verification = inherit(userConfig.verification, own.verification);
  const url = verification.url ?? defaults.verificationUrl;
  if (url === undefined && needsVerification) throw noVerificationService(chainId, userConfig, host);
  const retry = { ...userConfig.retry, ...own.retry };
  return {
    verification:
      url === undefined
        ? undefined
        : {
            url,
            isConfigured: verification.url !== undefined,
            browserUrl:
              verification.browserUrl ?? (verification.url === undefined ? defaults.browserUrl : undefined),
            forwards:
              verification.forwards ?? (url === defaults.verificationUrl ? defaults.forwards : undefined),
            headers: await readHeaders(verification.headers, "verification", readSecret),
          },
    query: await resolveService(own.query ?? userConfig.query, defaults.queryUrl, "query", readSecret),
    explorer: explorerOf(own.explorer ?? userConfig.explorer, defaults.explorer ?? explorer?.(chainId)),
    pace: paceOf({ ...defaults.pace, ...userConfig.pace, ...own.pace }),
    operators: userConfig.operators ?? {},
    allowForeignCreation: new Set(
      [...(userConfig.allowForeignCreation ?? []), ...(own.allowForeignCreation ?? [])].map((each) =>
        each.toLowerCase(),
      ),
    ),
    ...(await resolveStatusConfig(userConfig, chainId, readSecret)),
    minMatch: own.minMatch ?? userConfig.minMatch ?? "match",
    timeoutMs: (own.timeout ?? userConfig.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
    concurrency: own.concurrency ?? userConfig.concurrency ?? 4,
    polling: { firstDelayMs: retry.pollIntervalMs ?? 25, maxDelayMs: retry.maxPollIntervalMs ?? 3000 },
    appearAttempts: retry.appearAttempts ?? defaults.appearAttempts,
  };
}

/** Whether the configuration says which query service a chain has, if any. */
export function namesQuery({ query, chains }: UserConfig, chainId: number): boolean {
  return (chains?.[String(chainId)]?.query ?? query) !== undefined;
}

function explorerOf(
  configured: ChainUserConfig["explorer"],
  byDefault: Explorer | undefined,
): Explorer | undefined {
  if (configured === false) return undefined;
  const { name = "explorer", url } = configured ?? byDefault ?? {};
  return url === undefined ? undefined : { name, url: shownBase(url) };
}

function paceOf(pace: NonNullable<ChainUserConfig["pace"]>): PaceLimit | undefined {
  if (Object.keys(pace).length === 0) return undefined;
  const { requestsPerSecond = Number.POSITIVE_INFINITY, requestsAtOnce = Number.POSITIVE_INFINITY } = pace;
  return { requestsPerSecond, requestsAtOnce };
}

/** For the network in use, else for a node on this computer. */
function serveCommand({ words, globals, network }: OfHost): string {
  const { flag, local } = words.network;
  return writeCommand(words, {
    subcommand: "serve",
    targets: [],
    options: [],
    globals: [[flag, network ?? local], ...globals.filter(([given]) => words.toolOptions.includes(given))],
  });
}

/** Another URL inherits nothing: the headers of one service are none of another's business. */
function inherit(
  general: ChainUserConfig["verification"],
  own: ChainUserConfig["verification"],
): NonNullable<ChainUserConfig["verification"]> {
  return own?.url === undefined ? { ...general, ...own } : own;
}

function noVerificationService(
  chainId: number,
  { chains = {} }: UserConfig,
  host: OfHost,
): VerifyContractError {
  const configured = Object.keys(chains);
  return new VerifyContractError("VC109", {
    values: { chainId, kind: whyNotPublic(chainId) ?? "which has no default" },
    facts: [
      ["Missing", "verifyContract.verification.url"],
      ["Configured", configured.length === 0 ? undefined : `chains ${configured.join(", ")}`],
    ],
    likely:
      host.forgotten ??
      (isDevelopmentChain(chainId)
        ? `the local services are meant: ${serveCommand(host)}`
        : `a service of your own is meant; for a rehearsal, the local services take this chain too: ${serveCommand(host)}`),
    next:
      host.forgotten === undefined
        ? configure(`set verifyContract.chains[${chainId}].verification.url`)
        : chooseNetwork("choose the network that has the contract, with"),
  });
}
