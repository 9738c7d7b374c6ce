import { type ChildProcess, fork } from "node:child_process";
import { Worker } from "node:worker_threads";
import { messageOf } from "../../text/file-reason.ts";

type Outcome<Answer> =
  | Reply<Answer>
  /** A signal ended the process, or it aborted. */
  | { readonly kind: "crashed"; readonly how: string };

const IS_WINDOWS = process.platform === "win32";

/**
 * Runs compilers in a process of its own, which a crash or a deadline ends alone. Not in a thread: V8 aborts the whole
 * process now and then when threads compile and free WebAssembly (Node 18 to 24, "Check failed: jit_page.has_value()").
 */
export class WorkerProcess<Request, Answer> implements AsyncDisposable {
  readonly #module: URL;
  #child: ChildProcess | undefined;
  #settle: (outcome: Outcome<Answer>) => void = () => undefined;
  #isEnded = false;

  /** @param module A `*-worker.ts` that calls `answerRequests`. It is loaded at the first request. */
  constructor(module: URL) {
    this.#module = module;
  }

  /**
   * Asks one thing at a time. A request that crashes the process is sent once more, to a new one.
   *
   * @throws Error when the worker threw, crashed twice, or was ended.
   */
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
      // Without a pid it did not start. That, and an end before all is sent, is an event of the process.
      if (this.#child.pid !== undefined) this.#child.send(request as object, () => undefined);
    });
  }

  #start(): ChildProcess {
    const child = fork(this.#module, [String(process.pid)], {
      // A group of its own: it ends as a whole, and Ctrl-C leaves it to this process. On Windows children end with their parent.
      detached: !IS_WINDOWS,
      // As between threads: `undefined` stays, and large strings are faster than in JSON.
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: process.execArgv.filter((option) => KEPT_OPTION.test(option)),
      env: { ...process.env, NODE_OPTIONS: process.env.NODE_OPTIONS?.replace(INSPECTOR, "") },
    });
    child.on("message", (reply) => this.#settle(reply as Reply<Answer>));
    child.once("error", ({ message: reason }) => this.#forget(child, { kind: "failed", reason }));
    child.once("exit", () => endGroup(child.pid));
    // Unlike `exit`, it comes after the last message.
    child.once("close", (code, signal) => this.#forget(child, exitOutcome(code, signal)));
    return child;
  }

  #forget(child: ChildProcess, outcome: Outcome<Answer>): void {
    if (this.#child !== child) return;
    this.#child = undefined;
    this.#settle(outcome);
  }
}

/** The other options are of the entry that this process runs, or open a port again. */
const KEPT_OPTION = /^--(max-|use-)/;
const INSPECTOR = /--inspect\S*/g;

/** Without signals, an abort is an exit code above those of programs. */
function exitOutcome(code: number | null, signal: NodeJS.Signals | null): Outcome<never> {
  const how = signal ?? `exit code ${code}`;
  if (signal !== null || (code !== null && code >= 128)) return { kind: "crashed", how };
  return { kind: "failed", reason: `the compiler's process ended (${how})` };
}

/** Ends a process that leads a group, and all that it started. On Windows what it started ends with it by itself. */
export function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === "win32" ? pid : -pid, "SIGKILL");
  } catch {
    // All have ended.
  }
}

/** The URL of the module `name` beside another: Node runs the source directly, a package has both as built modules. */
export function moduleBeside(url: string, name: string): URL {
  return new URL(`./${name}${url.endsWith(".ts") ? ".ts" : ".js"}`, url);
}

/** A worker's answer to a request. */
type Reply<Answer> =
  | { readonly kind: "answered"; readonly answer: Answer }
  | { readonly kind: "failed"; readonly reason: string };

/** Answers the requests of a `WorkerProcess`, in that process. What is thrown ends it. */
export function answerRequests<Request, Answer>(answer: (request: Request) => Promise<Answer>): void {
  if (process.send === undefined) throw new Error("A worker runs in a process of its own only.");
  const send = process.send.bind(process);
  endWithParent(Number(process.argv[2]));
  // A promise that rejects comes here, too.
  process.on("uncaughtException", (error: unknown) => {
    const reply: Reply<Answer> = { kind: "failed", reason: messageOf(error) };
    send(reply, () => process.exit(1));
  });
  process.on("message", async (request) => {
    const reply: Reply<Answer> = { kind: "answered", answer: await answer(request as Request) };
    send(reply);
  });
}

/** A compiler in WebAssembly keeps this thread busy until it has compiled, so another one looks for the parent. */
function endWithParent(parent: number): void {
  // There it ends with its parent by itself.
  if (process.platform === "win32") return;
  new Worker(moduleBeside(import.meta.url, "parent-watch-worker"), { workerData: parent }).unref();
}
