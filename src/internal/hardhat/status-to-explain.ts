import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import type { ServiceConfig } from "../config/resolve-service.ts";
import { hasOneStatusService, resolveStatusConfig } from "../config/resolve-status-config.ts";
import type { CheckedUserConfig } from "../config/user-config-schema.ts";
import { StatusService } from "../services/status/status-service.ts";
import { secretReader } from "./read-secret.ts";

/** A status service that explains an outage: that is not worth a second try, nor a word about it. */
export function statusToExplain(service: ServiceConfig | undefined): StatusService | undefined {
  return service && new StatusService({ url: service.url, headers: service.headers, retry: { attempts: 1 } });
}

/**
 * The status service of a network whose node does not say which chain it is, where it can be told without it. What
 * is wrong with the configuration is left to a run that needs it.
 */
export async function statusWithoutNode(
  hre: Pick<HardhatRuntimeEnvironment, "config">,
  userConfig: CheckedUserConfig,
  networkName: string,
): Promise<StatusService | undefined> {
  const chainId = hre.config.networks[networkName]?.chainId ?? null;
  if (chainId === null && !hasOneStatusService(userConfig)) return undefined;
  try {
    return statusToExplain((await resolveStatusConfig(userConfig, chainId, secretReader(hre))).status);
  } catch {
    return undefined;
  }
}
