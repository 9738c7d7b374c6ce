class Tally {
  #pages = 0;
  #audits = 0;
  #violations = 0;
  #shots = 0;
  #requests = 0;
  #figures: Readonly<Record<string, number>> = {};

  countPage(): void {
    this.#pages += 1;
  }

  countAudit(violations: number): void {
    this.#audits += 1;
    this.#violations += violations;
  }

  countShot(): void {
    this.#shots += 1;
  }

  countRequests(count: number): void {
    this.#requests += count;
  }

  measure(figures: Readonly<Record<string, number>>): void {
    this.#figures = { ...this.#figures, ...figures };
  }

  get line(): string {
    return JSON.stringify({
      suite: "browser",
      pages: this.#pages,
      audits: this.#audits,
      violations: this.#violations,
      requests: this.#requests,
      shots: this.#shots,
      ...this.#figures,
    });
  }
}

export const tally = new Tally();
