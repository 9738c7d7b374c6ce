import type * as z from "zod";
import type { BuildReader } from "../builds/build-cache.ts";
import type { CandidateSet } from "../builds/candidate-set.ts";
import { collectAuxdata, formatPath } from "../builds/read-candidates.ts";
import type { RpcChain } from "../chain/rpc-chain.ts";
import { type Build, type BuildCandidate, type ContractName, getIdentifier } from "../domain/build.ts";
import type { CodeTemplate } from "../domain/code-template.ts";
import { Memo } from "../domain/memo.ts";
import type { Ports } from "../pipeline/ports.ts";
import { ended } from "../services/http/failures.ts";
import { failureByStatus, type Transport } from "../services/http/http-client.ts";
import { parseJson } from "../services/http/parse-json.ts";
import { formatKey } from "../submission/journal.ts";
import { getOrAdd } from "../text/memoize.ts";
import type { Cassette } from "./cassette.ts";
import { PARTS, type RecordedAnswer, type RecordedBuilds, type RecordedCandidate } from "./schema.ts";

export type WatchablePorts = Ports & { readonly chain: RpcChain };

/** The services must be created with {@link cassetteTransport}. */
export function cassettePorts(
  ports: WatchablePorts,
  cassette: Cassette,
  { seed, projectRoot }: { readonly seed: string; readonly projectRoot: string },
): Ports {
  const { chain, compile, journal, status, recordedTransactions: transactions } = ports;
  return {
    ...ports,
    chain: chain.through(
      (request) => async (method, params, signal) => {
        signal.throwIfAborted();
        return cassette.ask("node", [method, JSON.stringify(params)], () => request(method, params, signal));
      },
      { seed, wait: chain.wait },
    ),
    builds: cassetteBuilds(ports.builds, cassette, projectRoot),
    journal: {
      place: journal.place,
      note: (key, event) => journal.note(key, event),
      written: async () => journal.written?.(),
      lookUp: (key) => cassette.ask("journal", [formatKey(key)], () => journal.lookUp(key)),
    },
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
            const { attempts, ...rest } = recorded as RecordedAnswer;
            const answer = { ...rest, about: { ...about, attempts } };
            const failure = findFailure(answer);
            if (failure !== undefined) throw failure;
            return answer;
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

type Outputs = CandidateSet["outputs"];
type Shown = (path: string) => string;

/** A contract whose code is not in the evidence is counted and listed but never matches. */
const NO_CODE: CodeTemplate = { object: "0x", linkReferences: {}, immutableReferences: {} };

function cassetteBuilds(reader: BuildReader, cassette: Cassette, projectRoot: string): BuildReader {
  const shown: Shown = (path) => formatPath(path, projectRoot);
  const sets = new Memo<CandidateSet | undefined>();
  const readSet = async (
    name: "quick" | "wider",
    live: () => Promise<CandidateSet>,
  ): Promise<CandidateSet> => {
    const set = await sets.get(name, () => read(name, live));
    if (set === undefined) throw new Error(`There are no ${name} builds.`);
    return set;
  };
  const read = async (
    name: string,
    live: () => Promise<CandidateSet | undefined>,
  ): Promise<CandidateSet | undefined> => {
    let found: CandidateSet | undefined;
    await cassette.ask("build files", [name], async () => {
      found = await live();
      if (found === undefined) return;
      cassette.builds[name] = { where: found.where, ...serializeNames(found.candidates), kept: {} };
    });
    const recorded = cassette.builds[name];
    if (recorded === undefined) return undefined;
    return cassetteSet(found ?? candidateSet(recorded), found && recorded.kept, name, cassette, shown);
  };
  return {
    read: (...args) => readSet("quick", () => reader.read(...args)),
    readNamed: (...args) => sets.get("named", () => read("named", () => reader.readNamed(...args))),
    readWider: (...args) => readSet("wider", () => reader.readWider(...args)),
    refuseMissing: (...args) => cassette.ask("missing build files", [], () => reader.refuseMissing(...args)),
    readInput: (...args) =>
      cassette.ask("standard JSON input", [], () => reader.readInput(...args), {
        keep: ({ contract, compilation }) =>
          `{"contract":${JSON.stringify(contract)},"compilation":${keepBuild(compilation, shown)}}`,
      }),
  };
}

/** @param kept Collects the contracts to record. Undefined during a replay. */
function cassetteSet(
  set: CandidateSet,
  kept: RecordedBuilds["kept"] | undefined,
  name: string,
  cassette: Cassette,
  shown: Shown,
): CandidateSet {
  const places = new Map(set.candidates.map((candidate, at) => [candidate, String(at)]));
  const use = (candidates: readonly BuildCandidate[]): void => {
    for (const candidate of candidates) {
      const at = places.get(candidate);
      if (kept !== undefined && at !== undefined)
        kept[at] ??= once(candidate, () => JSON.stringify(keepCandidate(candidate, shown)));
    }
  };
  return {
    where: set.where,
    candidates: set.candidates,
    onUsed: use,
    load: (candidate) => {
      use([candidate]);
      return cassette.ask("build", [name, places.get(candidate) ?? "none"], () => set.load(candidate), {
        keep: (build) => keepBuild(build, shown),
      });
    },
    outputs: cassetteOutputs(set, cassette, shown),
  };
}

function cassetteOutputs(
  { outputs, candidates: [first] }: CandidateSet,
  cassette: Cassette,
  shown: Shown,
): Outputs {
  /** The question begins with the name of the calling function. */
  const ask = <T>(live: () => Promise<T>, ...question: readonly string[]): Promise<T> =>
    cassette.ask("output", question, live);
  const askAbout = <T>(
    part: "metadataOf" | "immutableReferencesOf" | "sourceMapOf",
    build: Build,
    of: ContractName,
  ) => ask(() => outputs[part](build, of) as Promise<T>, part, shown(build.file), getIdentifier(of));
  return {
    metadata: (file, otherwise) => ask(() => outputs.metadata(file, otherwise), "metadata", shown(file)),
    compiledMetadata: (file, compile) =>
      ask(() => outputs.compiledMetadata(file, compile), "compiledMetadata", shown(file)),
    metadataOf: (build, of) => askAbout("metadataOf", build, of),
    immutableReferencesOf: (build, of) => askAbout("immutableReferencesOf", build, of),
    sourceMapOf: (build, of) => askAbout("sourceMapOf", build, of),
    // Only a preflight calls this.
    metadataByName: (build) => outputs.metadataByName(build),
    contractsNamed: (build, name) =>
      cassette.ask(
        "output",
        ["contractsNamed", shown(build.file), name],
        () => outputs.contractsNamed(build, name),
        {
          keep: (found) => JSON.stringify(found.map((each) => keepCandidate(each, shown))),
          restore: (found) =>
            (found as readonly RecordedCandidate[]).map((each) =>
              restoreCandidate(each, first?.runtime.knownAuxdata),
            ),
        },
      ),
    withoutMetadata: () => ask(() => outputs.withoutMetadata(), "withoutMetadata"),
    remappings: () => ask(() => outputs.remappings(), "remappings"),
  };
}

function candidateSet({ where, names, auxdata, kept }: RecordedBuilds): CandidateSet {
  const knownAuxdata = new Set(decode(PARTS.texts, auxdata));
  const noCode = { ...NO_CODE, knownAuxdata };
  const unknown = { abi: [], runtime: noCode, creation: noCode, buildId: "", buildFile: "", file: "" };
  return {
    where,
    candidates: decode(PARTS.names, names).map(
      ([name, sourceName, fullyQualifiedName, inputSourceName], at): BuildCandidate => {
        const known = kept[at];
        return known === undefined
          ? { name, sourceName, fullyQualifiedName, inputSourceName, ...unknown }
          : restoreCandidate(decode(PARTS.candidate, known), knownAuxdata);
      },
    ),
    load: unavailable,
    // Never reached: the cassette answers every question first.
    outputs: {} as Outputs,
  };
}

export function unavailable(): never {
  throw new Error("A replay can use only the builds in its evidence file.");
}

function keepBuild(build: Build, shown: Shown): string {
  const { id, file, compilerVersion, input, outdated } = build;
  return once(build, () => JSON.stringify({ id, file: shown(file), compilerVersion, input, outdated }));
}

/** A replay can recompute the known auxdata from all candidates. */
function keepCandidate({ runtime, creation, ...candidate }: BuildCandidate, shown: Shown): object {
  return {
    ...candidate,
    buildFile: shown(candidate.buildFile),
    file: shown(candidate.file),
    runtime: { ...runtime, knownAuxdata: undefined },
    creation: { ...creation, knownAuxdata: undefined },
  };
}

function restoreCandidate(
  { runtime, creation, ...candidate }: RecordedCandidate,
  knownAuxdata: CodeTemplate["knownAuxdata"] = new Set<string>(),
): BuildCandidate {
  return {
    ...candidate,
    runtime: { ...runtime, knownAuxdata },
    creation: { ...creation, knownAuxdata },
  };
}

const texts = new WeakMap<object, unknown>();

/** Serialized once for all contracts of a run. */
function once<T>(key: object, serialize: () => T): T {
  return getOrAdd(texts, key, serialize) as T;
}

function serializeNames(candidates: readonly BuildCandidate[]): Pick<RecordedBuilds, "names" | "auxdata"> {
  return once(candidates, () => ({
    names: JSON.stringify(
      candidates.map((each) => [each.name, each.sourceName, each.fullyQualifiedName, each.inputSourceName]),
    ),
    auxdata: JSON.stringify([...collectAuxdata(candidates)]),
  }));
}

/** @throws a zod or JSON error for text that no recording produces */
function decode<T>(form: z.ZodType<T>, text: string): T {
  return form.parse(parseJson(text));
}
