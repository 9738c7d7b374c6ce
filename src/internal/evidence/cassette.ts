import type { Clock, Wait } from "../domain/clock.ts";
import { CATALOGUE, type ErrorCode } from "../errors/catalogue.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { Stopped } from "../pipeline/ports.ts";
import { parseJson } from "../services/http/parse-json.ts";
import { ServiceError, type ServiceErrorFields } from "../services/service-error.ts";
import { cleanText } from "../text/clean-text.ts";
import { isObject } from "../text/is-object.ts";
import {
  type ContractEntry,
  DOORS,
  type Door,
  type Entry,
  type Failure,
  type Header,
  OUTPUTS,
  type RecordedBuilds,
} from "./schema.ts";

const MAX_CAUSES = 8;
/** Maximum length of a restored string. Files are untrusted. */
const MAX_TEXT_LENGTH = 2000;

/** Also records the causes, because hosts wrap errors. */
export function recordFailure(error: unknown, depth = 0): Failure {
  if (!(error instanceof Error)) return { message: String(error) };
  const { message, cause } = error;
  if (error instanceof VerifyContractError) {
    const { facts = [], ...details } = error.details;
    const known = facts.filter(([, value]) => value !== undefined);
    return { message, code: error.code, problem: { ...details, facts: known } };
  }
  const { code } = error as { readonly code?: unknown };
  const { name: _, stack: __, cause: ___, message: ____, ...fields } = { ...error };
  return {
    message,
    code: typeof code === "number" || typeof code === "string" ? code : undefined,
    service: error instanceof ServiceError ? (fields as Failure["service"]) : undefined,
    cause: cause instanceof Error && depth < MAX_CAUSES ? recordFailure(cause, depth + 1) : undefined,
  };
}

/** @returns undefined for an error code unknown to this version */
export function restoreFailure(failure: Failure): Error | undefined {
  const { message, code, service, problem, cause } = failure;
  if (problem !== undefined)
    return typeof code === "string" && Object.hasOwn(CATALOGUE, code)
      ? new VerifyContractError(code as ErrorCode, cleaned(problem))
      : undefined;
  // A refused connection is recognized by its cause.
  const options = cause && { cause: restoreFailure(cause) };
  if (service !== undefined) {
    const { hostDeadSince: since, ...fields } = service;
    const dated = typeof since === "string" ? { ...fields, hostDeadSince: new Date(since) } : fields;
    return new ServiceError(cleaned(message), cleaned(dated) as unknown as ServiceErrorFields, options);
  }
  const error = new Error(message, options);
  return code === undefined ? error : Object.assign(error, { code });
}

function cleaned<T>(value: T): T {
  if (typeof value === "string") return cleanText(value, MAX_TEXT_LENGTH) as T;
  if (Array.isArray(value)) return value.map(cleaned) as T;
  if (!isObject(value) || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, cleaned(each)])) as T;
}

export interface Exchange<T> {
  /** @default JSON.stringify, with null for undefined */
  readonly keep?: (value: T) => string;
  /** Receives a validated answer. @default the answer itself */
  readonly restore?: (answer: unknown) => T;
  /** Called when the replay asks more often than the recorded run did. @default reports a missing answer */
  readonly otherwise?: (() => T) | undefined;
}

/** Answers one contract's requests, from the network or from a file. */
export interface Cassette {
  readonly signal: AbortSignal;
  /** Keyed by the file set's name. */
  readonly builds: Record<string, RecordedBuilds>;
  ask<T>(
    door: Door,
    question: readonly string[],
    live: () => T | Promise<T>,
    exchange?: Exchange<T>,
  ): Promise<T>;
}

type Stop = NonNullable<ContractEntry["world"]["stopped"]>;

/** Remote calls are asynchronous, and failed calls are recorded too. */
const REMOTE: ReadonlySet<Door> = new Set<Door>([
  "verification service",
  "query service",
  "status service",
  "node",
]);

const asJson = (value: unknown): string => JSON.stringify(value ?? null);

export class Recording implements Cassette {
  readonly signal: AbortSignal;
  readonly startedAt: Date;
  stopped: Stop | undefined;
  readonly builds: Record<string, RecordedBuilds> = {};
  readonly #clock: Clock;
  readonly #startMs: number;
  readonly #entries: Entry[] = [];

