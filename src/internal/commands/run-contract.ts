import type { ProjectPaths } from "../builds/project/project-paths.ts";
import { recordedTransactions } from "../deployments/recorded-transactions.ts";
import { startDeadline } from "../pipeline/deadline.ts";
import { emptyContractReport } from "../pipeline/empty-contract-report.ts";
import { makeReport } from "../pipeline/make-report.ts";
import { lineOf } from "../pipeline/run.ts";
import { verifyContracts } from "../pipeline/verify-contracts.ts";
import type { Report } from "../report/model.ts";
import type { ProgressEvent } from "../report/progress.ts";
import { withoutNetwork } from "./command-line.ts";
import type { ValidUserConfig } from "./config/user-config-schema.ts";
import { validateUserConfig } from "./config/validate-user-config.ts";
import { type EvidenceOfRun, type MakePorts, withEvidence } from "./evidence-of-run.ts";
import { type Guarded, guardRun } from "./guard-run.ts";
import type { Host } from "./host.ts";
import { reportRetries } from "./http-options.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { type Caller, openChain, withRepeat } from "./open-chain.ts";
import { portsOf, servicesOf, sharedPorts } from "./ports-of.ts";
import type { CheckContractRequest, VerifyContractRequest } from "./requests.ts";
import {
  type ValidRequest,
  validateCheckRequest,
  validateVerifyRequest,
  withConfig,
} from "./validate-request.ts";

/**
 * Verifies one contract, and its implementation where it is a proxy and that was asked for. Touches neither the
 * console nor the exit code.
 *
 * @param seesFacts Whether it asks for what no verdict needs.
 * @throws VerifyContractError for wrong use and broken environments, before anything is sent.
 */
export function runVerify(request: VerifyContractRequest, host: Host, seesFacts = true): Promise<Report> {
  return guardRun(host, request?.onProgress, (guarded) =>
    run({ ...request, ...guarded }, seesFacts, (paths) => validateVerifyRequest(request, paths, host.words)),
  );
}

/** Checks one contract, and submits nothing; otherwise as {@link runVerify}. */
export function runCheck(request: CheckContractRequest, host: Host, seesFacts = true): Promise<Report> {
  return guardRun(host, request?.onProgress, (guarded) =>
    run({ ...request, ...guarded }, seesFacts, (paths) => validateCheckRequest(request, paths, host.words)),
  );
}

/** The place of the contract that was named. */
const ONLY = { lane: 0, index: 0 };

/** What does not depend on whether the contract is verified or checked. */
type Common = Caller & Pick<VerifyContractRequest, "fresh" | "evidence"> & Guarded<ProgressEvent>;

async function run(
  request: Common,
  seesFacts: boolean,
  validate: (paths: ProjectPaths) => ValidRequest,
): Promise<Report> {
  const { host, secrets, evidence: file } = request;
  const startedAt = new Date();
  const userConfig = validateUserConfig(host.userConfig);
  const project = await host.projectPaths();
  const valid = {
    ...validate(project),
    forwarded: seesFacts ? ("by-each" as const) : ("never" as const),
    readsInput: file !== undefined,
  };
  return withEvidence({ file, command: valid.action, scope: "one", startedAt, secrets }, (evidence) =>
    runWith({ request, startedAt, userConfig, project, valid, evidence }),
  );
}

/** What is known before anything is asked. */
interface Prepared {
  readonly request: Common;
  readonly startedAt: Date;
  readonly userConfig: ValidUserConfig;
  readonly project: ProjectPaths;
  readonly valid: ValidRequest;
  readonly evidence: EvidenceOfRun;
}

async function runWith({
  request,
  startedAt,
  userConfig,
  project,
  valid,
  evidence,
}: Prepared): Promise<Report> {
  const { host, onProgress } = request;
  const listener = { onRetry: reportRetries(onProgress) };
  const open = await openChain(host, userConfig, request, {
    timeoutMs: valid.timeoutMs,
    needsVerification: !valid.dryRun,
    listener,
  });
  if (open.kind === "unknown") {
    const contract = emptyContractReport(valid);
    const line = lineOf({ ...valid, globals: withoutNetwork(host) }, open.networkName, host.words);
    const report = { ...contract, outcome: open.outcome, error: withRepeat(open.problem, line, host) };
    evidence.given(ONLY, report);
    return makeReport({
      command: valid.action,
      startedAt,
      finishedAt: new Date(),
      network: null,
      services: open.services,
      contracts: [report],
    });
  }
  const { config, chain, chainId, askedForMs } = open;
  const { unknownProfile } = project.foundry;
  if (unknownProfile !== undefined) onProgress({ type: "unknown-profile", profile: unknownProfile });
  const shared = sharedPorts(host, request.fresh ?? false, (reason) =>
    onProgress({ type: "no-journal", reason }),
  );
  const sharers = { chainId, serviceUrl: config.verification?.url };
  return limitConcurrency(config.concurrency, sharers, async () => {
    // One deadline for everything, also for the implementation of a proxy.
    using deadline = startDeadline(
      Math.max(0, (valid.timeoutMs ?? config.timeoutMs) - askedForMs),
      request.signal,
    );
    evidence.lane(ONLY.lane, { named: 1, elsewhere: new Set() });
    const make: MakePorts = (through) => ({
      ...portsOf(open, shared, deadline.signal, onProgress, { through }),
      leftMs: deadline.leftMs,
      recordedTransactions: (address) => recordedTransactions(address, chainId, project),
    });
    const globals = withoutNetwork(host);
    const contracts = await verifyContracts([{ ...withConfig(valid, config), globals }], {
      inTurn: (work) => work(),
      startTurn: (index, looked) => ({
        ports: evidence.turn({ ...ONLY, index }, looked, make),
        [Symbol.dispose]: () => {},
      }),
      onEnded: (index, report) => evidence.ended({ ...ONLY, index }, report),
      isStopped: () => false,
      bail: false,
    });
    return makeReport({
      command: valid.action,
      startedAt,
      finishedAt: new Date(),
      network: { name: chain.networkName, chainId },
      services: servicesOf(make()),
      contracts,
    });
  });
}
