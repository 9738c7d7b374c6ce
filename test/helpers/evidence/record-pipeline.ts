import { rpcChain } from "../../../src/internal/chain/rpc-chain.ts";
import { withEvidence } from "../../../src/internal/commands/evidence-of-run.ts";
import type { MakePorts } from "../../../src/internal/evidence/record.ts";
import { type ReplayOptions, replayFile } from "../../../src/internal/evidence/replay.ts";
import { HARDHAT_WORDS } from "../../../src/internal/hosts/hardhat3/host.ts";
import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import type { Report } from "../../../src/internal/report/model.ts";
import { createReport } from "../../../src/internal/report/outcome.ts";
import { readReport } from "../../../src/internal/report/read-report.ts";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { Secrets } from "../../../src/internal/text/secrets.ts";
import { FakeChain } from "../fake-chain.ts";
import { verifyAll } from "../pipeline/verify-all.ts";
import { type Setting, withPorts } from "../pipeline/world.ts";
import { QUICK } from "../services/quick.ts";
import { nodeOf } from "./node-of-chain.ts";

export function recordPipeline(setting: Setting, file: string, secrets = new Secrets()): Promise<Report> {
  return withPorts(setting, async (ports, request) => {
    const { chain, verification, query } = ports;
    const node = chain instanceof FakeChain ? rpcChain(chain.networkName, nodeOf(chain)) : undefined;
    if (node === undefined) throw new Error("Only a chain in memory can be recorded here.");
    const make: MakePorts = (through) => ({
      ...ports,
      chain: node,
      verification: verification && new VerificationService({ url: verification.url, ...QUICK, through }),
      query: query && new QueryService({ url: query.url, ...QUICK, through }),
    });
    return recordRun(file, request, make, secrets);
  });
}

export function recordRun(
  file: string,
  request: VerifyRequest,
  make: MakePorts,
  secrets = new Secrets(),
): Promise<Report> {
  const ports = make(undefined);
  const { chain, chainId, verification, query } = ports;
  const startedAt = new Date();
  const target = { file, command: request.action, scope: "one", startedAt, secrets } as const;
  return withEvidence(target, async (evidence) => {
    const contracts = await verifyAll([request], ports, {
      startTurn: (index, looked) => ({
        ports: evidence?.turn({ lane: 0, index }, looked, make) ?? make(),
        [Symbol.dispose]: () => {},
      }),
      onEnded: (index, report) => evidence?.ended({ lane: 0, index }, report),
    });
    return createReport({
      command: request.action,
      startedAt,
      finishedAt: new Date(),
      network: { name: chain.networkName, chainId },
      services: { verification: verification?.url ?? null, query: query?.url ?? null, status: null },
      contracts,
    });
  });
}

export async function replayed(file: string, own?: ReplayOptions["own"]): ReturnType<typeof replayFile> {
  return replayFile(file, {
    words: HARDHAT_WORDS,
    readReport: (value) => readReport(file, value).report,
    ...(own === undefined ? {} : { own }),
  });
}

/** A report without anything that depends on the time or the machine. */
export function comparable({
  startedAt: _,
  finishedAt: __,
  replayOf: _replay,
  evidence: _evidence,
  contracts,
  ...report
}: Report): object {
  return { ...report, contracts: contracts.map(({ timings: ___, ...contract }) => contract) };
}
