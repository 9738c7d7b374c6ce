import type { Finding } from "./judge.ts";

interface Counts {
  contracts: number;
  exact: number;
  match: number;
  missed: number;
  wrong: number;
  alarms: number;
}

/** What all contracts of a run came to. */
export class Tally {
  readonly #counts: Counts = { contracts: 0, exact: 0, match: 0, missed: 0, wrong: 0, alarms: 0 };
  readonly #problems: string[] = [];

  add(contract: string, finding: Finding, alarms: readonly string[]): void {
    this.#counts.contracts += 1;
    this.#counts[finding.kind] += 1;
    this.#counts.alarms += alarms.length;
    if ("reason" in finding) this.#problems.push(`${finding.kind} ${contract}: ${finding.reason}`);
    for (const alarm of alarms) this.#problems.push(`alarm ${contract}: ${alarm}`);
  }

  addAll(other: Tally): void {
    for (const count of Object.keys(this.#counts) as (keyof Counts)[])
      this.#counts[count] += other.#counts[count];
    this.#problems.push(...other.#problems);
  }

  get contracts(): number {
    return this.#counts.contracts;
  }

  /** What is not as it has to be, a line each. */
  get problems(): readonly string[] {
    return this.#problems;
  }

  /** One line of JSON. */
  get line(): string {
    return JSON.stringify({ suite: "real", ...this.#counts });
  }
}
