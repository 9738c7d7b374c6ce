/** Node keeps a text outside of the JavaScript heap from a million characters on. */
const ARENA_BYTES = 4 * 1024 * 1024;
/** Shorter ones cost more in the accounts than on the heap. */
const SHORTEST = 1024;

interface Waiting {
  readonly start: number;
  readonly end: number;
  readonly put: (text: string) => void;
}

/**
 * Holds many long texts as parts of a few very long ones, which are outside of the JavaScript heap. There a collector of
 * garbage neither copies them nor makes room for copies: half the memory, where thousands of codes are kept.
 */
export class TextArena {
  #buffer: Buffer | undefined;
  #used = 0;
  #waiting: Waiting[] = [];

  /**
   * Takes a text over, which should be dropped then.
   *
   * @param put Called with the same text, at the latest by `flush`.
   */
  hold(text: string, put: (text: string) => void): void {
    // More bytes than characters: not ASCII.
    const isHeld =
      text.length >= SHORTEST && text.length <= ARENA_BYTES && Buffer.byteLength(text) === text.length;
    if (!isHeld) {
      put(text);
      return;
    }
    if (this.#used + text.length > ARENA_BYTES) this.flush();
    const start = this.#used;
    this.#buffer ??= Buffer.allocUnsafeSlow(ARENA_BYTES);
    this.#used += this.#buffer.write(text, start, "latin1");
    this.#waiting.push({ start, end: this.#used, put });
  }

  flush(): void {
    const all = this.#buffer?.toString("latin1", 0, this.#used) ?? "";
    for (const { start, end, put } of this.#waiting) put(all.slice(start, end));
    this.#used = 0;
    this.#waiting = [];
  }
}
