import path from "node:path";
import { type TemporaryFolder, temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { compileProgram, inputOf } from "../helpers/corpus/compile-program.ts";
import type { Program } from "../helpers/corpus/phenomenon.ts";
import { create } from "../helpers/deploy.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { evilOf, programOf, twinOf } from "../lies/world/programs.ts";
import { creationOf } from "../lies/world/subjects.ts";
import { AVALANCHE_BASE, avalanche } from "./services/avalanche.ts";
import { conflux } from "./services/conflux.ts";
import { type DialectService, serveDialect } from "./services/dialect-service.ts";
import { sourcify } from "./services/sourcify.ts";
import { tempo } from "./services/tempo.ts";

export const DIALECTS = ["sourcify", "tempo", "avalanche", "conflux"] as const;
export type DialectName = (typeof DIALECTS)[number];

const CHAIN_IDS: Readonly<Record<DialectName, number>> = {
  sourcify: 31337,
  tempo: 42431,
  avalanche: 43113,
  conflux: 71,
};
const UNKNOWN_CHAIN_ID = 424_242;
/** Conflux's core space. No EVM node shows its contracts. */
const CORE_SPACE_ID = 1029;

const COMPILER = "0.8.28";
export const PROGRAM = programOf(COMPILER);
/** The same code with another comment. */
export const TWIN = twinOf(COMPILER);
export const EVIL = evilOf(COMPILER);

export interface Place {
  readonly dialect: DialectName;
  readonly chain: DevelopmentChain;
  readonly chainId: number;
  readonly service: DialectService;
  readonly routes: string;
}

export interface DialectsWorld extends AsyncDisposable {
  readonly places: Readonly<Record<DialectName, Place>>;
  readonly unknown: DevelopmentChain;
  /** Uses the chain ID of Conflux's core space. */
  readonly coreSpace: DevelopmentChain;
  readonly folder: TemporaryFolder;
  project(program: Program | undefined): Promise<string>;
  inputFile(program: Program, settings?: Readonly<Record<string, unknown>>): Promise<string>;
}

export async function startDialectsWorld(): Promise<DialectsWorld> {
  const folder = await temporaryFolder();
  const chains = await Promise.all(
    DIALECTS.map(async (dialect) => [dialect, await startDevelopmentChain({ chainId: CHAIN_IDS[dialect] })]),
  );
  const places = {} as Record<DialectName, Place>;
  for (const [dialect, chain] of chains as [DialectName, DevelopmentChain][]) {
    const service = await serve(dialect, chain);
    const routes = dialect === "conflux" ? service.url : `${service.url}/v2`;
    places[dialect] = { dialect, chain, chainId: CHAIN_IDS[dialect], service, routes };
  }
  const unknown = await startDevelopmentChain({ chainId: UNKNOWN_CHAIN_ID });
  const coreSpace = await startDevelopmentChain({ chainId: CORE_SPACE_ID });
  let inputs = 0;
  const written = new Map<Program | undefined, Promise<string>>();
  return {
    places,
    unknown,
    coreSpace,
    folder,
    project(program) {
      const known = written.get(program) ?? writeProject(folder, `p${written.size}`, program);
      written.set(program, known);
      return known;
    },
    inputFile: (program, settings) => {
      const input = inputOf(program);
      const name = `inputs/${++inputs}.json`;
      return folder.write(name, { ...input, settings: { ...input.settings, ...settings } });
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(places).map(({ service }) => service[Symbol.asyncDispose]()));
      await Promise.all(
        [...Object.values(places).map(({ chain }) => chain), unknown, coreSpace].map((it) => it.close()),
      );
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function serve(dialect: DialectName, chain: DevelopmentChain): Promise<DialectService> {
  const of = { chainId: String(CHAIN_IDS[dialect]), rpcUrl: chain.rpcUrl, request: chain.request };
  switch (dialect) {
    case "sourcify":
      return serveDialect(await sourcify(of));
    case "tempo":
      return serveDialect(tempo(of));
    case "avalanche":
      return serveDialect(avalanche(of), AVALANCHE_BASE);
    case "conflux":
      return serveDialect(await conflux(of));
  }
}

/** Imitates Hardhat's output, with a configuration that has short waits. */
async function writeProject(
  folder: TemporaryFolder,
  id: string,
  program: Program | undefined,
): Promise<string> {
  await folder.write(`${id}/verify-contract.config.json`, {
    retry: {
      ...{ attempts: 4, minDelayMs: 10, maxDelayMs: 50, requestTimeoutMs: 20_000 },
      ...{ pollIntervalMs: 25, maxPollIntervalMs: 100, appearAttempts: 2 },
    },
  });
  if (program !== undefined)
    await writeHardhat3(folder, id, compileProgram(program), { root: `${id}/artifacts` });
  return path.join(folder.path, id);
}

export interface Deployed {
  readonly address: string;
  /** Undefined for a factory's child. */
  readonly transactionHash: string | undefined;
}

export interface DeployOptions {
  readonly program?: Program;
  readonly args?: readonly unknown[];
  /** By name, for code that is linked after compilation. */
  readonly libraries?: Readonly<Record<string, string>>;
}

export function deployContract(
  chain: DevelopmentChain,
  name: string,
  { program = PROGRAM, args = [], libraries = {} }: DeployOptions = {},
): Promise<Deployed> {
  const [path = ""] = Object.keys(program.sources);
  return create(chain, creationOf(program, name, libraries, args, path));
}
