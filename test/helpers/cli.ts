import type { ContractReport, Report } from "../../src/report.ts";
import { HARDHAT, type Project, TEST_CONFIG } from "./project.ts";
import { reportOfRun } from "./report-schema.ts";
import { type ProcessRun, type RunningProcess, startNode } from "./running-process.ts";
import { theWorld, type World } from "./world.ts";

export interface CliOptions {
  /** @default the shared world */
  readonly world?: World;
  /** `verifyContract` in the Hardhat configuration. @default the world's */
  readonly config?: unknown;
  /** Null omits `--network`. @default "localhost" */
  readonly network?: string | null;
  /** Networks in the Hardhat configuration, in addition to the project's. @default none */
  readonly networks?: Readonly<Record<string, object>>;
  readonly env?: Readonly<Record<string, string>>;
}

export type CliRun = ProcessRun;

export async function startHardhat(
  project: Project,
  args: readonly string[],
  { world: own, config, network = "localhost", networks = {}, env = {} }: CliOptions = {},
): Promise<RunningProcess> {
  const world = own ?? (await theWorld());
  const chosen = network === null ? [] : ["--network", network];
  return startNode([HARDHAT, "--config", TEST_CONFIG, ...chosen, ...args], project.root, {
    ...withoutSurroundings(process.env),
    RPC_URL: world.chain.rpcUrl,
    TEST_NETWORKS: JSON.stringify(networks),
    TEST_VERIFY_CONTRACT: JSON.stringify(config ?? world.config),
    ...env,
  });
}

export async function verify(
  project: Project,
  args: readonly string[],
  options?: CliOptions,
): Promise<CliRun> {
  const { ended } = await startHardhat(project, ["verify-contract", ...args], options);
  return ended;
}

export async function verifyJson(project: Project, args: readonly string[], options?: CliOptions) {
  const run = await verify(project, [...args, "--json"], options);
  return { ...run, report: reportOfRun(run) };
}

export function only({ contracts }: Report): ContractReport {
  const [contract, ...others] = contracts;
  if (contract === undefined || others.length > 0) throw new Error(`${contracts.length} contracts, not one`);
  return contract;
}

/** Commands write as to a pipe, even if the tests run with forced colours or in a workflow. Other tests cover both. */
export function withoutSurroundings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { FORCE_COLOR: _, CI: __, ...rest } = env;
  const own = Object.entries(rest).filter(([name]) => !name.startsWith("GITHUB_"));
  return { ...Object.fromEntries(own), NO_COLOR: "1" };
}
