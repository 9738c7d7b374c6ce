import type { HardhatRuntimeEnvironment } from "hardhat/types/hre";

import "../hosts/hardhat3/type-extensions.ts";

import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import { openChain } from "../hosts/hardhat3/open-chain.ts";
import { projectPaths } from "../hosts/hardhat3/project-paths.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { emptyContractReport } from "../pipeline/empty-contract-report.ts";
import { makeReport } from "../pipeline/make-report.ts";
import { verifyContracts } from "../pipeline/verify-contracts.ts";
import type { Report } from "../report/model.ts";
import { type ValidRequest, withConfig } from "./check-request.ts";
import { configOption } from "./command-line.ts";
import { validateUserConfig } from "./config/check-user-config.ts";
import { toldOf } from "./http-options.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { portsOf, servicesOf, sharedPorts } from "./ports-of.ts";
import type { VerifyContractRequest } from "./verify-request.ts";

/** Whose request it is, as far as that does not depend on what is asked for. */
type Caller = Pick<VerifyContractRequest, "connection" | "signal" | "onProgress"> & {
  readonly fresh?: boolean | undefined;
};

/**
 * Verifies or checks one contract with what a Hardhat runtime has: its configuration, its network, its artifacts.
 * Touches neither the console nor the exit code.
 *
 * @param check Checks the request.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export async function runWithHre(
  request: Caller,
  check: (paths: ProjectPaths) => ValidRequest,
  hre: HardhatRuntimeEnvironment,
): Promise<Report> {
  const startedAt = new Date();
  const userConfig = validateUserConfig(hre.config.verifyContract.userConfig);
  const project = await projectPaths(hre);
  const checked = check(project);
  const onProgress = request.onProgress ?? (() => {});
  const open = await openChain(hre, userConfig, request, checked.timeoutMs, !checked.dryRun, {
    onRetry: toldOf(onProgress),
  });
  if (open.kind === "unknown") {
    const contract = emptyContractReport(checked);
    return makeReport({
      startedAt,
      finishedAt: new Date(),
      network: null,
      services: open.services,
      contracts: [{ ...contract, outcome: open.outcome, error: open.problem }],
    });
  }
  const { config, chain, chainId, askedForMs } = open;
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined) onProgress({ type: "unknown-profile", profile: unknownProfile });
  const shared = sharedPorts(hre, request.fresh ?? false, (reason) =>
    onProgress({ type: "no-journal", reason }),
  );
  return limitConcurrency(config.concurrency, config.verification?.url, async () => {
    // One deadline for everything, also for what a proxy stands for.
    using deadline = startDeadline(
      Math.max(0, (checked.timeoutMs ?? config.timeoutMs) - askedForMs),
      request.signal,
    );
    const ports = {
      ...portsOf(open, shared, deadline.signal, onProgress),
      recordedTransactions: (address: string) => recordedTransactions(address, chainId, project),
    };
    const contracts = await verifyContracts(
      [{ ...withConfig(checked, config), globals: configOption(hre) }],
      {
        inTurn: (work) => work(),
        startTurn: () => ({ ports, [Symbol.dispose]: () => {} }),
        isStopped: () => false,
        bail: false,
      },
    );
    return makeReport({
      startedAt,
      finishedAt: new Date(),
      network: { name: chain.networkName, chainId },
      services: servicesOf(ports),
      contracts,
    });
  });
}
