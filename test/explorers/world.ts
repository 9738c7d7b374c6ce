import { rmSync } from "node:fs";
import { readdir, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { Interface } from "ethers/abi";
import { type LocalServices, startLocalServices } from "../../src/local.ts";
import type { ContractReport, Report } from "../../src/report.ts";
import { type TemporaryFolder, temporaryFolder } from "../helpers/build-files.ts";
import { deploy, loggedAddress, send } from "../helpers/deploy.ts";
import {
  DIALECTS,
  type Dialect,
  FakeExplorer,
  type FakeOptions,
} from "../helpers/explorers/fake-explorer.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { startPlain } from "../helpers/plain-cli.ts";
import { fixtureProject, type Project } from "../helpers/project.ts";
import { parseReport } from "../helpers/report-schema.ts";
import type { ProcessRun } from "../helpers/running-process.ts";

const OLD_COMPILER = createRequire(import.meta.url).resolve("solc-0.8.19/soljson.js");

export interface World extends AsyncDisposable {
  readonly chain: DevelopmentChain;
  readonly services: LocalServices;
  readonly project: Project;
  /** Addresses of contracts that explorers have trouble with, in the order of the suite's names. */
  readonly subjects: readonly string[];
  readonly folder: TemporaryFolder;
}

export async function startWorld(): Promise<World> {
  const chain = await startDevelopmentChain();
  const compilers = [{ path: OLD_COMPILER, version: "0.8.19+commit.7dd6d404" }];
  const services = await startLocalServices({ chain, compilers });
  const project = await fixtureProject("explorers");
  const subjects = await deploySubjects(chain, project);
  const folder = await temporaryFolder();
  return {
    ...{ chain, services, project, subjects, folder },
    async [Symbol.asyncDispose]() {
      await services.close();
      await chain.close();
      await folder[Symbol.asyncDispose]();
    },
  };
}

async function deploySubjects(chain: DevelopmentChain, project: Project): Promise<readonly string[]> {
  const make = async (
    name: string,
    args: readonly unknown[] = [],
    libraries: Readonly<Record<string, string>> = {},
    file = name,
  ): Promise<string> => {
    const artifact = await project.artifact(`contracts/${file}.sol`, name);
    return (await deploy(chain, artifact, { args, libraries })).address;
  };
  const vault = await make("Vault", [7, "savings", [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`]]);
  const ledger = await make("Ledger", [], { Sums: await make("Sums") });
  const pipeline = await make("Pipeline");
  const fixed = await make("Fixed", [9]);
  const old = await make("Old");
  const nursery = await make("Nursery");
  const seedling = loggedAddress(await send(chain, 0, nursery, CALLS.encodeFunctionData("plant")));
  const gate = await make("Gate", [fixed, CALLS.encodeFunctionData("check", [5])]);
  const greeting = await make("Greeting", [], {}, "Grüße");
  return [vault, ledger, pipeline, fixed, old, seedling, gate, greeting];
}

const CALLS = new Interface(["function plant()", "function check(uint256)"]);

type Fakes = Readonly<Record<Dialect, FakeExplorer>>;

export interface Stage extends AsyncDisposable {
  readonly fakes: Fakes;
  /** Address. */
  readonly subject: string;
  /** Must not appear in any output. */
  readonly keys: Readonly<Record<Dialect, string>>;
  readonly folder: string;
  start(): Run;
  /** Everything that the runs printed and wrote. */
  readonly left: string[];
}

interface Run {
  readonly pid: number;
  readonly ended: Promise<Ended>;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly screen: string;
  /** Undefined for a killed run. */
  readonly report: Report | undefined;
  readonly contract: ContractReport | undefined;
}

export interface StageOptions {
  /** @default honest explorers */
  readonly fakes?: (dialect: Dialect) => FakeOptions;
  /** Milliseconds for one request. @default 10_000 */
  readonly requestTimeoutMs?: number;
  readonly words?: readonly string[];
}

let stages = 0;

export async function setUp(
  world: World,
  subject: string,
  { fakes: optionsOf = () => ({}), requestTimeoutMs = 10_000, words = [] }: StageOptions = {},
): Promise<Stage> {
  const id = `stage-${++stages}`;
  const started = await Promise.all(
    DIALECTS.map(
      async (dialect) => [dialect, await FakeExplorer.start(dialect, optionsOf(dialect))] as const,
    ),
  );
  const fakes = Object.fromEntries(started) as Fakes;
  const keys = Object.fromEntries(
    DIALECTS.map((dialect) => [dialect, `canary${dialect}${stages}key`]),
  ) as Stage["keys"];
  await world.folder.write(`${id}/${CONFIG_FILE}`, {
    retry: {
      attempts: 3,
      minDelayMs: 5,
      maxDelayMs: 20,
      requestTimeoutMs,
      pollIntervalMs: 1,
      maxPollIntervalMs: 40,
    },
    chains: {
      31337: {
        explorers: Object.fromEntries(
          DIALECTS.map((dialect) => [dialect, { apiUrl: fakes[dialect].apiUrl, apiKey: keys[dialect] }]),
        ),
      },
    },
  });
  const folder = path.join(world.folder.path, id);
  await symlink(path.join(world.project.root, "artifacts"), path.join(folder, "artifacts"), "junction");
  const left: string[] = [];
  return {
    ...{ fakes, subject, keys, folder, left },
    start: () => {
      const services = ["--rpc-url", world.chain.rpcUrl, "--verifier-url", world.services.verification.url];
      rmSync(path.join(folder, "report.json"), { force: true });
      const files = ["json=report.json", "html=report.html", "markdown=report.md", "junit=report.xml"];
      const line = [subject, ...services, "--report", files.join(","), "--evidence", EVIDENCE];
      // The reports' folder also has the journal and the lists of chains.
      const { child, ended } = startPlain(folder, [...line, ...words], { XDG_CACHE_HOME: folder });
      return { pid: child.pid ?? 0, ended: ended.then((run) => endOf(run, folder, left)) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(Object.values(fakes).map((fake) => fake[Symbol.asyncDispose]()));
    },
  };
}

async function endOf(
  { exitCode, stdout, stderr }: ProcessRun,
  folder: string,
  left: string[],
): Promise<Ended> {
  const screen = `${stdout}\n${stderr}`;
  left.push(screen, ...(await textsIn(folder)));
  const json = await readFile(path.join(folder, "report.json"), "utf8").catch(() => undefined);
  const report = json === undefined ? undefined : parseReport(json);
  return { exitCode, screen, report, contract: report?.contracts[0] };
}

async function textsIn(folder: string): Promise<readonly string[]> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const own = files.filter((file) => file.isFile() && file.name !== CONFIG_FILE);
  return Promise.all(
    own.map(async (file) => {
      const bytes = await readFile(path.join(file.parentPath, file.name));
      return (file.name.endsWith(".gz") ? gunzipSync(bytes) : bytes).toString("utf8");
    }),
  );
}

const CONFIG_FILE = "verify-contract.config.json";
const EVIDENCE = "run.evidence.gz";
