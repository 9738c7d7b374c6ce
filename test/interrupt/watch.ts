import { setTimeout as sleep } from "node:timers/promises";
import type { RecordedRequest, RecordingProxy, Reply } from "../helpers/recording-proxy.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import type { World } from "../helpers/world.ts";
import type { Chance } from "./chance.ts";

export type Step = "stored" | "submission" | "job" | "record" | "query";

export interface Seen {
  readonly run: number;
  readonly step: Step;
  /** Lower case; undefined for requests about no single contract. */
  readonly address: string | undefined;
  readonly verificationId: string | undefined;
  /** Set just before the answer is sent. */
  status: number | undefined;
}

/** A request's arrival, or just before its answer. */
export type Moment = "asked" | "answered";

/** The longest delay of an answer, so that there is time for a kill. */
const SLOW_MS = 25;

/** Observes every request of a batch, and slows down the answers. */
export class Watch {
  readonly seen: Seen[] = [];
  run = 0;
  /** Called twice per request. */
  onMoment: (seen: Seen, moment: Moment) => void = () => {};
  /** Delays a submission until it resolves. */
  holdSubmission: (address: string) => Promise<unknown> = async () => {};
  /** Until it resolves, the services get no answers from the chain, so jobs don't progress. */
  jobsWaitFor: Promise<unknown> = Promise.resolve();
  /** Lower-case addresses whose records the service loses until they are submitted again. */
  readonly lost = new Set<string>();
  readonly #started = new Map<string, string>();

  /** @param node The proxy between the services and the chain. */
  constructor(world: World, node: RecordingProxy, chance: Chance) {
    node.reset();
    node.answer = async ({ body }) => {
      // The services check before each answer that the chain is still the same.
      if (!body.includes('"eth_getBlockByNumber"')) await this.jobsWaitFor;
      return undefined;
    };
    for (const proxy of [world.verification, world.query]) {
      proxy.reset();
      const of = new WeakMap<RecordedRequest, Seen>();
      proxy.answer = async (request) => {
        const seen = this.#see(request);
        of.set(request, seen);
        this.onMoment(seen, "asked");
        if (seen.step === "submission") await this.holdSubmission(seen.address ?? "");
      };
      proxy.change = async (request, reply) => {
        await sleep(chance.below(SLOW_MS));
        const seen = of.get(request);
        if (seen !== undefined) this.#answer(seen, reply);
        return seen !== undefined && this.#isLost(seen) ? withoutRecord(reply) : reply;
      };
    }
  }

  submissions(address: string): readonly Seen[] {
    return this.seen.filter((each) => each.step === "submission" && each.address === address.toLowerCase());
  }

  /** Resolves once no submission is pending. */
  async quiet(): Promise<void> {
    while (this.seen.some(({ step, status }) => step === "submission" && status === undefined))
      await sleep(20);
  }

  /** Jobs that a run continued without having started them. */
  resumedIn(run: number): number {
    const of = (step: Step) =>
      this.seen
        .filter((each) => each.run === run && each.step === step)
        .flatMap(({ verificationId }) => verificationId ?? []);
    const own = of("submission");
    return new Set(of("job").filter((id) => !own.includes(id))).size;
  }

  #see({ method, path }: RecordedRequest): Seen {
    const verificationId = /^\/v2\/verify\/([0-9a-f-]{36})$/.exec(path)?.[1];
    const address =
      /\/(0x[0-9a-fA-F]{40})\b/.exec(path)?.[1]?.toLowerCase() ?? this.#started.get(verificationId ?? "");
    const step =
      method === "POST"
        ? "submission"
        : verificationId !== undefined
          ? "job"
          : path.startsWith("/v2/contract/")
            ? path.includes("fields=deployment") || !path.includes("fields=")
              ? "stored"
              : "record"
            : "query";
    const seen = { run: this.run, step, address, verificationId, status: undefined } satisfies Seen;
    this.seen.push(seen);
    return seen;
  }

  /** A submission restores the record, whatever the service answers. */
  #isLost({ step, address = "" }: Seen): boolean {
    if (step === "submission") this.lost.delete(address);
    return (step === "stored" || step === "record") && this.lost.has(address);
  }

  #answer(seen: Seen, { status, body }: Reply): void {
    seen.status = status;
    const { verificationId } = body as { readonly verificationId?: string };
    if (seen.step === "submission" && status === 202 && verificationId !== undefined) {
      this.#started.set(verificationId, seen.address ?? "");
      Object.assign(seen, { verificationId });
    }
    this.onMoment(seen, "answered");
  }
}

function withoutRecord({ body }: Reply): Reply {
  const { chainId, address } = body as { readonly chainId?: string; readonly address?: string };
  return { status: 404, body: { ...NO_MATCH, chainId, address } };
}
