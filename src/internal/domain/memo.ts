export class Memo<Result> {
  readonly #max: number;
  /** Least recently used first. */
  readonly #known = new Map<string, Promise<Result>>();

  /** @param max Maximum number of results to keep. @default all */
  constructor(max = Number.POSITIVE_INFINITY) {
    this.#max = max;
  }

  get(key: string, find: () => Promise<Result>): Promise<Result> {
    const found = this.#known.get(key) ?? find();
    this.#known.delete(key);
    this.#known.set(key, found);
    const [oldest] = this.#known.keys();
    if (this.#known.size > this.#max && oldest !== undefined) this.#known.delete(oldest);
    return found;
  }

  /** Like {@link get}, but doesn't cache a failure. */
  async getUsable(key: string, find: () => Promise<Result>): Promise<Result> {
    try {
      return await this.get(key, find);
    } catch (error) {
      this.#known.delete(key);
      throw error;
    }
  }
}
