import { HostBreaker } from "./host-breaker.ts";

/** One breaker for each host of a run, or of what one chain of a run asks. */
export class HostBreakers {
  readonly #byOrigin = new Map<string, HostBreaker>();
  readonly #ofRun: HostBreakers | undefined;

  /** @param ofRun Where several chains ask one host, they share its breaker. */
  constructor(ofRun?: HostBreakers) {
    this.#ofRun = ofRun;
  }

  of(url: string): HostBreaker {
    // What is no URL is an error of the client.
    const origin = URL.parse(url)?.origin ?? url;
    const breaker = this.#byOrigin.get(origin) ?? this.#ofRun?.of(url) ?? new HostBreaker();
    this.#byOrigin.set(origin, breaker);
    return breaker;
  }

  /** Whether any host was found dead and has not answered since. */
  get isAnyDead(): boolean {
    return this.#dead().length > 0;
  }

  /** Tries each dead host once more. Resolves with whether all of them answer. */
  async areAllBack(): Promise<boolean> {
    const answers = await Promise.all(this.#dead().map((breaker) => breaker.isBack()));
    return answers.every(Boolean);
  }

  #dead(): readonly HostBreaker[] {
    return [...this.#byOrigin.values()].filter(({ isDead }) => isDead);
  }
}