  constructor({ clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal }) {
    this.signal = signal;
    this.startedAt = clock.now();
    this.#clock = clock;
    this.#startMs = clock.elapsedMs();
    signal.addEventListener("abort", () => this.#noteStop(), { once: true });
    if (signal.aborted) this.#noteStop();
  }

  /** Unanswered questions are kept only if the run was stopped while they were pending. */
  get entries(): Entry[] {
    const isAnswered = ({ answer, error }: Entry) => answer !== undefined || error !== undefined;
    return this.stopped === undefined ? this.#entries.filter(isAnswered) : this.#entries;
  }

  async ask<T>(
    door: Door,
    question: readonly string[],
    live: () => T | Promise<T>,
    { keep = asJson }: Exchange<T> = {},
  ): Promise<T> {
    const entry: Entry = { door, question: [...question] };
    this.#entries.push(entry);
    try {
      const value = await live();
      entry.answer = keep(value);
      return value;
    } catch (error) {
      if (error instanceof VerifyContractError || !this.signal.aborted) entry.error = recordFailure(error);
      throw error;
    } finally {
      if (REMOTE.has(door)) entry.atMs = this.#elapsedMs();
    }
  }

  #noteStop(): void {
    const { reason } = this.signal;
    if (reason instanceof Stopped) this.stopped ??= { by: reason.by, atMs: this.#elapsedMs() };
  }

  #elapsedMs(): number {
    return Math.max(0, this.#clock.elapsedMs() - this.#startMs);
  }
}

export class Replay implements Cassette {
  /** The first question without an answer. */
  missing: string | undefined;
  readonly builds: ContractEntry["builds"];
  readonly #entries: ReadonlyMap<string, { readonly list: readonly Entry[]; next: number }>;
  readonly #stopped: Stop | undefined;
  readonly #startedAt: number;
  readonly #controller = new AbortController();
  #elapsedMs = 0;

  constructor({ startedAt }: Pick<Header, "startedAt">, { world, entries, builds }: ContractEntry) {
    this.builds = builds;
    this.#stopped = world.stopped;
    this.#startedAt = Date.parse(startedAt) + world.atMs;
    const byQuestion = Map.groupBy(entries, ({ door, question }) => createKey(door, question));
    this.#entries = new Map([...byQuestion].map(([key, list]) => [key, { list, next: 0 }]));
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  readonly wait: Wait = async (ms, signal) => {
    signal.throwIfAborted();
    this.#passedMs(this.#elapsedMs + ms);
  };

  readonly clock: Clock = {
    elapsedMs: () => this.#elapsedMs,
    now: () => new Date(this.#startedAt + this.#elapsedMs),
    wait: this.wait,
  };

  async ask<T>(
    door: Door,
    question: readonly string[],
    _: unknown,
    { restore, otherwise }: Exchange<T> = {},
  ): Promise<T> {
    const known = this.#entries.get(createKey(door, question));
    const next = known?.list[known.next++];
    if (next === undefined && otherwise !== undefined) return otherwise();
    // A waiting run may send one more request than the recorded run did, so the last response is reused, unless the
    // recorded run was stopped during a request.
    const last = this.#stopped === undefined ? known?.list.at(-1) : undefined;
    const { answer, error, atMs = 0 } = next ?? last ?? this.#lacks(door, question);
    if (REMOTE.has(door)) this.#passedMs(atMs);
    if (answer !== undefined) {
      const value = restored(door, question, answer);
      return restore === undefined ? (value as T) : restore(value);
    }
    const failure = error && restoreFailure(error);
    if (failure === undefined || !(REMOTE.has(door) || failure instanceof VerifyContractError))
      return this.#lacks(door, question);
    throw failure;
  }

  /** @throws the reason the recorded run stopped, or an error if an answer is missing */
  #lacks(door: Door, question: readonly string[]): never {
    if (this.#stopped === undefined) {
      this.missing ??= `${door}: ${question.join(" ").slice(0, MAX_QUESTION_LENGTH)}`;
      throw new Error("The file has no answer.");
    }
    this.#passedMs(this.#stopped.atMs);
    this.#controller.abort(new Stopped(this.#stopped.by));
    throw this.signal.reason;
  }

  /** Advances the clock. Time never goes backwards. */
  #passedMs(atMs: number): void {
    this.#elapsedMs = Math.max(this.#elapsedMs, atMs);
  }
}

/** @throws a zod or JSON error for an answer that no recording produces */
function restored(door: Door, [part = ""]: readonly string[], answer: string): unknown {
  const form = door === "output" ? OUTPUTS[part as keyof typeof OUTPUTS] : DOORS[door];
  const value = parseJson(answer);
  return form === undefined ? value : form.parse(value ?? undefined);
}

/** One contract's seed doesn't predict another's. */
export function contractSeed(seed: string, { lane, index }: Pick<ContractEntry, "lane" | "index">): string {
  return `${seed} ${lane} ${index}`;
}

const MAX_QUESTION_LENGTH = 200;

function createKey(door: Door, question: readonly string[]): string {
  return JSON.stringify([door, ...question]);
}
