import { rm } from "node:fs/promises";
import path from "node:path";
import type { NodeRequest } from "../../../src/internal/chain/chain-port.ts";
import { rpcChain } from "../../../src/internal/chain/rpc-chain.ts";
import type { MakePorts } from "../../../src/internal/evidence/record.ts";
import { startDeadline } from "../../../src/internal/pipeline/deadline.ts";
import type { Ports } from "../../../src/internal/pipeline/ports.ts";
import type { VerifyRequest } from "../../../src/internal/pipeline/request.ts";
import type { ContractReport } from "../../../src/internal/report/model.ts";
import { QueryService } from "../../../src/internal/services/query/query-service.ts";
import { VerificationService } from "../../../src/internal/services/verification/verification-service.ts";
import { type LocalServices, startLocalServices } from "../../../src/local.ts";
import { type TemporaryFolder, temporaryFolder, writeHardhat3 } from "../../helpers/build-files.ts";
import type { CompiledProgram } from "../../helpers/compile.ts";
import { compileHere } from "../../helpers/cross-check/recompiled.ts";
import { recordRun } from "../../helpers/evidence/record-pipeline.ts";
import { inWordsOf } from "../../helpers/in-words-of.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../../helpers/local/development-chain.ts";
import { requestTo } from "../../helpers/node-request.ts";
import { verifyAll } from "../../helpers/pipeline/verify-all.ts";
import { quietPorts, requestOf } from "../../helpers/pipeline/world.ts";
import { QUICK } from "../../helpers/services/quick.ts";
import { COMPILERS } from "../../helpers/solc.ts";
import { LyingProxy, type Rewrite } from "./lying-proxy.ts";
import type { Subject } from "./subjects.ts";

/** A record that is weaker than its job is polled until then. */
const DEADLINE_MS = 20_000;

/** Answers a request to the node; `honest` gives the real answer. */
export type NodeLie = (
  method: string,
  params: readonly unknown[],
  honest: () => Promise<unknown>,
) => Promise<unknown>;

export interface Asking {
  readonly target: string;
  readonly action: "verify" | "check";
  /** Folders of build files. Without one, only a compiler shows the sources. */
  readonly builds: readonly string[];
  readonly request?: Partial<VerifyRequest> | undefined;
  readonly ports?: Partial<Omit<Ports, "chain">>;
  readonly verification?: Rewrite | undefined;
  readonly query?: Rewrite | undefined;
  readonly node?: NodeLie | undefined;
  /** No query service is configured. @default false */
  readonly withoutQuery?: boolean | undefined;
  readonly deadlineMs?: number;
  /** Evidence file; an existing one is replaced. @default none */
  readonly evidence?: string;
}

export interface LiesWorld extends AsyncDisposable {
  readonly chain: DevelopmentChain;
  readonly services: LocalServices;
  readonly folder: TemporaryFolder;
  artifactsOf(compiled: CompiledProgram): Promise<string>;
  run(asking: Asking): Promise<readonly ContractReport[]>;
  /** URLs of the lying services. */
  readonly verificationUrl: string;
  readonly queryUrl: string;
}

export const CHAIN_ID = 31337;

export async function startLiesWorld(): Promise<LiesWorld> {
  const chain = await startDevelopmentChain({ chainId: CHAIN_ID });
  const services = await startLocalServices({ chain, compilers: COMPILERS });
  const folder = await temporaryFolder();
  const verification = await LyingProxy.before(services.verification.url);
  const query = await LyingProxy.before(services.query.url);
  const honestNode = requestTo(chain.rpcUrl);
  const written = new Map<CompiledProgram, Promise<string>>();
  return {
    chain,
    services,
    folder,
    verificationUrl: verification.url,
    queryUrl: query.url,
    artifactsOf(compiled) {
      const known = written.get(compiled) ?? writeArtifacts(folder, `p${written.size}`, compiled);
      written.set(compiled, known);
      return known;
    },
    run: async (asking) => {
      verification.lie(asking.verification);
      query.lie(asking.query);
      using deadline = startDeadline(asking.deadlineMs ?? DEADLINE_MS, undefined);
      const make: MakePorts = (through) => ({
        ...quietPorts(),
        chain: rpcChain("lies", nodeThatLies(honestNode, asking.node)),
        chainId: CHAIN_ID,
        verification: new VerificationService({ url: verification.url, ...QUICK, through }),
        query:
          asking.withoutQuery === true ? undefined : new QueryService({ url: query.url, ...QUICK, through }),
        compile: compileHere,
        polling: { firstDelayMs: 2, maxDelayMs: 20, lookForMs: 200 },
        signal: deadline.signal,
        leftMs: deadline.leftMs,
        ...asking.ports,
      });
      const own = { action: asking.action, pickIdentical: true, ...asking.request };
      const request = requestOf(asking.target, asking.builds, folder.path, own);
      const { evidence } = asking;
      if (evidence !== undefined) {
        await rm(evidence, { force: true });
        return (await recordRun(evidence, request, make)).contracts;
      }
      const ports = make(undefined);
      return inWordsOf(ports, () => verifyAll([request], ports));
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([verification[Symbol.asyncDispose](), query[Symbol.asyncDispose]()]);
      await services.close();
      await chain.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

function nodeThatLies(honest: NodeRequest, lie: NodeLie | undefined): NodeRequest {
  if (lie === undefined) return honest;
  return (method, params, signal) => lie(method, params, () => honest(method, params, signal));
}

async function writeArtifacts(
  folder: TemporaryFolder,
  id: string,
  compiled: CompiledProgram,
): Promise<string> {
  const root = `${id}/artifacts`;
  await writeHardhat3(folder, id, compiled, { root });
  return path.join(folder.path, root);
}

export async function askingFor(
  world: LiesWorld,
  subject: Subject,
  mode: "verify" | "check" | "check-alone" | "recompile" | "given",
): Promise<Asking> {
  if (mode === "given") {
    const { compiled, compiler, name } = subject;
    const file = await world.folder.write(`inputs/${compiler}.json`, compiled.input);
    const { compilerVersion } = compiled;
    const buildSource = { kind: "standard-json-input", file, compilerVersion } as const;
    const request = { buildSource, contract: `All.sol:${name}` };
    return { target: subject.address, action: "check", builds: [], request };
  }
  const builds = mode === "check-alone" ? [] : [await world.artifactsOf(subject.compiled)];
  return {
    target: subject.address,
    action: mode === "verify" ? "verify" : "check",
    builds,
    request: mode === "recompile" ? { recompile: true } : {},
  };
}
