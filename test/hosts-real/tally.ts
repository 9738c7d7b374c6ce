import type { HostName } from "./host.ts";

class Tally {
  readonly #hosts = new Set<HostName>();
  #commands = 0;
  #upgradeable = 0;
  #failed = 0;

  count(host: HostName): void {
    this.#hosts.add(host);
    this.#commands += 1;
  }

  countUpgradeable(): void {
    this.#upgradeable += 1;
  }

  countFailed(tests: number): void {
    this.#failed += tests;
  }

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
