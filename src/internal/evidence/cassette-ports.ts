import type { NodeRequest } from "../chain/chain-port.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import type { Ports } from "../pipeline/ports.ts";
import { ended } from "../services/http/failures.ts";
import { failureByStatus, type Transport } from "../services/http/http-client.ts";
import { formatKey, type Journal } from "../submission/journal.ts";
import type { Cassette } from "./cassette.ts";
import { cassetteBuilds } from "./cassette-builds.ts";
import type { RecordedAnswer } from "./schema.ts";

export type WatchablePorts = Ports & { readonly chain: RpcChain };

/** The services must be created with {@link cassetteTransport}. */
export function cassettePorts(
  ports: WatchablePorts,
  cassette: Cassette,
  { seed, projectRoot }: { readonly seed: string; readonly projectRoot: string },
): Ports {
  const { chain, compile, status, recordedTransactions: transactions } = ports;
  return {
    ...ports,
    chain: chain.through((request) => wrapNode(request, cassette), { seed, wait: chain.wait }),
    builds: cassetteBuilds(ports.builds, cassette, projectRoot),
    journal: wrapJournal(ports.journal, cassette),
    compile:
      compile &&
      ((input, compiler, signal) =>
        cassette.ask("compiler", [compiler.language, compiler.longVersion, input], () =>
          compile(input, compiler, signal),
        )),
    status: status && {
      url: status.url,
      summary: (options) => cassette.ask("status service", [], () => status.summary(options)),
    },
    recordedTransactions:
      transactions && ((address) => cassette.ask("transactions", [address], () => transactions(address))),
  };
}

/** @param getCassette Called lazily, because a recording is created after its services. */
export function cassetteTransport(transport: Transport, getCassette: () => Cassette): Transport {
  const { service } = transport;
  if (service !== "verification service" && service !== "query service") return transport;
  return {
    service,
    url: transport.url,
    about: (spec) => transport.about(spec),
    send: async (spec) => {
      const { method, path, query = [], body, findFailure = failureByStatus } = spec;
      const about = transport.about(spec);
      if (spec.signal?.aborted === true) throw ended(spec.signal.reason, about, false);
      const sent = body === undefined ? [] : [JSON.stringify(body)];
      const cassette = getCassette();
      const refuseFurther = (): never => {
        throw ended(new Error("the recorded run did not ask"), about, false);
      };
      try {
        const question = [method, path, JSON.stringify(query), ...sent];
        return await cassette.ask(service, question, () => transport.send(spec), {
          keep: ({ about: { attempts }, ...answer }) => JSON.stringify({ ...answer, attempts }),
          restore: (recorded) => {
            const { attempts, ...answer } = recorded as RecordedAnswer;
            const answered = { ...about, attempts };
            const failure = findFailure(answer, answered);
            if (failure !== undefined) throw failure;
            return { ...answer, about: answered };
          },
          // The recorded run stopped waiting after its last answer and made no further requests.
          otherwise: spec.once === true ? refuseFurther : undefined,
        });
      } catch (error) {
        // A stop must cause the same failure in a replay as in the real client.
        const { aborted, reason } = cassette.signal;
        throw aborted && error === reason ? ended(reason, about, true) : error;
      }
    },
  };
}

function wrapNode(request: NodeRequest, cassette: Cassette): NodeRequest {
  return async (method, params, signal) => {
    signal.throwIfAborted();
    return cassette.ask("node", [method, JSON.stringify(params)], () => request(method, params, signal));
  };
}

function wrapJournal(journal: Journal, cassette: Cassette): Journal {
  return {
    place: journal.place,
    note: (key, event) => journal.note(key, event),
    written: async () => journal.written?.(),
    lookUp: (key) => cassette.ask("journal", [formatKey(key)], () => journal.lookUp(key)),
  };
}
