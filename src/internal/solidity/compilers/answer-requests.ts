import { Worker } from "node:worker_threads";
import { messageOf } from "../../text/file-reason.ts";
import { moduleBeside } from "./worker-process.ts";

/** What a worker sends for a request. */
export type Reply<Answer> =
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
