/** What the whole suite came to. */
export class Tally {
  #followed = 0;
  #wrong = 0;
  #alarms = 0;
  readonly #right = new Map<string, boolean>();

  /** @param row Told rightly when all judgements of all its contracts are. */
  judge(row: string, isRight: boolean): void {
    this.#right.set(row, isRight && (this.#right.get(row) ?? true));
  }

  countFollowed(): void {
    this.#followed += 1;
  }

  countWrong(): void {
    this.#wrong += 1;
  }

  countAlarm(): void {
    this.#alarms += 1;
  }

  /** Rows that are told rightly. */
  get kinds(): number {
    return [...this.#right.values()].filter(Boolean).length;
  }

  /** One line of JSON. */
  get line(): string {
    const figures = { kinds: this.kinds, followed: this.#followed, wrong: this.#wrong, alarms: this.#alarms };
    return JSON.stringify({ suite: "proxies", ...figures });
  }
}
