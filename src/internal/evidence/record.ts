import { randomBytes } from "node:crypto";
import type { BuildSource } from "../builds/build-source.ts";
import { formatPath } from "../builds/read-candidates.ts";
import { TOOL } from "../domain/tool.ts";
import type { VerifyContractError } from "../errors/problem.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { ContractReport, Report } from "../report/model.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import { formatBaseUrl } from "../services/http/urls.ts";
import { contractSeed, Recording, recordFailure } from "./cassette.ts";
import { cassettePorts, cassetteTransport, type WatchablePorts } from "./cassette-ports.ts";
import { EvidenceWriter } from "./file.ts";
import {
  type ContractEntry,
  type EndEntry,
  EVIDENCE_SCHEMA,
  type Header,
  PLAIN_SETTINGS,
  type RecordedRequest,
  type RecordedResult,
  type Settings,
} from "./schema.ts";

export type ContractPlace = Pick<ContractEntry, "lane" | "index">;

export type MakePorts = (through?: HttpOptions["through"]) => WatchablePorts;

export class RunRecording {
  readonly #writer: EvidenceWriter;
  readonly #startedAt: Date;
  readonly #seed = randomBytes(32).toString("hex");
  readonly #turns = new Map<string, (report: ContractReport) => ContractEntry>();
  readonly #lanes: EndEntry["lanes"] = [];
  #contracts = 0;

