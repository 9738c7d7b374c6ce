import { randomBytes } from "node:crypto";
import { displayPath } from "../../builds/read-candidates.ts";
import type { RpcChain } from "../../chain/rpc-chain.ts";
import type { CommandOption } from "../../errors/next-step.ts";
import { type Ports, Stopped } from "../../pipeline/ports.ts";
import type { VerifyRequest } from "../../pipeline/request.ts";
import type { ContractReport } from "../../report/model.ts";
import type { HttpOptions } from "../../services/http/http-client.ts";
import { speaksOtherScheme } from "../../services/http/other-scheme.ts";
import { shownBase } from "../../services/http/without-credentials.ts";
import type { Compile } from "../../solidity/compilers/recompile.ts";
import type { Forwarding } from "../../submission/forwarding.ts";
import type { Journal } from "../../submission/journal.ts";
import { textOfKey } from "../../submission/journal.ts";
import { compileKey } from "../compile-key.ts";
import { resultOf } from "../result.ts";
import type { ContractEntry, RecordedCompile, RecordedLookUp, RecordedWorld } from "../schema.ts";
import { RecordedBuildReader } from "./recorded-builds.ts";
import { Transcript } from "./transcript.ts";

/** Of a run's contracts: the lane, and the place in it. */
export interface ContractPlace {
  readonly lane: number;
  readonly index: number;
}

/** The ports of a run whose node can be watched. */
export type WatchablePorts = Ports & { readonly chain: RpcChain };

/** Keeps what the ports answer to one contract's run, which gets {@link ports}. */
export class ContractRecorder {
  readonly #place: ContractPlace;
  readonly #request: VerifyRequest;
  readonly #seed = randomBytes(32).toString("hex");
  readonly #status: ContractEntry["status"] = [];
  readonly #compiled: RecordedCompile[] = [];
  readonly #journal: RecordedLookUp[] = [];
  readonly #transactions: ContractEntry["transactions"] = [];
  readonly #otherScheme: ContractEntry["otherScheme"] = [];
  readonly #forwarding: (boolean | null)[] = [];
  readonly #startedAt: Date;
  readonly #leftMs: number | undefined;
  readonly #transcript: Transcript;
  readonly #builds: RecordedBuildReader;
  readonly #ports: WatchablePorts;
  #stopped: RecordedWorld["stopped"];

