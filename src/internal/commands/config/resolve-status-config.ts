import { chainDefaults } from "./chain-defaults.ts";
import {
  type ReadSecret,
  type RequestConfig,
  resolveRequests,
  resolveService,
  type ServiceConfig,
} from "./resolve-service.ts";
import type { ChainUserConfig, UserConfig } from "./user-config.ts";

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
