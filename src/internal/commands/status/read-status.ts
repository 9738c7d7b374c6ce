import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import "../../hosts/hardhat3/type-extensions.ts";

import { secretReader } from "../../hosts/hardhat3/read-secret.ts";
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
import { validateUserConfig } from "../config/check-user-config.ts";
import { resolveStatusConfig } from "../config/resolve-status-config.ts";
import { httpOptions } from "../http-options.ts";
import { findChainId } from "./find-chain-id.ts";
import { notAnswered, notConfigured, stoppedByUser } from "./problems.ts";

const DEFAULT_NETWORK = "default";

/**
 * Asks the status service of the network that Hardhat was started with.
 *
 * @param draft Filled in as far as it comes, so that wrong use is reported with what is known by then.
 * @throws VerifyContractError for wrong use: VC602, VC604 and that of the configuration.
 */
export async function readStatus(
  hre: HardhatRuntimeEnvironment,
  draft: StatusDraft,
  timeoutMs: number,
  signal: AbortSignal,
  onProgress: (event: ProgressEvent) => void,
): Promise<StatusReport> {
  using deadline = startDeadline(timeoutMs, signal);
  const line = commandLineOf(["verify-contract", "status"], [], {}, hre);
  const userConfig = validateUserConfig(hre.config.verifyContract.userConfig);
  const name = hre.globalOptions.network ?? DEFAULT_NETWORK;
  draft.network = { name, chainId: null };
  const chainId = await findChainId(hre, name, userConfig, timeoutMs, signal);
  if (signal.aborted) return failedStatusReport(draft, 3, stoppedByUser(line));
  if (typeof chainId === "object" && chainId !== null) return failedStatusReport(draft, 3, chainId);
  draft.network = { name, chainId };

  const config = await resolveStatusConfig(userConfig, chainId, secretReader(hre));
  if (config.status === undefined) throw notConfigured(name, chainId);
  const service = new StatusService(httpOptions(config.status, config, onProgress));
  draft.service = service.url;
  try {
    return answeredReport(draft, await service.summary({ signal: deadline.signal }));
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    if (signal.aborted) return failedStatusReport(draft, 3, stoppedByUser(line));
    if (config.status.isConfigured)
      await refuseForeign(service.url, statusRoute(service), error, deadline.signal);
    return failedStatusReport(
      draft,
      3,
      notAnswered(error, line, deadline.signal.aborted ? timeoutMs : undefined),
    );
  }
}
