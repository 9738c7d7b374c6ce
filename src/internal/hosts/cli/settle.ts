/** A value, or what was thrown instead of it. */
export interface Settled<T> {
  /** Undefined also where making it threw. */
  readonly value: T | undefined;
  /** @throws What making it threw. */
  readonly get: () => T;
}

/** Makes a value now, and throws what making it throws only where it is asked for. */
export async function settle<T>(make: () => T | Promise<T>): Promise<Settled<T>> {
  try {
    const value = await make();
    return { value, get: () => value };
  } catch (error) {
    return {
      value: undefined,
      get: () => {
        throw error;
      },
    };
  }
}
