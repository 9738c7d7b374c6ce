import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { TOOL } from "../domain/tool.ts";
import { VerifyContractError } from "../errors/problem.ts";
import type { WatchablePorts } from "../evidence/cassette-ports.ts";
import type { ContractEntry, EndEntry } from "../evidence/schema.ts";
import type { EvidenceWriter } from "../evidence/writer.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import type { ContractReport, Report } from "../report/model.ts";
import type { HttpOptions } from "../services/http/http-client.ts";
import type { Secrets } from "../text/secrets.ts";
import { prepareEvidence, unwritableEvidence } from "./evidence-file.ts";

/** Makes the ports of one contract. @param through Of its services, where their answers are kept. */
export type MakePorts = (through?: HttpOptions["through"]) => WatchablePorts;

/** The lane of a contract, and the place in it. */
export type ContractPlace = Pick<ContractEntry, "lane" | "index">;

/** What a lane's contracts have in common. */
interface LaneParts {
  /** How many contracts were named; the others are what proxies led to. */
  readonly named: number;
  /** Checksummed addresses of contracts that other shards look at. */
  readonly elsewhere: ReadonlySet<string>;
}

/** What a run keeps as evidence, contract by contract. */
export interface EvidenceOfRun {
  /** The ports of a contract whose turn it is. */
  readonly turn: (place: ContractPlace, request: VerifyRequest, make: MakePorts) => Ports;
  /** A contract that had its turn has ended. */
  readonly ended: (place: ContractPlace, report: ContractReport) => void;
  /** A contract was not looked at, because its chain did not answer. */
  readonly given: (place: ContractPlace, report: ContractReport) => void;
  /** What decides how the reports of a lane are put together. */
  readonly lane: (lane: number, parts: LaneParts) => void;
  /** What other services answered, read after all contracts of a lane. */
  readonly forwarded: (lane: number, reports: readonly ContractReport[]) => void;
}

const NONE: EvidenceOfRun = {
  turn: (_, __, make) => make(),
  ended: () => {},
  given: () => {},
  lane: () => {},
  forwarded: () => {},
};

/** Where evidence goes, and whose it is. */
export interface EvidenceTarget {
  /** As the user named it. @default none is kept */
  readonly file: string | undefined;
  readonly command: "verify" | "check" | "deployments";
  /** Whether the command names one contract. */
  readonly scope: "one" | "several";
  readonly startedAt: Date;
  /** Taken out of all that is written. */
  readonly secrets: Secrets;
}

/**
 * Runs work, and keeps what it rests on in a file, also where it ends with wrong use or a broken environment.
 *
 * @throws VerifyContractError VC801 where the file can't be written; what the work throws
 */
export async function withEvidence(
  { file, command, scope, startedAt, secrets }: EvidenceTarget,
  work: (evidence: EvidenceOfRun) => Promise<Report>,
): Promise<Report> {
  if (file === undefined) return work(NONE);
  const target = await prepareEvidence(file);
  // Only a run that keeps evidence needs it.
  const [{ recordContract }, { EvidenceWriter }, { EVIDENCE_SCHEMA }, { recordFailure }] = await Promise.all([
    import("../evidence/record.ts"),
    import("../evidence/writer.ts"),
    import("../evidence/schema.ts"),
    import("../evidence/failure.ts"),
  ]);
  const seed = randomBytes(32).toString("hex");
  const writer = new EvidenceWriter(target.temporary, (text) => secrets.redact(text));
  writer.add({
    schema: EVIDENCE_SCHEMA,
    tool: TOOL,
    command,
    scope,
    startedAt: startedAt.toISOString(),
    seed,
  });
  const evidence = new FileEvidence(writer, (...args) => recordContract({ seed, runAt: startedAt }, ...args));
  const keep = async (run: object): Promise<void> => {
    try {
      await writer.finish({ ...evidence.totals(), ...run });
      await rename(target.temporary, target.file);
    } catch (cause) {
      await writer.abandon();
      throw unwritableEvidence(file, cause);
    }
  };
  try {
    const report = await work(evidence);
    const { contracts: _, summary: __, ...run } = report;
    await keep({ run: JSON.stringify(run) });
    return report;
  } catch (error) {
    if (!(error instanceof VerifyContractError) || error.code === "VC801") await writer.abandon();
    else await keep({ run: "{}", thrown: recordFailure(error) });
    throw error;
  }
}

type Recorder = (
  place: ContractPlace,
  request: VerifyRequest,
  make: MakePorts,
) => { readonly ports: Ports; readonly entry: (report: ContractReport) => ContractEntry };

class FileEvidence implements EvidenceOfRun {
  readonly #writer: EvidenceWriter;
  readonly #record: Recorder;
  readonly #recordings = new Map<string, ReturnType<Recorder>>();
  readonly #lanes: EndEntry["lanes"] = [];
  #contracts = 0;

  constructor(writer: EvidenceWriter, record: Recorder) {
    this.#writer = writer;
    this.#record = record;
  }

  readonly turn: EvidenceOfRun["turn"] = (place, request, make) => {
    const recording = this.#record(place, request, make);
    this.#recordings.set(keyOf(place), recording);
    return recording.ports;
  };

  readonly ended: EvidenceOfRun["ended"] = (place, report) => {
    const recording = this.#recordings.get(keyOf(place));
    if (recording === undefined) return;
    this.#recordings.delete(keyOf(place));
    this.#contracts += 1;
    this.#writer.add({ contract: recording.entry(report) });
  };

  readonly given: EvidenceOfRun["given"] = (place, report) => {
    this.#contracts += 1;
    this.#writer.add({ given: { ...place, report: JSON.stringify(report) } });
  };

  readonly lane: EvidenceOfRun["lane"] = (lane, { named, elsewhere }) => {
    this.#lanes[lane] = { named, elsewhere: [...elsewhere] };
  };

  readonly forwarded: EvidenceOfRun["forwarded"] = (lane, reports) => {
    const answered = reports.flatMap(({ forwarded }, index) =>
      forwarded === undefined ? [] : [{ index, answers: JSON.stringify(forwarded) }],
    );
    this.#lanes[lane] = { named: 0, elsewhere: [], ...this.#lanes[lane], forwarded: answered };
  };

  totals() {
    const lanes = Array.from(this.#lanes, (lane) => lane ?? { named: 0, elsewhere: [] });
    return { contracts: this.#contracts, lanes };
  }
}

function keyOf({ lane, index }: ContractPlace): string {
  return `${lane}:${index}`;
}
