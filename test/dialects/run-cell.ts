import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { ContractReport, Report } from "../../src/report.ts";
import { COMPILER_VERSION } from "../helpers/compile.ts";
import { inputOf } from "../helpers/corpus/compile-program.ts";
import type { Program } from "../helpers/corpus/phenomenon.ts";
import { type Answer, get, post } from "../helpers/local/client.ts";
import { plain } from "../helpers/plain-cli.ts";
import { parseReport } from "../helpers/report-schema.ts";
import type { Exchange } from "./services/dialect-service.ts";
import { type Deployed, type DialectsWorld, type Place, PROGRAM } from "./world.ts";

export interface Ended {
  readonly exitCode: number | null;
  readonly report: Report;
  /** Undefined if the run ended before its contract. */
  readonly contract: ContractReport | undefined;
  /** stdout and stderr with collapsed whitespace. */
  readonly screen: string;
  readonly asked: readonly Exchange[];
}

export interface RunOptions {
  /** The compiled program in the project; null for an empty folder. @default the deployed one */
  readonly build?: Program | null;
  readonly rpcUrl?: string;
  readonly url?: string;
}

let reports = 0;

export async function run(
  world: DialectsWorld,
  { chain, service }: Place,
  words: readonly string[],
  { build = PROGRAM, rpcUrl = chain.rpcUrl, url = service.url }: RunOptions = {},
): Promise<Ended> {
  const folder = await world.project(build ?? undefined);
  const file = path.join(world.folder.path, `report-${++reports}.json`);
  const address = words.find((word) => word.startsWith("0x")) ?? "";
  const before = service.asked(address).length;
  const services = ["--rpc-url", rpcUrl, "--verifier-url", url];
  const { exitCode, stdout, stderr } = await plain(folder, [
    ...words,
    ...services,
    "--report",
    `json=${file}`,
  ]);
  const screen = `${stdout}\n${stderr}`;
  const report = parseReport(await readFile(file, "utf8").catch(() => noReport(screen)));
  return {
    exitCode,
    report,
    contract: report.contracts[0],
    screen: screen.replace(/\s+/g, " "),
    asked: service.asked(address).slice(before),
  };
}

function noReport(screen: string): never {
  throw new Error(`There is no report: ${screen}`);
}

/** Stores a record without the command, like an earlier submitter. */
export async function submitBefore(
  { dialect, routes, chainId }: Place,
  { address, transactionHash }: Deployed,
  name: string,
  program: Program = PROGRAM,
): Promise<void> {
  const [file = ""] = Object.keys(program.sources);
  const { settings, ...input } = inputOf(program);
  const outputSelection = { "*": { "*": ["abi", "metadata", "userdoc", "devdoc", "storageLayout", "evm"] } };
  const submission = {
    stdJsonInput: { ...input, settings: { ...settings, outputSelection } },
    compilerVersion: COMPILER_VERSION,
    contractIdentifier: `${file}:${name}`,
    ...(transactionHash === undefined ? {} : { creationTransactionHash: transactionHash }),
  };
  const verify = async (): Promise<Answer["body"]> => {
    const { body: accepted } = await post(
      `${routes}/verify/${chainId}/${address}`,
      JSON.stringify(submission),
    );
    for (;;) {
      const { body: job } = await get(`${routes}/verify/${accepted.verificationId}`);
      if (job.isJobCompleted === true && [undefined, "already_verified"].includes(job.error?.customCode))
        return job;
      if (job.isJobCompleted !== false) throw new Error(JSON.stringify(job).slice(0, 500));
      await sleep(20);
    }
  };
  // Avalanche never compares creation code.
  const isCompared = dialect !== "avalanche" && transactionHash !== undefined;
  for (let tries = 1; tries <= MOST_TRIES; tries++) {
    const { contract } = await verify();
    if (!isCompared || contract?.creationMatch !== null) return;
    await sleep(RETRY_MS);
  }
  throw new Error("The service can't read the creation transaction, so that a run would improve its record.");
}

/** If the node is too busy to show the creation transaction, the record lacks that side. */
const MOST_TRIES = 5;
const RETRY_MS = 1_000;
