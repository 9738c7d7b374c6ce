import { VerifyContractError } from "../errors/problem.ts";
import { chainDefaults, DEFAULT_TIMEOUT_S } from "./chain-defaults.ts";
import type { CheckedChainConfig, CheckedUserConfig } from "./user-config-schema.ts";

/** Where a service is and what is sent with each request. */
export interface ServiceConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The configuration that holds for one chain: the chain's own, else the general one, else the defaults. */
export interface ChainConfig {
  readonly verification: ServiceConfig & { readonly browserUrl: string | undefined };
  readonly query: ServiceConfig | undefined;
  readonly status: ServiceConfig | undefined;
  readonly minMatch: "match" | "exact_match";
  readonly timeoutMs: number;
  readonly concurrency: number;
  readonly requestTimeoutMs: number;
  readonly retry: { readonly attempts: number; readonly minDelayMs: number; readonly maxDelayMs: number };
  readonly polling: { readonly firstDelayMs: number; readonly maxDelayMs: number };
  readonly appearAttempts: number;
}

/** A header as configured: its text, or something that can be asked for it. */
type HeaderValue = Extract<CheckedChainConfig["query"], object>["headers"];

/** Reads a header's value, which may be a configuration variable. */
export type ReadSecret = (value: NonNullable<HeaderValue>[string]) => Promise<string>;

/**
 * Works out the configuration of a chain.
 *
 * @throws VC109 for a development chain without a verification URL, VC113 for a variable that can't be read.
 */
export async function resolveChainConfig(
  userConfig: CheckedUserConfig,
  chainId: number,
  readSecret: ReadSecret,
): Promise<ChainConfig> {
  const own: CheckedChainConfig = userConfig.chains?.[String(chainId)] ?? {};
  const defaults = chainDefaults(chainId);
  const verification = inherit(userConfig.verification, own.verification);
  const url = verification.url ?? defaults.verificationUrl;
  if (url === undefined) throw noVerificationService(chainId, Object.keys(userConfig.chains ?? {}));
  const retry = { ...userConfig.retry, ...own.retry };
  return {
    verification: {
      url,
      browserUrl:
        verification.browserUrl ?? (verification.url === undefined ? defaults.browserUrl : undefined),
      headers: await readHeaders(verification.headers, "verification", readSecret),
    },
    query: await resolveService(own.query ?? userConfig.query, defaults.queryUrl, "query", readSecret),
    status: await resolveService(own.status ?? userConfig.status, defaults.statusUrl, "status", readSecret),
    minMatch: own.minMatch ?? userConfig.minMatch ?? "match",
    timeoutMs: (own.timeout ?? userConfig.timeout ?? DEFAULT_TIMEOUT_S) * 1000,
    concurrency: own.concurrency ?? userConfig.concurrency ?? 4,
    requestTimeoutMs: retry.requestTimeoutMs ?? 30_000,
    retry: {
      attempts: retry.attempts ?? 5,
      minDelayMs: retry.minDelayMs ?? 500,
      maxDelayMs: retry.maxDelayMs ?? 8000,
    },
    polling: { firstDelayMs: retry.pollIntervalMs ?? 500, maxDelayMs: retry.maxPollIntervalMs ?? 3000 },
    appearAttempts: retry.appearAttempts ?? defaults.appearAttempts,
  };
}

/** Another URL inherits nothing: the headers of one service are none of another's business. */
function inherit(
  general: CheckedChainConfig["verification"],
  own: CheckedChainConfig["verification"],
): NonNullable<CheckedChainConfig["verification"]> {
  return own?.url === undefined ? { ...general, ...own } : own;
}

async function resolveService(
  configured: CheckedChainConfig["query"],
  defaultUrl: string | undefined,
  key: string,
  readSecret: ReadSecret,
): Promise<ServiceConfig | undefined> {
  if (configured === false) return undefined;
  const url = configured?.url ?? defaultUrl;
  if (url === undefined) return undefined;
  return { url, headers: await readHeaders(configured?.headers, key, readSecret) };
}

async function readHeaders(
  headers: HeaderValue,
  key: string,
  readSecret: ReadSecret,
): Promise<Readonly<Record<string, string>>> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      read[name] = await readSecret(value);
    } catch (cause) {
      throw new VerifyContractError("VC113", {
        facts: [
          ["Key", `verifyContract.${key}.headers.${name}`],
          ["Reason", cause instanceof Error ? cause.message : undefined],
        ],
        cause,
      });
    }
  }
  return read;
}

function noVerificationService(chainId: number, configured: readonly string[]): VerifyContractError {
  return new VerifyContractError("VC109", {
    values: { chainId },
    facts: [
      ["Missing", "verifyContract.verification.url"],
      ["Configured", configured.length === 0 ? undefined : `chains ${configured.join(", ")}`],
    ],
    likely: "the local services are meant: npx hardhat verify-contract serve --network localhost",
    next: `set verifyContract.chains[${chainId}].verification.url in hardhat.config.ts`,
  });
}