  /** @param file Must not exist yet. */
  constructor(
    file: string,
    redact: (text: string) => string,
    { startedAt, ...run }: Pick<Header, "command" | "scope"> & { readonly startedAt: Date },
  ) {
    this.#writer = new EvidenceWriter(file, redact);
    this.#startedAt = startedAt;
    this.#writer.add({
      schema: EVIDENCE_SCHEMA,
      tool: TOOL,
      ...run,
      startedAt: startedAt.toISOString(),
      seed: this.#seed,
    });
  }

  turn(place: ContractPlace, request: VerifyRequest, make: MakePorts): Ports {
    const ports = make((transport) => cassetteTransport(transport, () => recording));
    const recording = new Recording(ports);
    const { projectRoot } = request;
    const leftMs = ports.leftMs?.();
    this.#turns.set(createKey(place), (report) => ({
      ...place,
      request: recordRequest(request, report),
      world: {
        networkName: ports.chain.networkName,
        settings: captureSettings(ports),
        atMs: Math.max(0, recording.startedAt.getTime() - this.#startedAt.getTime()),
        leftMs,
        verification: ports.verification?.url,
        query: ports.query?.url,
        status: ports.status?.url,
        has: {
          compiler: ports.compile !== undefined,
          transactions: ports.recordedTransactions !== undefined,
        },
        journal: ports.journal.place && formatPath(ports.journal.place, projectRoot),
        stopped: recording.stopped,
      },
      entries: recording.entries,
      builds: recording.builds,
      result: listResultParts(report),
    }));
    return cassettePorts(ports, recording, { seed: contractSeed(this.#seed, place), projectRoot });
  }

  ended(place: ContractPlace, report: ContractReport): void {
    const createEntry = this.#turns.get(createKey(place));
    if (createEntry === undefined) return;
    this.#turns.delete(createKey(place));
    this.#add({ contract: createEntry(report) });
  }

  /** For a contract that was skipped because its chain didn't respond. */
  given(place: ContractPlace, report: ContractReport): void {
    this.#add({ given: { ...place, report: JSON.stringify(report) } });
  }

  /**
   * @param parts The number of named contracts, not counting those added because of proxies, and the checksummed
   * addresses of contracts in other shards.
   */
  lane(
    lane: number,
    { named, elsewhere }: { readonly named: number; readonly elsewhere: ReadonlySet<string> },
  ): void {
    this.#lanes[lane] = { named, elsewhere: [...elsewhere] };
  }

  /** Responses from other services and explorers after the verdicts. A replay doesn't repeat these requests. */
  answered(lane: number, reports: readonly ContractReport[]): void {
    const listAnswers = (key: "forwarded" | "explorers") =>
      reports.flatMap(({ [key]: answers }, index) =>
        answers === undefined ? [] : [{ index, answers: JSON.stringify(answers) }],
      );
    const [forwarded, explorers] = [listAnswers("forwarded"), listAnswers("explorers")];
    this.#lanes[lane] = { named: 0, elsewhere: [], ...this.#lanes[lane], forwarded, explorers };
  }

  finish(ended: { readonly report: Report } | { readonly error: VerifyContractError }): Promise<void> {
    const lanes = Array.from(this.#lanes, (lane) => lane ?? { named: 0, elsewhere: [] });
    const totals = { contracts: this.#contracts, lanes };
    if ("error" in ended)
      return this.#writer.finish({ ...totals, run: "{}", thrown: recordFailure(ended.error) });
    const { contracts: _, summary: __, ...run } = ended.report;
    return this.#writer.finish({ ...totals, run: JSON.stringify(run) });
  }

  abandon(): Promise<void> {
    return this.#writer.abandon();
  }

  #add(line: object): void {
    this.#contracts += 1;
    this.#writer.add(line);
  }
}

function createKey({ lane, index }: ContractPlace): string {
  return `${lane}:${index}`;
}

function recordRequest(request: VerifyRequest, { outcome, proxy }: ContractReport): RecordedRequest {
  const { target, projectRoot, buildSource, ...rest } = request;
  const lookedAt = new Set(request.lookedAt);
  // The set may have grown since this run started. The implementation is removed if the outcome shows that it was added
  // later.
  if (outcome !== "minimal-proxy" && !request.followProxy && proxy?.implementation)
    lookedAt.delete(proxy.implementation);
  return {
    ...rest,
    target: target.input,
    resolved:
      target.kind === "address" && target.contractId !== undefined
        ? { address: target.address, contractId: target.contractId }
        : undefined,
    lookedAt: [...lookedAt],
    buildSource: withPaths(buildSource, (each) => formatPath(each, projectRoot)),
  };
}

export function withPaths(source: BuildSource, change: (file: string) => string): BuildSource {
  return source.kind === "build-files"
    ? { ...source, locations: source.locations.map(change) }
    : { ...source, file: change(source.file) };
}

/** The writer stores sets as lists. */
function captureSettings(ports: Ports): Settings {
  const { operators, configured = new Set(), allowForeignCreation = new Set() } = ports;
  const { node, query, verification } = operators?.urls ?? {};
  const plain = Object.fromEntries(PLAIN_SETTINGS.map((name) => [name, ports[name]]));
  return {
    ...(plain as Pick<Ports, (typeof PLAIN_SETTINGS)[number]>),
    operators: operators && {
      urls: {
        // The path of a node's URL often contains an API key.
        node: node && URL.parse(node)?.origin,
        query: query && formatBaseUrl(query),
        verification: verification && formatBaseUrl(verification),
      },
      names: Object.fromEntries(
        Object.entries(operators.names).map(([url, name]) => [formatBaseUrl(url), name]),
      ),
    },
    configured,
    allowForeignCreation,
  };
}

/** The parts of a run's result that a replay must reproduce. */
export function listResultParts(report: ContractReport): RecordedResult {
  const { outcome, error, target, contract, match, checks, claims = [], verdict } = report;
  const parts: Readonly<Record<string, string | null | undefined>> = {
    outcome,
    "error code": error?.code,
    verdict,
    address: target.address,
    contract: contract?.fullyQualifiedName,
    "stored match": match && `${match.runtimeMatch ?? "none"}, ${match.creationMatch ?? "none"}`,
    ...Object.fromEntries(claims.map(({ id, state }) => [`claim ${id}`, state])),
    ...Object.fromEntries(checks.map(({ id, status }) => [`check ${id}`, status])),
  };
  const entries = Object.entries(parts).filter((part): part is [string, string] => part[1] != null);
  return Object.fromEntries(entries);
}

export type ResultDifference = NonNullable<ReturnType<typeof findDifference>>;

/** Describes the first difference. Undefined if the results are equal. */
export function findDifference(stated: RecordedResult, found: RecordedResult) {
  for (const what of Object.keys({ ...stated, ...found })) {
    const [one = "none", other = "none"] = [stated[what], found[what]];
    if (one !== other) return { what, stated: one, found: other };
  }
  return undefined;
}
