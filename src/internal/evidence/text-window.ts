/** Characters of texts that reader and writer remember after a line; a text that dropped out is written again. */
const WINDOW = 64 * 1024 * 1024;

/**
 * The texts of the last lines by their hash. Reader and writer of a file forget the same ones, so that neither needs
 * memory for the whole file.
 */
export class TextWindow<Value> {
  readonly #values = new Map<string, { readonly value: Value; readonly length: number }>();
  #length = 0;

  /** Characters of all of them. */
  get length(): number {
    return this.#length;
  }

  has(hash: string): boolean {
    return this.#values.has(hash);
  }

  get(hash: string): Value | undefined {
    return this.#values.get(hash)?.value;
  }

  add(hash: string, length: number, value: Value): void {
    this.#values.set(hash, { value, length });
    this.#length += length;
  }

  /** After each line that is no text: the oldest ones drop out. */
  endLine(): void {
    for (const [hash, { length }] of this.#values) {
      if (this.#length <= WINDOW) return;
      this.#values.delete(hash);
      this.#length -= length;
    }
  }
}
