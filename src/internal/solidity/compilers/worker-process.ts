import { type ChildProcess, fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../text/file-reason.ts";

type Outcome<Answer> =
  | Reply<Answer>
  /** A signal or an abort ended the process. */
  | { readonly kind: "crashed"; readonly how: string };

const IS_WINDOWS = process.platform === "win32";

/**
 * Runs compilers in a separate process, so that a crash or a deadline ends only that process. Threads aren't an option,
 * because V8 occasionally aborts the whole process if threads compile and free WebAssembly (Node 18 to 24, "Check
 * failed: jit_page.has_value()").
 */
export class WorkerProcess<Request, Answer> implements AsyncDisposable {
  readonly #module: URL;
  #child: ChildProcess | undefined;
  #settle: (outcome: Outcome<Answer>) => void = () => undefined;
  #isEnded = false;

  /** @param module A `*-worker.ts` that calls `answerRequests`. Loaded on the first request. */
  constructor(module: URL) {
    this.#module = module;
  }

  /** Requests must not overlap. A request that crashes the process is sent once more, to a new process. */
  async ask(request: Request): Promise<Answer> {
    let outcome = await this.#askOnce(request);
    if (outcome.kind === "crashed" && !this.#isEnded) outcome = await this.#askOnce(request);
    switch (outcome.kind) {
      case "answered":
        return outcome.answer;
      case "failed":
        throw new Error(outcome.reason);
      case "crashed":
        throw new Error(`the compiler's process crashed twice (${outcome.how})`);
    }
  }

  /** Ends the process and the native compilers that it started. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isEnded = true;
    const child = this.#child;
    if (child?.pid === undefined) return;
    const closed = new Promise((resolve) => child.once("close", resolve));
    endGroup(child.pid);
    await closed;
  }

  #askOnce(request: Request): Promise<Outcome<Answer>> {
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#child ??= this.#start();
      // If there is no pid, the process didn't start, and the `error` event reports that. If it ends before the request
      // is sent, the `close` event reports that.
      if (this.#child.pid !== undefined) this.#child.send(request as object, () => undefined);
    });
  }

  #start(): ChildProcess {
    const child = fork(this.#module, [String(process.pid)], {
      // Starts a separate process group, which can be ended as a whole and doesn't receive Ctrl-C. On Windows, children
      // end with their parent.
      detached: !IS_WINDOWS,
      // The format of messages between threads. It preserves `undefined` and is faster than JSON for large strings.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: process.execArgv.filter((option) => KEPT_OPTION.test(option)),
      env: { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(INSPECTOR, "") },
    });
    child.on("message", (reply) => this.#settle(reply as Reply<Answer>));
    child.once("error", ({ message: reason }) => this.#forget(child, { kind: "failed", reason }));
    child.once("exit", () => endGroup(child.pid));
    // Unlike `exit`, this event comes after the last message.
    child.once("close", (code, signal) => this.#forget(child, classifyExit(code, signal)));
    return child;
  }

  #forget(child: ChildProcess, outcome: Outcome<Answer>): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#settle(outcome);
  }
}

/** All other options either apply only to the current process's entry point or would open the same port again. */
const KEPT_OPTION = /^--(max-|use-)/;
const INSPECTOR = /--inspect\S*/g;

/** On systems without signals, an aborted process exits with a higher code than programs normally use. */
function classifyExit(code: number | null, signal: NodeJS.Signals | null): Outcome<never> {
  const how = signal ?? `exit code ${code}`;
  if (signal !== null || (code !== null && code >= 128)) return { kind: "crashed", how };
  return { kind: "failed", reason: `the compiler's process ended (${how})` };
}

/** Ends a process group's leader and all processes that it started. On Windows, they end with it anyway. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All processes have ended.
  }
}

/** The extension differs between the sources, which Node runs directly, and the built package. */
export function resolveSibling(url: string, name: string): URL {
  return new URL(`./${name}${url.endsWith(".ts") ? ".ts" : ".js"}`, url);
}

type Reply<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly reason: string };

/** Answers the requests of a `WorkerProcess`, inside that process. An exception ends the process. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  if (process.send === undefined) throw new Error("Workers must run in a separate process.");
  const send = process.send.bind(process);
  endWithParent(Number(process.argv[2]));
  // Also handles rejected promises.
  process.on("uncaughtException", (error: unknown) => {
    const reply: Reply<Answer> = { kind: "failed", reason: messageOf(error) };
    send(reply, () => process.exit(1));
  });
  process.on("message", async (request) => {
    const reply: Reply<Answer> = { kind: "answered", answer: await answer(request as Request) };
    send(reply);
  });
}

/** Ends this process together with its parent. Uses a thread, because a WebAssembly compiler blocks the main thread. */
function endWithParent(parent: number): void {
  // Windows ends the process with its parent.
  if (process.platform === "win32") return;
  new Worker(resolveSibling(import.meta.url, "parent-watch-worker"), { workerData: parent }).unref();
}
