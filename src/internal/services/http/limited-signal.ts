/** A signal for one piece of work. Dispose of it when the work ends. */
interface LimitedSignal extends Disposable {
  readonly signal: AbortSignal;
}

/**
 * Returns a signal that is aborted by a parent or when the time is up. Disposing of it removes its listeners. A signal
 * from `AbortSignal.any` lives as long as its sources, so a deadline that outlives thousands of calls would keep
 * everything they reference in memory.
 *
 * @param limitMs Milliseconds from now.
 * @param reasonOf Returns the abort reason when the time is up.
 */
export function limitedSignal(
  parent: AbortSignal | undefined,
  limitMs: number,
  reasonOf: () => Error,
  other?: AbortSignal,
): LimitedSignal {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(reasonOf()), limitMs);
  const parents = [parent, other].filter((signal) => signal !== undefined);
  const follow = (): void => {
    for (const { aborted, reason } of parents) if (aborted) controller.abort(reason);
  };
  for (const signal of parents) signal.addEventListener("abort", follow, { once: true });
  follow();
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      clearTimeout(timer);
      for (const signal of parents) signal.removeEventListener("abort", follow);
    },
  };
}

/** Waits for work that can't be aborted, until it ends or the signal is aborted. */
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

const abandoned = new Set<Promise<unknown>>();

/**
 * Tracks abandoned work that can't be aborted, such as a call to a silent node. The socket of such a call keeps the
 * process alive until the call times out. The result is ignored.
 */
export function trackAbandonedCall(work: Promise<unknown>): void {
  abandoned.add(work);
  const ended = (): void => {
    abandoned.delete(work);
  };
  work.then(ended, ended);
}

export function hasAbandonedCalls(): boolean {
  return abandoned.size > 0;
}

/**
 * Waits for work that may ignore the signal, and abandons the work on abort.
 *
 * @throws whatever the work throws, or the signal's abort reason
 */
export async function waitOrAbandon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal);
  } finally {
    if (signal.aborted) trackAbandonedCall(work);
  }
}
