import { createHash } from "node:crypto";
import type { NodeRequest } from "../../chain/node-request.ts";
import { type About, ended } from "../../services/http/failures.ts";
import { failureByStatus, type RequestSpec, type Transport } from "../../services/http/http-client.ts";
import { parseJson } from "../../services/http/parse-json.ts";
import type { ServiceName } from "../../services/service-error.ts";
import type { ContractEntry, NodeExchange, ServiceExchange } from "../schema.ts";
import { replayedNodeError, replayedServiceError } from "./errors.ts";
import { Answers, MissingAnswer, type ReplayRun } from "./replay-run.ts";

type Exchanges = ContractEntry["exchanges"];

/** The services of a recorded run. */
export function replayServices(run: ReplayRun, exchanges: Exchanges): (transport: Transport) => Transport {
  const answers = new Answers<ServiceExchange>(
    run,
    exchanges.flatMap((each) => ("service" in each ? [[questionOf(each), each] as const] : [])),
  );
  return ({ service, url }) => ({
    service,
    url,
    send: async (spec) => {
      const about = aboutOf(service, url, spec);
      if (spec.signal?.aborted === true) throw ended(spec.signal.reason, about, false);
      const question = questionOf({ service, ...partsOf(spec) });
      // What is asked once is not needed: a run that gave up waiting did not ask again.
      const exchange =
        spec.once === true
          ? (answers.takeNext(question) ?? refuseFurther(about))
          : orStopped(run, about, () => answers.take(question, `${about.method} ${about.url}`));
      const { answer, error, atMs } = exchange;
      if (answer === undefined && error === undefined) orStopped(run, about, () => run.unanswered(about.url));
      run.passedMs(atMs);
      if (error !== undefined) throw replayedServiceError(error);
      if (answer === undefined) throw new MissingAnswer(about.url);
      const { url: asked, attempts, status, text, ...headers } = answer;
      const known = { ...about, url: asked, attempts };
      const got = { status, text, ...headersOf(headers) };
      const failure = (spec.failureOf ?? failureByStatus(spec.accept ?? []))(got, known);
      if (failure !== undefined) throw failure;
      return { ...got, about: known };
    },
  });
}

/** The node of a recorded run. */
export function replayNode(run: ReplayRun, exchanges: Exchanges): NodeRequest {
  const answers = new Answers<NodeExchange>(
    run,
    exchanges.flatMap((each) => ("node" in each ? [[`${each.node} ${each.params}`, each] as const] : [])),
  );
  return async (method, params, signal) => {
    signal.throwIfAborted();
    const { result, error, atMs } = answers.take(`${method} ${JSON.stringify(params)}`, method);
    if (result === undefined && error === undefined) run.unanswered(method);
    run.passedMs(atMs);
    if (error !== undefined) throw replayedNodeError(error);
    return parseJson(result ?? "null");
  };
}

function refuseFurther(about: About): never {
  throw ended(new Error("the recorded run did not ask"), about, false);
}

/** A service that was stopped fails as its client does. */
function orStopped<T>(run: ReplayRun, about: About, take: () => T): T {
  try {
    return take();
  } catch (error) {
    if (run.signal.aborted) throw ended(run.signal.reason, about, true);
    throw error;
  }
}

interface Question {
  readonly service: ServiceName;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [string, string])[];
  readonly body?: string | undefined;
}

function questionOf({ service, method, path, query, body }: Question): string {
  const sent = body === undefined ? null : createHash("sha256").update(body).digest("hex");
  return JSON.stringify([service, method, path, query, sent]);
}

function partsOf({ method, path, query = [], body }: RequestSpec): Omit<Question, "service"> {
  return { method, path, query, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
}

function aboutOf(
  service: ServiceName,
  base: string,
  { method, path, query = [], changesNothing }: RequestSpec,
) {
  const pairs = query.map(([name, value]): [string, string] => [name, value]);
  const search = pairs.length === 0 ? "" : `?${new URLSearchParams(pairs)}`;
  const changesSomething = method === "POST" && changesNothing !== true;
  return { service, method, url: `${base}${path}${search}`, attempts: 0, changesSomething };
}

function headersOf({
  date,
  retryAfter,
  location,
}: Partial<Record<"date" | "retryAfter" | "location", string | undefined>>) {
  return {
    ...(date === undefined ? {} : { date }),
    ...(retryAfter === undefined ? {} : { retryAfter }),
    ...(location === undefined ? {} : { location }),
  };
}
