// npm run demo: verifies the contracts of fixture-projects/demo on a local chain, and then one that doesn't match.
// Everything runs on this computer, and the demo stops all processes that it starts.
// npm run demo -- --host cli: the same in a project without the plugin; --host hardhat2: with Hardhat 2.
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, styleText } from "node:util";
import { contractsIn, promise, promiseExact } from "./expect.ts";
import { type Command, type DemoHost, HOSTS } from "./hosts.ts";
import { type Ended, Processes } from "./processes.ts";

const host = chosenHost();
const NAMES = ["Token", "Vault", "Shares", "Payroll"] as const;
const WHAT: Readonly<Record<(typeof NAMES)[number], string>> = {
  Token: "an OpenZeppelin token, with constructor arguments",
  Vault: "two immutables, whose values are inside the code",
  Shares: "a library",
  Payroll: "linked with the library, whose address is inside the code",
};
type Addresses = Readonly<Record<(typeof NAMES)[number], string>>;

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => stopped.abort(new Error("Stopped.")));
}

const startedAt = performance.now();
const folder = await mkdtemp(join(tmpdir(), "verify-contract-demo-"));
try {
  await demo();
  console.log(`\nAll as promised, in ${((performance.now() - startedAt) / 1000).toFixed(0)} s.`);
} catch (error) {
  console.error(`\n${(stopped.signal.aborted ? stopped.signal.reason : error).message}`);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function demo(): Promise<void> {
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    HARDHAT_DISABLE_TELEMETRY_PROMPT: "true",
    // Nine processes load the same modules.
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
  };
  await using processes = new Processes(env, stopped.signal);
  const project = join(folder, "demo");
  const other = join(folder, "other");
  await host.copy(project);

  heading("A development chain and a project");
  const started = start(host.node, project, /Started HTTP.* at (http:\S+?)\/?\s/);
  show(host.build);
  const built = ahead(build(processes, project));
  const [, node = ""] = await started;
  env.RPC_URL = node;
  // Later steps start early, and their output appears in order.
  const ports = ["--verification-port", "0", "--query-port", "0", "--status-port", "0"];
  const serve = host.serve(node, ports);
  const services = ahead(
    processes.start(project, serve, /Verification service +(\S+)\n +Query service +(\S+)\n[\s\S]*Ctrl-C/),
  );
  await built;
  const otherBuilt = ahead(buildOther(processes, other));
  const addresses = await deploy(processes, project);
  for (const name of NAMES) console.log(`  ${name.padEnd(8)} ${addresses[name]}  ${dim(WHAT[name])}`);

  heading("The local services: verification, query, status");
  show(serve);
  const [, verification, query] = await services;
  Object.assign(env, { VERIFY_URL: verification, QUERY_URL: query });
  console.log(`  ${verification} really recompiles what it is sent; ${query} answers from the chain.`);

  const report = join(folder, "report.json");
  const written = ["--report", `json=${report}`];
  const verify = async (...words: readonly string[]) => {
    const exitCode = await run(host.verify(node, words, written), project);
    return { exitCode, contracts: await contractsIn(report) };
  };

  heading(`Token: ${WHAT.Token}`);
  const single = await verify(addresses.Token);
  promise(single.exitCode === 0, `verifying Token ends with 0, not ${single.exitCode}`);
  for (const contract of single.contracts) promiseExact(contract, "verified");

  heading("Everything that was deployed, with one command");
  const contracts = NAMES.map((name) => ({ name, address: addresses[name] }));
  const manifest = { schema: "verify-contract-deployments/1", contracts };
  await writeFile(join(project, "deployments.json"), JSON.stringify(manifest, undefined, 2));
  console.log(
    "  deployments.json names the four; Ignition, hardhat-deploy and Foundry write such records themselves.",
  );
  const batch = await verify("deployments", "deployments.json");
  promise(batch.exitCode === 0, `verifying all of them ends with 0, not ${batch.exitCode}`);
  promise(batch.contracts.length === NAMES.length, `all ${NAMES.length} are reported`);
  for (const contract of batch.contracts)
    promiseExact(contract, contract.contract?.name === "Token" ? "already-verified" : "verified");

  heading("A Vault that was deployed from other sources than these");
  console.log("  Somebody wrote > where the sources have <, compiled and deployed it.");
  show(host.build);
  await otherBuilt;
  const { Vault: wrong } = await deploy(processes, other);
  const refused = await verify(wrong);
  const [contract] = refused.contracts;
  promise(refused.exitCode === 1, `verifying the wrong Vault ends with 1, not ${refused.exitCode}`);
  promise(contract?.outcome === "no-build", `no build fits the wrong Vault, not ${contract?.outcome}`);
  promise(contract?.submitted.length === 0, "nothing of the wrong Vault was sent");

  function start(command: Command, where: string, ready: RegExp): Promise<RegExpExecArray> {
    show(command);
    return processes.start(where, command, ready);
  }

  async function run(command: Command, where: string): Promise<Ended["exitCode"]> {
    show(command);
    return (await processes.run(where, command, "show")).exitCode;
  }
}

/** Starts work early. A rejection is handled by the code that awaits the work. */
function ahead<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function buildOther(processes: Processes, project: string): Promise<void> {
  await host.copy(project);
  const vault = join(project, "contracts/Vault.sol");
  const source = await readFile(vault, "utf8");
  await writeFile(vault, source.replace("block.timestamp < unlockAt", "block.timestamp > unlockAt"));
  await build(processes, project);
}

async function build(processes: Processes, project: string): Promise<void> {
  const { exitCode, stdout } = await processes.run(project, host.build);
  promise(exitCode === 0, `the project compiles:\n${stdout}`);
}

async function deploy(processes: Processes, project: string): Promise<Addresses> {
  show(host.deploy);
  const { exitCode, stdout } = await processes.run(project, host.deploy);
  promise(exitCode === 0, `the contracts are deployed:\n${stdout}`);
  return JSON.parse(stdout) as Addresses;
}

function chosenHost(): DemoHost {
  const { host: name } = parseArgs({ options: { host: { type: "string", default: "hardhat3" } } }).values;
  const found = HOSTS[name];
  if (found !== undefined) return found;
  console.error(`--host takes ${Object.keys(HOSTS).join(", ")}, and not ${name}.`);
  process.exit(2);
}

function heading(text: string): void {
  console.log(`\n${styleText("bold", text)}`);
}

function show({ typed }: Command): void {
  console.log(dim(`  $ ${typed}`));
}

function dim(text: string): string {
  return styleText("dim", text);
}
