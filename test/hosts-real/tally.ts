import type { HostName } from "./host.ts";

/** What the whole suite came to. */
class Tally {
  readonly #hosts = new Set<HostName>();
  #commands = 0;
  #upgradeable = 0;
  #failed = 0;

  /** A command of ours was run. */
  count(host: HostName): void {
    this.#hosts.add(host);
    this.#commands += 1;
  }

  /** A host verified and locked an upgradeable pattern at the first run. */
  countUpgradeable(): void {
    this.#upgradeable += 1;
  }

  /** Tests whose commands did not end as they have to. */
  countFailed(tests: number): void {
    this.#failed += tests;
  }

  /** One line of JSON. */
  get line(): string {
    return JSON.stringify({
      suite: "hosts",
      hosts: this.#hosts.size,
      commands: this.#commands,
      upgradeable: this.#upgradeable,
      failed: this.#failed,
    });
  }
}

export const tally = new Tally();
