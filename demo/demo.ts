// npm run demo: verifies the contracts of fixture-projects/demo on a chain of its own, and then one that does not
// match. Everything runs on this computer, and everything that is started is stopped again.
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { styleText } from "node:util";

import { contractIn, contractsIn, promise, promiseExact } from "./expect.ts";
import { Processes } from "./processes.ts";

const CHECKOUT = fileURLToPath(new URL("../", import.meta.url));
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
  const env = { ...process.env };
  await using hardhat = new Processes(env, stopped.signal);
  const project = join(folder, "demo");
  await copy(join(CHECKOUT, "fixture-projects/demo"), project);

  heading("A development chain and a project");
  const port = String(await freePort());
  command(`node --port ${port}`);
  await hardhat.start(project, ["node", "--port", port], /Started HTTP/);
  env.RPC_URL = `http://127.0.0.1:${port}`;
  await build(hardhat, project);
  const addresses = await deploy(hardhat, project);
  for (const name of NAMES) console.log(`  ${name.padEnd(8)} ${addresses[name]}  ${dim(WHAT[name])}`);

  heading("The local services: verification, query, status");
  const ports = ["--verification-port", "0", "--query-port", "0", "--status-port", "0"];
  command("verify-contract serve --network localhost");
  const [, verification, query] = await hardhat.start(
    project,
    ["verify-contract", "serve", "--network", "localhost", ...ports],
    /Verification service +(\S+)\n +Query service +(\S+)\n[\s\S]*Ctrl-C/,
  );
  Object.assign(env, { VERIFY_URL: verification, QUERY_URL: query });
  console.log(`  ${verification} really recompiles what it is sent; ${query} answers from the chain.`);

  const report = join(folder, "report.json");
  const verify = async (address: string, show: "show" | "keep") => {
    command(`verify-contract ${address} --network localhost`);
    const args = ["verify-contract", address, "--network", "localhost", "--report", `json=${report}`];
    const { exitCode, stdout } = await hardhat.run(project, args, show);
    return {
      exitCode,
      verdict: stdout.trimEnd().split("\n\n").at(-1) ?? "",
      contract: await contractIn(report),
    };
  };

  for (const [index, name] of NAMES.entries()) {
    heading(`${name}: ${WHAT[name]}`);
    // The first in full; of the others, which look alike, the verdict.
    const { exitCode, verdict, contract } = await verify(addresses[name], index === 0 ? "show" : "keep");
    if (verdict !== "") console.log(verdict);
    promise(exitCode === 0, `verifying ${name} ends with 0, not ${exitCode}`);
    promiseExact(contract, name);
  }

  heading("Everything that was deployed, with one command");
  const again = await deploy(hardhat, project);
  const contracts = NAMES.map((name) => ({ name, address: again[name] }));
  const manifest = { schema: "verify-contract-deployments/1", contracts };
  await writeFile(join(project, "deployments.json"), JSON.stringify(manifest, undefined, 2));
  console.log(
    "  deployments.json names the four; Ignition, hardhat-deploy and Foundry write such records themselves.",
  );
  command("verify-contract deployments deployments.json --network localhost");
  const all = ["verify-contract", "deployments", "deployments.json", "--network", "localhost"];
  const batch = await hardhat.run(project, [...all, "--report", `json=${report}`], "show");
  promise(batch.exitCode === 0, `verifying all of them ends with 0, not ${batch.exitCode}`);
  for (const contract of await contractsIn(report)) promiseExact(contract, contract.contract?.name ?? "one");

  heading("A Vault that was deployed from other sources than these");
  const other = join(folder, "other");
  await copy(project, other);
  const vault = join(other, "contracts/Vault.sol");
  const source = await readFile(vault, "utf8");
  await writeFile(vault, source.replace("block.timestamp < unlockAt", "block.timestamp > unlockAt"));
  console.log("  Somebody wrote > where the sources have <, compiled and deployed it.");
  await build(hardhat, other);
  const { Vault: wrong } = await deploy(hardhat, other);
  const { exitCode, contract } = await verify(wrong, "show");
  promise(exitCode === 1, `verifying the wrong Vault ends with 1, not ${exitCode}`);
  promise(contract.outcome === "no-build", `no build fits the wrong Vault, not ${contract.outcome}`);
  promise(contract.submitted.length === 0, "nothing of the wrong Vault was sent");
}

async function copy(from: string, to: string): Promise<void> {
  const filter = (path: string) => !/[\\/](artifacts|cache|node_modules)$/.test(path);
  await cp(from, to, { recursive: true, filter });
  await symlink(join(CHECKOUT, "node_modules"), join(to, "node_modules"), "junction");
}

async function build(hardhat: Processes, project: string): Promise<void> {
  command("build --no-tests");
  const { exitCode, stdout } = await hardhat.run(project, ["build", "--no-tests"]);
  promise(exitCode === 0, `the project compiles:\n${stdout}`);
}

async function deploy(hardhat: Processes, project: string): Promise<Addresses> {
  command("run scripts/deploy.ts --network localhost");
  const args = ["run", "scripts/deploy.ts", "--no-compile", "--network", "localhost"];
  const { exitCode, stdout } = await hardhat.run(project, args);
  promise(exitCode === 0, `the contracts are deployed:\n${stdout}`);
  return JSON.parse(stdout) as Addresses;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === "string") throw new Error("No port is free.");
  return address.port;
}

function heading(text: string): void {
  console.log(`\n${styleText("bold", text)}`);
}

function command(text: string): void {
  console.log(dim(`  $ npx hardhat ${text}`));
}

function dim(text: string): string {
  return styleText("dim", text);
}
