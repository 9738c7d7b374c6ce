import { once } from "node:events";
import { Worker } from "node:worker_threads";

/** Starts a server in a separate thread that reads requests and sends short answers. */
export async function startSink(): Promise<AsyncDisposable & { readonly url: string }> {
  const worker = new Worker(new URL("./sink-worker.ts", import.meta.url));
  const [port] = (await once(worker, "message")) as [number];
  return {
    url: `http://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: async () => {
      await worker.terminate();
    },
  };
}