  /** @param make Makes the ports, with services that send through this. */
  constructor(
    place: ContractPlace,
    request: VerifyRequest,
    make: (through: NonNullable<HttpOptions["through"]>) => WatchablePorts,
  ) {
    const ports = make((transport) => ({
      service: transport.service,
      url: transport.url,
      send: (spec) => this.#transcript.send(transport, spec),
    }));
    const { clock, signal } = ports;
    this.#place = place;
    this.#request = request;
    this.#ports = ports;
    this.#startedAt = clock.now();
    this.#leftMs = ports.leftMs?.();
    this.#transcript = new Transcript(clock, () => signal.aborted);
    this.#builds = new RecordedBuildReader(ports.builds, (path) => this.#shown(path));
    signal.addEventListener("abort", () => this.#noteStop(), { once: true });
    if (signal.aborted) this.#noteStop();
  }

  /** Those that were made, whose answers are kept. */
  get ports(): Ports {
    const ports = this.#ports;
    const { status, compile, recordedTransactions } = ports;
    return {
      ...ports,
      chain: ports.chain.through((request) => this.#transcript.node(request), { seed: this.#seed }),
      builds: this.#builds,
      journal: this.#watchedJournal(ports.journal),
      ...(status === undefined ? {} : { status: this.#watchedStatus(status) }),
      ...(compile === undefined ? {} : { compile: this.#watchedCompile(compile) }),
      ...(recordedTransactions === undefined
        ? {}
        : { recordedTransactions: this.#watchedTransactions(recordedTransactions) }),
      ...(ports.forwarding === undefined ? {} : { forwarding: this.#watchedForwarding(ports.forwarding) }),
      speaksOtherScheme: this.#watchedScheme(ports.speaksOtherScheme ?? speaksOtherScheme),
    };
  }

  /** What the evidence keeps of the contract. */
  entry(report: ContractReport): ContractEntry {
    return {
      ...this.#place,
      request: this.#recordedRequest(report),
      world: this.#world(),
      exchanges: this.#transcript.exchanges,
      status: this.#status,
      builds: this.#builds.recorded(),
      compiled: this.#compiled,
      journal: this.#journal,
      transactions: this.#transactions,
      otherScheme: this.#otherScheme,
      result: resultOf(report),
    };
  }

  #noteStop(): void {
    const reason: unknown = this.#ports.signal.reason;
    if (reason instanceof Stopped) this.#stopped ??= { by: reason.by, atMs: this.#transcript.elapsedMs() };
  }

  #shown(path: string): string {
    return displayPath(path, this.#request.projectRoot);
  }

  #world(): RecordedWorld {
    const { chain, chainId, polling, operators, journal, verification, query, ...ports } = this.#ports;
    const { clock: _, ...pace } = polling;
    return {
      networkName: chain.networkName,
      chainId,
      startedAt: this.#startedAt.toISOString(),
      seed: this.#seed,
      appearAttempts: ports.appearAttempts,
      polling: pace,
      ...defined({
        codeAttempts: ports.codeAttempts,
        leftMs: this.#leftMs,
        verification: verification?.url,
        query: query?.url,
        status: ports.status?.url,
        browserUrl: ports.browserUrl,
        explorer: ports.explorer && { ...ports.explorer },
        journal: journal.place && this.#shown(journal.place),
        forwarding: ports.forwarding === undefined ? undefined : this.#forwarding,
        stopped: this.#stopped,
      }),
      configured: [...(ports.configured ?? [])],
      ...(operators === undefined
        ? {}
        : {
            operators: {
              ...defined({
                // The path of a node is often a key.
                node: operators.urls.node && URL.parse(operators.urls.node)?.origin,
                query: operators.urls.query && shownBase(operators.urls.query),
                verification: operators.urls.verification && shownBase(operators.urls.verification),
              }),
              names: Object.fromEntries(
                Object.entries(operators.names).map(([url, name]) => [shownBase(url), name]),
              ),
            },
          }),
      allowForeignCreation: [...(ports.allowForeignCreation ?? [])],
      hasCompiler: ports.compile !== undefined,
      hasRecordedTransactions: ports.recordedTransactions !== undefined,
    };
  }

  #recordedRequest({ outcome, proxy }: ContractReport): ContractEntry["request"] {
    const { target, projectRoot: _, buildSource, lookedAt, batch, locked, ...request } = this.#request;
    const seen = new Set(lookedAt);
    // Others may have been added since: what was looked at then decided the outcome.
    if (outcome !== "minimal-proxy" && !request.followProxy && proxy?.implementation)
      seen.delete(proxy.implementation);
    return JSON.parse(
      JSON.stringify({
        ...request,
        target: target.input,
        ...(target.kind === "address" && target.contractId !== undefined
          ? { resolved: { address: target.address, contractId: target.contractId } }
          : {}),
        options: withoutGaps(request.options),
        ...(request.globals === undefined ? {} : { globals: withoutGaps(request.globals) }),
        ...(batch === undefined
          ? {}
          : {
              batch: { ...batch, options: withoutGaps(batch.options), globals: withoutGaps(batch.globals) },
            }),
        ...(locked === undefined ? {} : { locked: recordedLock(locked) }),
        lookedAt: [...seen],
        buildSource:
          buildSource.kind === "build-files"
            ? { ...buildSource, locations: buildSource.locations.map((each) => this.#shown(each)) }
            : { ...buildSource, file: this.#shown(buildSource.file) },
      }),
    );
  }

  #watchedStatus(status: NonNullable<Ports["status"]>): NonNullable<Ports["status"]> {
    return {
      url: status.url,
      summary: async (options) => {
        try {
          const summary = await status.summary(options);
          this.#status.push({ summary: JSON.stringify(summary) });
          return summary;
        } catch (error) {
          this.#status.push({});
          throw error;
        }
      },
    };
  }

  #watchedCompile(compile: Compile): Compile {
    return async (input, compiler, signal) => {
      const of = compileKey(input, compiler);
      const named = `${compiler.language} ${compiler.longVersion}`;
      try {
        const answer = await compile(input, compiler, signal);
        const text = answer.kind === "output" ? answer.output : answer.reason;
        this.#compiled.push({ of, compiler: named, kind: answer.kind, text });
        return answer;
      } catch (error) {
        this.#compiled.push({ of, compiler: named });
        throw error;
      }
    };
  }

  #watchedJournal(journal: Journal): Journal {
    return {
      ...(journal.place === undefined ? {} : { place: journal.place }),
      note: (key, event) => journal.note(key, event),
      lookUp: async (key) => {
        const earlier = await journal.lookUp(key);
        this.#journal.push({
          of: textOfKey(key),
          ...(earlier === undefined ? {} : { earlier: JSON.parse(JSON.stringify(earlier)) }),
        });
        return earlier;
      },
    };
  }

  #watchedTransactions(
    read: NonNullable<Ports["recordedTransactions"]>,
  ): NonNullable<Ports["recordedTransactions"]> {
    return async (address) => {
      const hashes = await read(address);
      this.#transactions.push({ address, hashes: [...hashes] });
      return hashes;
    };
  }

  #watchedForwarding({ isExpected, note }: Forwarding): Forwarding {
    return {
      note,
      isExpected: () => {
        const expected = isExpected();
        this.#forwarding.push(expected ?? null);
        return expected;
      },
    };
  }

  #watchedScheme(ask: NonNullable<Ports["speaksOtherScheme"]>): NonNullable<Ports["speaksOtherScheme"]> {
    return async (url, signal, mayAsk) => {
      const answer = await ask(url, signal, mayAsk);
      this.#otherScheme.push({ url: url.origin, answer });
      return answer;
    };
  }
}

function recordedLock({ entry, isRecordMissing }: NonNullable<VerifyRequest["locked"]>) {
  if (entry === undefined) return { isRecordMissing };
  const { chainId, ...rest } = entry;
  return { entry: rest, chainId, isRecordMissing };
}

/** JSON has no `undefined` in lists. */
function withoutGaps(options: readonly CommandOption[]): [string, ...string[]][] {
  return options.map(([flag, value]) => (value === undefined ? [flag] : [flag, value]));
}

function defined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}
