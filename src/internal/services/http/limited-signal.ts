/** A signal for one piece of work; dispose of it when the work has ended. */
export interface LimitedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * A signal that its parent aborts, or a time limit. Disposing of it removes its listener from the parent. A signal that `AbortSignal.any` makes lives as long as its sources if anybody listens to it, and a
 * deadline that outlives thousands of calls would keep what each of them keeps.
 *
 * @param limitMs Milliseconds from now.
 * @param reasonOf What the signal is aborted with when the time is up.
 */
export function limitedSignal(
  parent: AbortSignal | undefined,
  limitMs: number,
  reasonOf: () => Error,
): LimitedSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reasonOf()), limitMs);
  const follow = (): void => controller.abort(parent?.reason);
  if (parent?.aborted === true) follow();
  else parent?.addEventListener("abort", follow, { once: true });
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      parent?.removeEventListener("abort", follow);
    },
  };
}

/** A signal that is aborted by either of two, whose listeners are gone once it is disposed of. */
export function eitherSignal(one: AbortSignal, other: AbortSignal | undefined): LimitedSignal {
  const controller = new AbortController();
  const parents = other === undefined ? [one] : [one, other];
  const follow = (): void => {
    for (const { aborted, reason } of parents) if (aborted) controller.abort(reason);
  };
  for (const parent of parents) parent.addEventListener("abort", follow, { once: true });
  follow();
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const parent of parents) parent.removeEventListener("abort", follow);
    },
  };
}

/**
 * Waits for work that can't be aborted, but no longer than until the signal is aborted.
 *
 * @throws what the signal was aborted with
 */
export async function untilAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const onAbort = (): void => reject(signal.reason);
  if (signal.aborted) onAbort();
  else signal.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([aborted, work]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}
