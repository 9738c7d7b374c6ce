import { type RecordedRequest, RecordingProxy } from "../../helpers/recording-proxy.ts";

// biome-ignore lint/suspicious/noExplicitAny: a lie reaches into any place of it
export type Body = any;

export interface Answer {
  readonly status: number;
  readonly body: Body;
  /** Replaces the body with text that `JSON.stringify` can't write. */
  readonly text?: string;
}

export type Rewrite = (asked: RecordedRequest, honest: Answer) => Answer | Promise<Answer>;

/** A loopback server that rewrites a real service's answers. */
export class LyingProxy implements AsyncDisposable {
  readonly #proxy: RecordingProxy;
  readonly #known = new Map<string, Answer>();

  private constructor(proxy: RecordingProxy) {
    this.#proxy = proxy;
  }

  static async before(service: string): Promise<LyingProxy> {
    return new LyingProxy(await RecordingProxy.before(service));
  }

  get url(): string {
    return this.#proxy.url;
  }

  /** Takes effect at once; undefined makes the service honest. */
  lie(rewrite: Rewrite | undefined): void {
    this.#proxy.reset();
    this.#proxy.answer = async (asked) => {
      if (rewrite === undefined) return this.#ask(asked);
      // A submission to a lying service must not reach the real one.
      const isSubmission = asked.method === "POST";
      const honest = isSubmission
        ? { status: 202, body: { verificationId: LIED_JOB } }
        : await this.#ask(asked);
      return rewrite(asked, structuredClone(honest));
    };
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#proxy.close();
  }

  /** Answers are kept, because nothing is submitted while somebody lies. */
  async #ask(asked: RecordedRequest): Promise<Answer> {
    const { method, path } = asked;
    const known = method === "GET" ? this.#known.get(path) : undefined;
    if (known !== undefined) return known;
    const read = await this.#proxy.forward(asked);
    if (read.status === 200 && !path.includes("/verify/")) this.#known.set(path, read);
    return read;
  }
}

export const LIED_JOB = "11111111-2222-4333-8444-555555555555";
