import { VerifyContractError } from "../../errors/problem.ts";
import { chainDefaults } from "./chain-defaults.ts";
import type { ChainUserConfig, UserConfig } from "./user-config.ts";

/** Where a service is and what is sent with each request. */
export interface ServiceConfig {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the user named the URL, or it is a default. */
  readonly isConfigured: boolean;
}

/** How often and how long a service is asked. */
export interface RequestConfig {
  readonly requestTimeoutMs: number;
  readonly retry: { readonly attempts: number; readonly minDelayMs: number; readonly maxDelayMs: number };
}

/** A header as configured: its text, or something that can be asked for it. */
type HeaderValue = Extract<ChainUserConfig["query"], object>["headers"];

/** Reads a header's value, which may be a configuration variable. */
export type ReadSecret = (value: NonNullable<NonNullable<HeaderValue>[string]>) => Promise<string>;

/** A service that there need not be. @throws VC113 for a variable that can't be read. */
export async function resolveService(
  configured: ChainUserConfig["query"],
  defaultUrl: string | undefined,
  key: "query" | "status",
  readSecret: ReadSecret,
): Promise<ServiceConfig | undefined> {
  if (configured === false) return undefined;
  const url = configured?.url ?? defaultUrl;
  if (url === undefined) return undefined;
  return {
    url,
    headers: await readHeaders(configured?.headers, key, readSecret),
    isConfigured: configured?.url !== undefined,
  };
}

/** @throws VC113 for a variable that can't be read. */
export async function readHeaders(
  headers: HeaderValue,
  key: string,
  readSecret: ReadSecret,
): Promise<Readonly<Record<string, string>>> {
  const read: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers ?? {})) {
    try {
      if (value === undefined)
        throw new Error("it is undefined: a variable of the environment may not be set");
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

/** The configured times and counts, or the defaults. */
function resolveRequests(retry: ChainUserConfig["retry"]): RequestConfig {
  return {
    requestTimeoutMs: retry?.requestTimeoutMs ?? 30_000,
    retry: {
      attempts: retry?.attempts ?? 5,
      minDelayMs: retry?.minDelayMs ?? 500,
      maxDelayMs: retry?.maxDelayMs ?? 8000,
    },
  };
}

/** What it takes to ask a status service; nothing else has to be configured for it. */
export interface StatusConfig extends RequestConfig {
  readonly status: ServiceConfig | undefined;
}

/**
 * Works out the status service of a chain.
 *
 * @param chainId Null where it is not known: then what holds for every chain.
 * @throws VC113 for a variable that can't be read.
 */
export async function resolveStatusConfig(
  userConfig: UserConfig,
  chainId: number | null,
  readSecret: ReadSecret,
): Promise<StatusConfig> {
  const own: ChainUserConfig = userConfig.chains?.[String(chainId)] ?? {};
  const defaultUrl = chainId === null ? undefined : chainDefaults(chainId).statusUrl;
  return {
    status: await resolveService(own.status ?? userConfig.status, defaultUrl, "status", readSecret),
    ...resolveRequests({ ...userConfig.retry, ...own.retry }),
  };
}

/** Whether the configuration names one status service for every chain, so that the chain need not be known. */
export function hasOneStatusService({ status, chains }: UserConfig): boolean {
  return status !== undefined && Object.values(chains ?? {}).every((chain) => chain.status === undefined);
}
