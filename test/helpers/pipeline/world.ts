import { BuildCache } from "../../../src/internal/builds/build-cache.ts";
import { parseTarget } from "../../../src/internal/domain/target.ts";
import { build } from "../../../src/internal/errors/next-step.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import type { Ports } from "../../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import { verifyContract } from "../../../src/internal/pipeline/verify-contract.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { getExitCode } from "../../../src/internal/report/outcome.ts";
import type { ProgressEvent } from "../../../src/internal/report/progress.ts";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import type { Journal } from "../../../src/internal/submission/journal.ts";
import { temporaryFolder, writeHardhat3 } from "../build-files.ts";
import type { Compiled } from "../compile.ts";
import type { FakeChain } from "../fake-chain.ts";
import { inWordsOf } from "../in-words-of.ts";
import { type Script, type ScriptedService, scriptedService } from "../scripted-service.ts";
import { QUICK } from "../services/quick.ts";
import { ACCEPTED } from "./answers.ts";
import { ADDRESS, CHAIN_ID, deployedChain, project } from "./deployed.ts";

export const NO_JOURNAL: Journal = {
  lookUp: () => Promise.resolve(undefined),
  note: () => Promise.resolve(),
};

export interface Setting {
  /** A service without a script for submissions accepts them. */
  readonly script?: Script;
  readonly chain?: FakeChain;
  readonly builds?: readonly Compiled[];
  readonly request?: Partial<VerifyRequest>;
  readonly ports?: Partial<Ports>;
  readonly target?: string;
  readonly onProgress?: (event: ProgressEvent) => void;
}

export interface Run {
  readonly report: ContractReport;
  readonly exitCode: number;
  readonly service: Pick<ScriptedService, "count" | "submissions" | "kinds">;
  readonly chain: FakeChain;
}

/** Runs the whole pipeline with a chain in memory, real build files, and a real loopback service. */
export async function runPipeline(setting: Setting): Promise<Run> {
  const chain = setting.chain ?? deployedChain();
  return withPorts({ ...setting, chain }, async (ports, request, service) => {
    const report = await verifyContract(request, ports);
    return { report, exitCode: getExitCode(report.outcome), service, chain };
  });
}

/** Runs `check` without a named build, and without the contract's code in any project build. */
export async function checkWithoutBuild(setting: Setting): Promise<Omit<Run, "chain">> {
  return withPorts({ builds: [], ...setting }, async (ports, request, service) => {
    const buildSource = { kind: "build-files", locations: [], isNamed: false } as const;
    const report = await verifyContract({ ...request, action: "check", buildSource }, ports);
    return { report, exitCode: getExitCode(report.outcome), service };
  });
}

/** The state of a claim of a report. */
export function stateIn({ claims = [] }: ContractReport, id: string) {
  return claims.find((claim) => claim.id === id)?.state;
}

/** The status of a check of a report. */
export function statusIn({ checks }: ContractReport, id: string) {
  return checks.find((check) => check.id === id)?.status;
}

/** A fact of a report's error. */
export function factIn({ error }: ContractReport, wanted: string): string | undefined {
  return error?.facts.find(({ label }) => label === wanted)?.value;
}

/** A request for the build files at a place that was named. */
export function namedBuilds(...locations: readonly string[]): VerifyRequest["buildSource"] {
  return { kind: "build-files", locations, isNamed: true };
}

export async function withPorts<T>(
  setting: Setting,
  use: (ports: Ports, request: VerifyRequest, service: ScriptedService) => Promise<T>,
): Promise<T> {
  await using folder = await temporaryFolder();
  const builds = setting.builds ?? [project()];
  for (const [index, compiled] of builds.entries()) await writeHardhat3(folder, `build-${index}`, compiled);
  await using service = await scriptedService({ submit: [ACCEPTED], ...setting.script });
  const chain = setting.chain ?? deployedChain();
  const ports: Ports = {
    ...quietPorts(),
    chain,
    chainId: CHAIN_ID,
    verification: new VerificationService({ url: service.url, ...QUICK }),
    query: setting.script?.query === undefined ? undefined : new QueryService({ url: service.url, ...QUICK }),
    polling: { firstDelayMs: 2, maxDelayMs: 6, lookForMs: 20 },
    signal: new AbortController().signal,
    ...(setting.onProgress && { onProgress: setting.onProgress }),
    ...setting.ports,
  };
  const locations = [`${folder.path}/artifacts`];
  const request = requestOf(setting.target ?? ADDRESS, locations, folder.path, setting.request);
  return await inWordsOf(ports, () => use(ports, request, service));
}

/** The ports of a run in real time, with its own builds and without a journal. Its chain and services are missing. */
export function quietPorts() {
  return {
    words: HARDHAT_WORDS,
    browserUrl: undefined,
    query: undefined,
    status: undefined,
    compile: undefined,
    builds: new BuildCache(),
    journal: NO_JOURNAL,
    clock: { elapsedMs: () => performance.now(), now: () => new Date() },
    appearAttempts: 1,
    onProgress: () => {},
  };
}

/** @param locations Named folders with build files. */
export function requestOf(
  target: string,
  locations: readonly string[],
  projectRoot: string,
  own: Partial<VerifyRequest> = {},
): VerifyRequest {
  return {
    target: parseTarget(target),
    contract: undefined,
    creationTransactionHash: undefined,
    origins: [],
    lookedAt: new Set(),
    recorded: [],
    buildSource: { kind: "build-files", locations, isNamed: locations.length > 0 },
    projectRoot,
    buildStep: build,
    sources: "auto",
    requirement: { minMatch: "match", requireCreation: false },
    action: "verify",
    options: [],
    required: [],
    at: undefined,
    ...own,
  };
}
