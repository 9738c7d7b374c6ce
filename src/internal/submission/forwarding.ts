/** The watch for what other services answer to a job that was forwarded to them. */
export interface ForwardedWatch {
  /** Resolves when no further answer is waited for. */
  readonly isOver: Promise<void>;
  readonly stop: () => void;
}

/** True if a service forwards what it verified on one chain to other services: whether waiting for their answers is of use. */
export interface Forwarding {
  /** Undefined where nothing is known. */
  readonly isExpected: () => boolean | undefined;
  /** Notes whether an answer came within the time that is waited. */
  readonly note: (hasCome: boolean) => void;
}

/** Shared by the contracts of a run, so that a service that forwards nothing is waited for once. */
export class ForwardingMemory {
  readonly #hasCome = new Map<string, boolean>();

  /** @param configured What the configuration says, or is known of the service. */
  of(serviceUrl: string, chainId: number, configured: boolean | undefined): Forwarding {
    const key = `${chainId} ${serviceUrl}`;
    return {
      isExpected: () => (configured === false ? false : (this.#hasCome.get(key) ?? configured)),
      note: (hasCome) => {
        if (hasCome || !this.#hasCome.has(key)) this.#hasCome.set(key, hasCome);
      },
    };
  }
}
