import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import path from "node:path";
import manifest from "../../package.json" with { type: "json" };

/** The peer rejects the usual development chains. */
export const CHAIN_ID = 11_155_111;

const CLI = path.resolve("node_modules/hardhat/dist/src/cli.js");
/** The plain command line as npm installs it: the `bin` of the installed package. */
export const PLAIN_CLI = path.resolve(
  "node_modules/hardhat-verify-contract",
  manifest.bin["hardhat-verify-contract"],
);

/** The cost of a whole process. */
export interface Measured {
  readonly exitCode: number | null;
  readonly seconds: number;
  /** Peak memory in megabytes of the largest process, including awaited children. */
  readonly peakMb: number;
  /** Processor time in milliseconds, user and system. Load on the machine affects it less than wall time. */
  readonly cpuMs: number;
  readonly output: string;
}

/**
 * Runs a command until it exits. A hook at exit reads its peak memory and processor time from the operating system.
 *
 * @param program The script that Node runs. @default Hardhat
 */
export async function measure(
  project: string,
  args: readonly string[],
  nodeArgs: readonly string[] = [],
  program: string = CLI,
): Promise<Measured> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", USAGE_HOOK, ...nodeArgs, program, ...args], {
    cwd: project,
    env: environment(),
  });
  const output = collect(child);
  const [exitCode] = (await once(child, "close")) as [number | null];
  const seconds = (performance.now() - start) / 1000;
  const usage = [...output.text.matchAll(/^PEAK_KB (\d+) CPU_US (\d+)$/gm)];
  const largest = (index: number): number => Math.max(0, ...usage.map((found) => Number(found[index])));
  return {
    exitCode,
    seconds,
    peakMb: Math.round(largest(1) / 1024),
    cpuMs: largest(2) / 1000,
    output: output.text,
  };
}

const USAGE_HOOK = `data:text/javascript,${encodeURIComponent(`
process.on("exit", () => {
  const { maxRSS, userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write("PEAK_KB " + maxRSS + " CPU_US " + (userCPUTime + systemCPUTime) + "\\n");
});`)}`;

export async function startNode(project: string): Promise<AsyncDisposable & { readonly url: string }> {
  const port = await freePort();
  const config = path.join(project, "node.config.ts");
  await writeFile(config, "export default {};\n");
  const child = spawn(
    process.execPath,
    [CLI, "--config", config, "node", "--chain-id", String(CHAIN_ID), "--port", String(port)],
    {
      cwd: project,
      env: environment(),
    },
  );
  const output = collect(child);
  while (!output.text.includes("Started HTTP")) {
    if (child.exitCode !== null) throw new Error(output.text);
    await once(child.stdout ?? child, "data");
  }
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
    },
  };
}

function environment(): NodeJS.ProcessEnv {
  return { ...process.env, NO_COLOR: "1", CI: "1", HARDHAT_DISABLE_TELEMETRY_PROMPT: "true" };
}

function collect(child: ChildProcess): { text: string } {
  const output = { text: "" };
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => {
      output.text += text;
    });
  }
  return output;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  if (address === null || typeof address === "string") throw new Error("no port");
  return address.port;
}
