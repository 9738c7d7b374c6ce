import { startDeadline } from "../../pipeline/deadline.ts";
import { refuseForeign } from "../../pipeline/stages/refuse-foreign-service.ts";
import type { ProgressEvent } from "../../report/progress.ts";
import type { StatusReport } from "../../report/status/model.ts";
import { statusRoute } from "../../services/second-route.ts";
import { ServiceError } from "../../services/service-error.ts";
import {
  answeredReport,
  failedStatusReport,
  type StatusDraft,
} from "../../services/status/make-status-report.ts";
import { StatusService } from "../../services/status/status-service.ts";
import { commandLineOf } from "../command-line.ts";
import { resolveStatusConfig } from "../config/resolve-status-config.ts";
import { validateUserConfig } from "../config/validate-user-config.ts";
import type { Host } from "../host.ts";
import { httpOptions } from "../http-options.ts";
import { findChainId } from "./find-chain-id.ts";
import { notAnswered, notConfigured, stoppedByUser } from "./problems.ts";

/**
 * Asks the status service of the chosen network.
 *
 * @param draft Filled in as far as it comes, so that wrong use is reported with what is known by then.
 * @throws VerifyContractError for wrong use: VC602, VC604 and that of the configuration.
 */
export async function readStatus(
  host: Host,
  draft: StatusDraft,
  timeoutMs: number,
  signal: AbortSignal,
  onProgress: (event: ProgressEvent) => void,
): Promise<StatusReport> {
  using deadline = startDeadline(timeoutMs, signal);
  const reader = { words: host.words, line: commandLineOf("status", [], {}, host) };
  const userConfig = validateUserConfig(host.userConfig);
  const { name } = host.network;
  draft.network = { name, chainId: null };
  const chainId = await findChainId(host, userConfig, timeoutMs, signal);
  if (signal.aborted) return failedStatusReport(draft, 3, stoppedByUser(reader));
  if (typeof chainId === "object" && chainId !== null) return failedStatusReport(draft, 3, chainId);
  draft.network = { name, chainId };

  const config = await resolveStatusConfig(userConfig, chainId, host.readSecret);
  if (config.status === undefined) throw notConfigured(name, chainId, host.words);
  const service = new StatusService(httpOptions(config.status, config, onProgress));
  draft.service = service.url;
  try {
    return answeredReport(draft, await service.summary({ signal: deadline.signal }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (signal.aborted) return failedStatusReport(draft, 3, stoppedByUser(reader));
    if (config.status.isConfigured)
      await refuseForeign(service.url, statusRoute(service), error, deadline.signal);
    return failedStatusReport(
      draft,
      3,
      notAnswered(error, reader, deadline.signal.aborted ? timeoutMs : undefined),
    );
  }
}
