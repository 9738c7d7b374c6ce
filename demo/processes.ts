import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "./hosts.ts";

/** Time for a process to exit before it is killed. */
const PATIENCE_MS = 3000;

export interface Ended {
  readonly exitCode: number | null;
  readonly stdout: string;
}

/** Starts commands in projects, and stops all that are still running when the demo ends. */
export class Processes implements AsyncDisposable {
  readonly #running = new Set<ChildProcess>();
  readonly #env: NodeJS.ProcessEnv;
  readonly #signal: AbortSignal;

  constructor(env: NodeJS.ProcessEnv, signal: AbortSignal) {
    this.#env = env;
    this.#signal = signal;
  }

  /** Runs a command until it exits. With `show`, it writes to this terminal. */
  async run(folder: string, command: Command, show: "show" | "keep" = "keep"): Promise<Ended> {
    const child = this.#start(folder, command, show);
    let stdout = "";
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
    });
    const [exitCode] = await once(child, "close", { signal: this.#signal });
    return { exitCode, stdout };
  }

  /** Starts a long-running command and waits until its output matches the pattern. */
  async start(folder: string, command: Command, ready: RegExp): Promise<RegExpExecArray> {
    const child = this.#start(folder, command, "keep");
    let stdout = "";
    const found = Promise.withResolvers<RegExpExecArray>();
    child.stdout?.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      const match = ready.exec(stdout);
      if (match !== null) found.resolve(match);
    });
    child.once("close", () => found.reject(new Error(`${command.typed} ended:\n${stdout}`)));
    this.#signal.addEventListener("abort", () => found.reject(this.#signal.reason), { once: true });
    return found.promise;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([...this.#running].map(stop));
  }

  #start(folder: string, { program, args }: Command, show: "show" | "keep"): ChildProcess {
    this.#signal.throwIfAborted();
    const child = spawn(process.execPath, [program, ...args], {
      cwd: folder,
      env: this.#env,
      stdio: ["ignore", show === "show" ? "inherit" : "pipe", "inherit"],
    });
    this.#running.add(child);
    child.once("close", () => this.#running.delete(child));
    return child;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const closed = once(child, "close");
  child.kill("SIGTERM");
  const isClosed = await Promise.race([closed.then(() => true), sleep(PATIENCE_MS, false, { ref: false })]);
  if (isClosed) return;
  child.kill("SIGKILL");
  await closed;
}
