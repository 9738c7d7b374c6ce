import type { Ports } from "../pipeline/ports.ts";
import type { HostBreakers } from "../services/http/host-breaker.ts";
import type { StatusSummary } from "../services/status/model.ts";
import { StatusService } from "../services/status/status-service.ts";
import type { ServiceConfig } from "./config/resolve-service.ts";
import { hasOneStatusService, resolveStatusConfig } from "./config/resolve-status-config.ts";
import type { ValidUserConfig } from "./config/user-config-schema.ts";
import type { Host } from "./host.ts";

/** Milliseconds for which an explanation is as good as new: an outage ends many contracts at once. */
const FRESH_MS = 10_000;

/** The status service of a run, for all its contracts. */
export function statusOfRun(service: ServiceConfig | undefined, breakers: HostBreakers): Ports["status"] {
  const status = statusToExplain(service, breakers);
  if (status === undefined) return undefined;
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

/** A status service that explains an outage: that is not worth a second try, nor a word about it. */
function statusToExplain(
  service: ServiceConfig | undefined,
  breakers?: HostBreakers,
): StatusService | undefined {
  return (
    service &&
    new StatusService({
      url: service.url,
      headers: service.headers,
      retry: { attempts: 1 },
      breaker: breakers?.of(service.url),
    })
  );
}

/**
 * The status service of a network whose node does not say which chain it is, where it can be told without the chain. What
 * is wrong with the configuration is left to a run that needs it.
 *
 * @param chainId As it is configured; null where it is not.
 */
export async function statusWithoutNode(
  { readSecret }: Pick<Host, "readSecret">,
  userConfig: ValidUserConfig,
  chainId: number | null,
): Promise<StatusService | undefined> {
  if (chainId === null && !hasOneStatusService(userConfig)) return undefined;
  try {
    return statusToExplain((await resolveStatusConfig(userConfig, chainId, readSecret)).status);
  } catch {
    return undefined;
  }
}
