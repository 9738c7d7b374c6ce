import { Stopped } from "./ports.ts";

export interface Deadline extends Disposable {
  /** Aborted with a {@link Stopped} as the reason. */
  readonly signal: AbortSignal;
  readonly leftMs: () => number;
}

export function startDeadline(afterMs: number, userSignal: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  const startedMs = performance.now();
  const timer = setTimeout(() => controller.abort(new Stopped("deadline")), afterMs);
  const stop = () => controller.abort(new Stopped("user"));
  if (userSignal?.aborted === true) stop();
  userSignal?.addEventListener("abort", stop, { once: true });
  return {
    signal: controller.signal,
    leftMs: () => Math.max(0, startedMs + afterMs - performance.now()),
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      userSignal?.removeEventListener("abort", stop);
    },
  };
}
