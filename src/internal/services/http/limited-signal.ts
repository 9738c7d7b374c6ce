/**
 * A signal from `AbortSignal.any` lives as long as its sources, so a deadline that outlives thousands of calls would
 * keep everything they reference in memory. Disposing of this signal removes its listeners.
 *
 * @param reasonOf Returns the abort reason when the time is up.
 */
export function limitedSignal(
  parent: AbortSignal | undefined,
  limitMs: number,
  reasonOf = () => new Error("no answer in time"),
  other?: AbortSignal,
): Disposable & { readonly signal: AbortSignal } {
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

/** The socket of an abandoned call to a silent node keeps the process alive until the call times out. */
export function trackAbandonedCall(work: Promise<unknown>): void {
  abandoned.add(work);
  work.catch(() => {}).finally(() => abandoned.delete(work));
}

export function hasAbandonedCalls(): boolean {
  return abandoned.size > 0;
}

/** Abandons the work on abort. @throws whatever the work throws, or the signal's abort reason */
export async function waitOrAbandon<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await untilAborted(work, signal);
  } finally {
    if (signal.aborted) trackAbandonedCall(work);
  }
}
