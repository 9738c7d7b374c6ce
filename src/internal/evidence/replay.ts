import { TOOL } from "../domain/tool.ts";
import type { HostWords } from "../errors/host-words.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { makeReport, NO_SERVICES } from "../pipeline/make-report.ts";
import type { Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { inOrder, look, notTried } from "../pipeline/verify-contracts.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { exitCodeOfAll, OUTCOMES, summaryOf } from "../report/outcome.ts";
import { parseJson } from "../services/http/parse-json.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";
import { countWords } from "../text/amounts.ts";
import { cleanText } from "../text/clean-text.ts";
import { isObject } from "../text/is-object.ts";
import { contractSeed, type MissingAnswer, Replay, restoreFailure } from "./cassette.ts";
import { REPLAY_ROOT } from "./cassette-builds.ts";
import { cassettePorts } from "./cassette-ports.ts";
import { compareNode, type OwnChain } from "./compare-node.ts";
import { notEvidence } from "./problems.ts";
import { checkEvidence, type EvidenceSummary, readEvidence } from "./reader.ts";
import { replayPorts, replayRequest } from "./request.ts";
import { differenceOf, type ResultDifference, resultOf } from "./result.ts";
import type { ContractEntry, GivenEntry, Header } from "./schema.ts";

/** Witnesses of whoever replays, in place of the file's. */
interface Own {
  /** Paths in messages are relative to it. */
  readonly projectRoot: string;
  /** Compiles here. @default what was compiled then */
  readonly compile?: Compile;
  /** Reads the builds. @default those of the file */
  readonly builds?: Ports["builds"];
  /** Absolute path of the builds that `builds` reads. */
  readonly buildInfo?: string;
  /** Confirms the answers of the recorded node. @default takes them as they are */
  readonly chain?: OwnChain;
}

/** Everything is taken from the file. */
const ALONE: Own = { projectRoot: REPLAY_ROOT };

/** How an evidence file is replayed. */
export interface ReplayOptions {
  /** How the host's commands and files are called. */
  readonly words: HostWords;
  /** Reads a report as strictly as one that another program wrote. */
  readonly readReport: (value: unknown) => Report;
  /** @default everything is taken from the file */
  readonly own?: Own;
}

/** What a replay comes to. */
export interface Replayed {
  readonly header: Header;
  readonly report: Report;
}

/** The contracts of a file by their lanes and places. */
type Lanes = Map<number, Map<number, ContractReport>>;

/**
 * Computes the report of an evidence file anew, from the answers in it alone.
 *
 * @throws VerifyContractError VC802 to VC808; what the recorded run threw
 */
export async function replayFile(file: string, options: ReplayOptions): Promise<Replayed> {
  const evidence = await checkEvidence(file);
  const { header, end } = evidence;
  const lanes: Lanes = new Map();
  const wrongUses: VerifyContractError[] = [];
  let count = 0;
  for await (const line of readEvidence(file)) {
    if (line.kind !== "contract" && line.kind !== "given") continue;
    const { lane, index } = line.entry;
    count += 1;
    const report =
      line.kind === "given"
        ? givenReport(file, line.entry, options)
        : await replayed(file, line.entry, evidence, options, wrongUses);
    const ofLane = lanes.get(lane) ?? new Map<number, ContractReport>();
    lanes.set(lane, ofLane.set(index, report));
  }
  const [first] = wrongUses;
  const { thrown } = end;
  if (thrown !== undefined) {
    const error = first !== undefined && wrongUses.length === count ? first : restoreFailure(thrown);
    throw error instanceof VerifyContractError
      ? error
      : notEvidence(file, "the error that its run ended with is unknown");
  }
  return { header, report: reportOf(file, evidence, lanes, options) };
}

async function replayed(
  file: string,
  entry: ContractEntry,
  evidence: EvidenceSummary,
  { words, own = ALONE }: ReplayOptions,
  wrongUses: VerifyContractError[],
): Promise<ContractReport> {
  const name = entry.result.contract ?? entry.request.origins[0]?.name ?? entry.request.target;
  const { report, missing, difference, wrongUse } = await replayContract(
    evidence.header,
    entry,
    words,
    own,
  ).catch((error: unknown): never => {
    if (error instanceof VerifyContractError)
      throw notEvidence(file, `its request for ${name} can't be read: ${error.message}`, error);
    throw error;
  });
  if (own.chain !== undefined) await compareNode(entry, name, own.chain);
  const likely = whyOther(evidence);
  if (missing !== undefined)
    throw new VerifyContractError("VC807", {
      values: { question: cleanText(missing.message, 200) },
      facts: [["Contract", name]],
      likely,
    });
  // Other compilers and builds may have another result, which the report shows.
  if (difference !== undefined && !bringsEvidence(own)) throw differs(difference, likely, name);
  if (wrongUse !== undefined) wrongUses.push(wrongUse);
  return report;
}

/** VC808 */
function differs(
  { what, stated, found }: ResultDifference,
  likely: string,
  contract?: string,
): VerifyContractError {
  return new VerifyContractError("VC808", {
    facts: [
      ["Contract", contract],
      ["Part", what],
      ["Stated", cleanText(stated, 200)],
      ["Replayed", cleanText(found, 200)],
    ],
    likely,
  });
}

function whyOther({ header: { tool }, end: { redacted } }: EvidenceSummary): string {
  if (redacted > 0)
    return `secrets of the configuration were taken out of ${countWords(redacted, "text")} of the file, and the result rests on what they were`;
  return tool.version === TOOL.version
    ? "somebody changed the file, and computed its hashes anew"
    : `version ${cleanText(tool.version, 40)} wrote the file, and this is version ${TOOL.version}; or somebody changed it`;
}

/** The result of a contract's replay. */
interface ReplayedContract {
  readonly report: ContractReport;
  /** The first question that the file has no answer to. */
  readonly missing: MissingAnswer | undefined;
  /** From what the file states. */
  readonly difference: ResultDifference | undefined;
  readonly wrongUse: VerifyContractError | undefined;
}

/** Runs the stages, rules and claims of one contract once more, over the answers of the file. */
export async function replayContract(
  header: Header,
  entry: ContractEntry,
  words: HostWords,
  own: Own = ALONE,
): Promise<ReplayedContract> {
  const replay = new Replay(header, entry);
  const random = { seed: contractSeed(header.seed, entry), projectRoot: REPLAY_ROOT };
  const { compile, builds } = own;
  const ports: Ports = {
    ...cassettePorts(replayPorts(entry, replay, words), replay, random),
    ...(compile === undefined ? {} : { compile }),
    ...(builds === undefined ? {} : { builds }),
  };
  const request = withOwn(replayRequest(entry.request), own);
  let wrongUse: VerifyContractError | undefined;
  const report =
    entry.result.outcome === "not-tried"
      ? notTried(request, ports)
      : await look(request, ports, (error) => {
          wrongUse = error;
        });
  const difference = differenceOf(entry.result, resultOf(report));
  return { report, wrongUse, missing: replay.missing, difference };
}

/** A build that was not submitted then is compared with what is stored, as a check does. */
function withOwn(request: VerifyRequest, { compile, buildInfo, projectRoot }: Own): VerifyRequest {
  const compiled = compile === undefined ? request : { ...request, recompile: true };
  if (buildInfo === undefined) return compiled;
  return {
    ...compiled,
    action: "check",
    dryRun: false,
    projectRoot,
    buildSource: { kind: "build-files", locations: [buildInfo], isNamed: true },
  };
}

function bringsEvidence({ compile, builds }: NonNullable<ReplayOptions["own"]>): boolean {
  return compile !== undefined || builds !== undefined;
}

/** Only what says that nothing could be asked is taken as it is given. */
function givenReport(file: string, { report }: GivenEntry, { readReport }: ReplayOptions): ContractReport {
  const given = jsonOf(file, report);
  if (!isObject(given)) throw notEvidence(file, "a contract in it has no report");
  if (!Object.hasOwn(OUTCOMES, String(given.outcome)))
    throw notEvidence(file, "a contract in it has no outcome that this version knows");
  const contracts = [given as unknown as ContractReport];
  const exitCode = exitCodeOfAll(contracts, undefined);
  if (exitCode === 0) throw notEvidence(file, "a contract in it is good, and no answer shows it");
  const [contract] = readReport({ ...EMPTY, contracts, summary: summaryOf(contracts), exitCode }).contracts;
  return contract ?? (given as unknown as ContractReport);
}

const EMPTY = makeReport({
  startedAt: new Date(0),
  finishedAt: new Date(0),
  network: null,
  services: NO_SERVICES,
  contracts: [],
});

function reportOf(
  file: string,
  evidence: EvidenceSummary,
  lanes: Lanes,
  { readReport, own = ALONE }: ReplayOptions,
): Report {
  const { end } = evidence;
  const contracts = [...lanes]
    .sort(([one], [other]) => one - other)
    .flatMap(([lane, ofLane]) => {
      const byIndex = [...ofLane].sort(([one], [other]) => one - other).map(([, report]) => report);
      const { named = byIndex.length, elsewhere, forwarded } = end.lanes[lane] ?? {};
      const ordered = inOrder(byIndex, named, new Set(elsewhere));
      return forwarded === undefined ? ordered : withForwarded(file, ordered, forwarded);
    });
  const run = jsonOf(file, end.run) as Partial<Report>;
  const exitCode = exitCodeOfAll(contracts, run.error);
  if (run.exitCode !== exitCode && !bringsEvidence(own))
    throw differs(
      { what: "exit code", stated: String(run.exitCode), found: String(exitCode) },
      whyOther(evidence),
    );
  return readReport({ ...run, contracts, summary: summaryOf(contracts), exitCode });
}

/** What other services answered after all contracts: no verdict rests on it. */
function withForwarded(
  file: string,
  reports: readonly ContractReport[],
  recorded: NonNullable<EvidenceSummary["end"]["lanes"][number]["forwarded"]>,
): readonly ContractReport[] {
  const byIndex = new Map(recorded.map(({ index, answers }) => [index, answers]));
  return reports.map(({ forwarded: _, ...report }, index) => {
    const answers = byIndex.get(index);
    return answers === undefined
      ? report
      : ({ ...report, forwarded: jsonOf(file, answers) } as ContractReport);
  });
}

function jsonOf(file: string, text: string): unknown {
  try {
    return parseJson(text);
  } catch (cause) {
    throw notEvidence(file, "a report in it is not JSON that can be read", cause);
  }
}
