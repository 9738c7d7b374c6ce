import type { NodeRequest } from "../chain/chain-port.ts";
import { rpcChain } from "../chain/rpc-chain.ts";
import { parseTarget } from "../domain/target.ts";
import { TOOL } from "../domain/tool.ts";
import type { HostWords } from "../errors/host-words.ts";
import { again } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { keepsNoCopies, type Ports } from "../pipeline/ports.ts";
import type { VerifyRequest } from "../pipeline/request.ts";
import { createNotTried, sortReports, verifyOrReport } from "../pipeline/verify-contracts.ts";
import type { ContractReport, Report } from "../report/model.ts";
import { getRunExitCode, OUTCOMES, summarizeOutcomes } from "../report/outcome.ts";
import { removeSuperseded } from "../report/relate-proxies.ts";
import { type AskedNetwork, askedNetworks } from "../report/report-network.ts";
import type { Transport } from "../services/http/http-client.ts";
import { parseJson } from "../services/http/parse-json.ts";
import { QueryService } from "../services/query/query-service.ts";
import { VerificationService } from "../services/verification/verification-service.ts";
import type { Compile } from "../solidity/compilers/recompile.ts";
import { formatCount } from "../text/amounts.ts";
import { cleanText } from "../text/clean-text.ts";
import { messageOf } from "../text/file-reason.ts";
import { isObject } from "../text/is-object.ts";
import { contractSeed, Replay, restoreFailure } from "./cassette.ts";
import { cassettePorts, cassetteTransport, unavailable, type WatchablePorts } from "./cassette-ports.ts";
import { checkEvidence, type EvidenceSummary, notEvidence, readEvidence } from "./file.ts";
import {
  type ContractPlace,
  findDifference,
  listResultParts,
  type ResultDifference,
  withPaths,
} from "./record.ts";
import {
  type ContractEntry,
  type GivenEntry,
  type Header,
  REPLAY_ROOT,
  type RecordedRequest,
  replayPath,
} from "./schema.ts";

interface Own {
  readonly projectRoot: string;
  /** Compiles locally. @default uses the recorded compilations */
  readonly compile?: Compile;
  /** Reads the builds. @default uses the builds in the file */
  readonly builds?: Ports["builds"];
  readonly buildInfo?: string;
  /** Answers every question about the chain. @default uses the recorded answers */
  readonly chain?: OwnChain;
}

const ALONE: Own = { projectRoot: REPLAY_ROOT };

export interface ReplayOptions {
  readonly words: HostWords;
  /** Validates a report as if an external program had written it. */
  readonly readReport: (value: unknown) => Report;
  readonly own?: Own;
}

/**
 * Recomputes the report of an evidence file from its answers alone.
 *
 * @throws VerifyContractError VC802 to VC808, or the error of the recorded run
 */
export async function replayFile(file: string, options: ReplayOptions) {
  try {
    const evidence = await checkEvidence(file);
    const lanes: Lanes = [];
    for await (const line of readEvidence(file)) {
      if ("contract" in line)
        place(lanes, line.contract, await replayed(file, line.contract, evidence, options));
      if ("given" in line) place(lanes, line.given, givenReport(file, line.given));
    }
    const { header, end } = evidence;
    if (end.thrown === undefined) return { header, report: assembleReport(evidence, lanes, options) };
    const error = restoreFailure(end.thrown);
    if (error instanceof VerifyContractError) throw error;
    throw notEvidence(file, "its run ended with an unknown error");
  } catch (error) {
    if (error instanceof VerifyContractError) throw error;
    // A replay depends only on its file, so any other exception is caused by invalid values in the file.
    throw notEvidence(file, `it can't be replayed: ${messageOf(error)}`, error);
  }
}

type Lanes = Map<number, ContractReport>[];

function place(lanes: Lanes, { lane, index }: ContractPlace, report: ContractReport): void {
  lanes[lane] = (lanes[lane] ?? new Map()).set(index, report);
}

async function replayed(
  file: string,
  entry: ContractEntry,
  evidence: EvidenceSummary,
  { words, own = ALONE }: ReplayOptions,
): Promise<ContractReport> {
  const name = entry.result.contract ?? entry.request.origins[0]?.name ?? entry.request.target;
  if (own.chain !== undefined) await compareNode(entry, name, own.chain);
  const { report, missing, difference } = await replayContract(evidence.header, entry, words, own).catch(
    (error: unknown): never => {
      throw notEvidence(file, `its request for ${name} can't be read: ${messageOf(error)}`, error);
    },
  );
  if (missing !== undefined)
    throw new VerifyContractError("VC807", {
      values: { question: cleanText(missing, 200) },
      facts: [["Contract", name]],
      likely:
        own.chain === undefined
          ? explainDifference(evidence)
          : "the node answers otherwise, or fewer questions, than the recorded one",
    });
  // The user's own node, compiler or builds may change the result, and the report shows that.
  if (difference !== undefined && !bringsEvidence(own)) throw differs(difference, evidence, name);
  return report;
}

function differs(
  { what, stated, found }: ResultDifference,
  evidence: EvidenceSummary,
  contract?: string,
): VerifyContractError {
  return new VerifyContractError("VC808", {
    facts: [
      ["Contract", contract],
      ["Part", what],
      ["Stated", cleanText(stated, 200)],
      ["Replayed", cleanText(found, 200)],
    ],
    likely: explainDifference(evidence),
  });
}

function explainDifference({ header: { tool }, end: { redacted } }: EvidenceSummary): string {
  if (redacted > 0)
    return `secrets were removed from ${formatCount(redacted, "string")} in the file, and the result depends on these secrets`;
  return tool.version === TOOL.version
    ? "somebody changed the file and recomputed its hashes"
    : `version ${cleanText(tool.version, 40)} wrote the file and this is version ${TOOL.version}, or somebody changed the file`;
}

/** @returns The report, the first question without an answer, and the difference from the stated result. */
export async function replayContract(
  header: Header,
  entry: ContractEntry,
  words: HostWords,
  own: Own = ALONE,
) {
  const replay = new Replay(header, entry);
  const random = { seed: contractSeed(header.seed, entry), projectRoot: REPLAY_ROOT };
  const recorded = cassettePorts(replayPorts(entry, replay, words), replay, random);
  const { compile = recorded.compile, builds = recorded.builds } = own;
  const ports: Ports = { ...recorded, compile, builds, ...ownChain(entry, own) };
  const request = withOwnWitnesses(replayRequest(entry.request), own);
  const report =
    entry.result.outcome === "not-tried"
      ? createNotTried(request, ports)
      : await verifyOrReport(request, ports, () => {});
  return {
    report,
    missing: replay.missing,
    difference: findDifference(entry.result, listResultParts(report)),
  };
}

function replayRequest({ resolved, ...request }: RecordedRequest): VerifyRequest {
  const input = request.target;
  return {
    ...request,
    target: resolved === undefined ? parseTarget(input) : { kind: "address", input, ...resolved },
    lookedAt: new Set(request.lookedAt),
    projectRoot: REPLAY_ROOT,
    buildSource: withPaths(request.buildSource, replayPath),
  };
}

function replayPorts({ world }: ContractEntry, replay: Replay, words: HostWords): WatchablePorts {
  const { leftMs, journal, has, settings } = world;
  const { clock, wait, signal } = replay;
  const service = (url: string) => ({
    url,
    through: (transport: Transport) => cassetteTransport(transport, () => replay),
  });
  return {
    ...settings,
    words,
    chain: rpcChain(world.networkName, unavailable, { wait }),
    verification:
      world.verification === undefined ? undefined : new VerificationService(service(world.verification)),
    query: world.query === undefined ? undefined : new QueryService(service(world.query)),
    status: world.status === undefined ? undefined : { url: world.status, summary: unavailable },
    compile: has.compiler ? unavailable : undefined,
    recordedTransactions: has.transactions ? unavailable : undefined,
    builds: {
      read: unavailable,
      readNamed: unavailable,
      readWider: unavailable,
      readInput: unavailable,
      refuseMissing: unavailable,
    },
    journal: { place: journal && replayPath(journal), note: async () => {}, lookUp: unavailable },
    clock,
    leftMs: leftMs === undefined ? undefined : () => Math.max(0, leftMs - clock.elapsedMs()),
    signal,
    onProgress: () => {},
    ...(keepsNoCopies(world.verification, settings.chainId) ? { lostRecordMs: () => 0 } : {}),
  };
}

/** A build that the recorded run didn't submit is compared with the stored record, as in a check. */
function withOwnWitnesses(
  request: VerifyRequest,
  { compile, buildInfo, projectRoot, chain }: Own,
): VerifyRequest {
  const compiled = compile === undefined ? request : { ...request, recompile: true };
  // The recorded run may have read the code before the contract's turn.
  const own = chain === undefined ? compiled : { ...compiled, known: undefined };
  if (buildInfo === undefined) return own;
  return {
    ...own,
    action: "check",
    dryRun: false,
    projectRoot,
    buildSource: { kind: "build-files", locations: [buildInfo], isNamed: true },
  };
}

/** Without the file's seed, because a contract could be made for it, and without its waits, which could be endless. */
function ownChain({ world }: ContractEntry, { chain }: Own): Partial<Ports> {
  if (chain === undefined) return {};
  return { chain: rpcChain(world.networkName, chain.request), codeWaitMs: 0, freshCodeWaitMs: 0 };
}

function bringsEvidence({ compile, builds, chain }: Own): boolean {
  return compile !== undefined || builds !== undefined || chain !== undefined;
}

/** Accepts a report without answers only if it reports a failure. */
function givenReport(file: string, { report }: GivenEntry): ContractReport {
  const given = parseJson(report) as ContractReport;
  if (!isObject(given) || !Object.hasOwn(OUTCOMES, String(given.outcome)))
    throw notEvidence(file, "a contract in it has an outcome unknown to this version");
  if (getRunExitCode([given], undefined) === 0)
    throw notEvidence(file, "a contract in it is reported as good without any answers");
  return given;
}

function assembleReport(
  evidence: EvidenceSummary,
  lanes: Lanes,
  { readReport, own = ALONE }: ReplayOptions,
): Report {
  const { header, end } = evidence;
  // The command that accepts drift is added when the report is shown.
  const { accept: _, ...run } = parseJson(end.run) as Partial<Report>;
  const all = lanes.flatMap((ofLane, lane) => {
    const byIndex = [...ofLane].sort(([one], [other]) => one - other).map(([, report]) => report);
    const { named = byIndex.length, elsewhere, forwarded, explorers } = end.lanes[lane] ?? {};
    // Only a shard's report, which says so, may leave the contracts that its clones run to other reports.
    const ordered = sortReports(byIndex, named, new Set(run.shard == null ? [] : elsewhere));
    return withAnswers(withAnswers(ordered, "forwarded", forwarded), "explorers", explorers);
  });
  const isWhole = header.scope === "several" && run.shard == null;
  const { contracts } = isWhole ? removeSuperseded(all) : { contracts: all };
  const exitCode = getRunExitCode(contracts, run.error);
  if (run.exitCode !== exitCode && !bringsEvidence(own))
    throw differs({ what: "exit code", stated: String(run.exitCode), found: String(exitCode) }, evidence);
  const report = readReport({ ...run, contracts, summary: summarizeOutcomes(contracts), exitCode });
  const asked = askedNetworks(report).map(formatNetwork);
  for (const { network } of contracts)
    if (network !== undefined && !asked.includes(formatNetwork(network)))
      throw differs({ what: "network", stated: asked.join(", "), found: formatNetwork(network) }, evidence);
  return report;
}

function formatNetwork({ name, chainId }: AskedNetwork): string {
  return `${name} (chain ${chainId})`;
}

/** Responses from other services and explorers. The verdict doesn't depend on them. */
function withAnswers(
  reports: readonly ContractReport[],
  key: "forwarded" | "explorers",
  recorded: EvidenceSummary["end"]["lanes"][number]["forwarded"],
): readonly ContractReport[] {
  if (recorded === undefined) return reports;
  const byIndex = new Map(recorded.map(({ index, answers }) => [index, answers]));
  return reports.map(({ [key]: _, ...report }, index) => {
    const answers = byIndex.get(index);
    return (answers === undefined ? report : { ...report, [key]: parseJson(answers) }) as ContractReport;
  });
}

export interface OwnChain {
  readonly chainId: number;
  readonly request: NodeRequest;
  readonly signal: AbortSignal;
}

/** These response fields never change on a chain, except that a slot may change after its block. */
const COMPARED: Readonly<Record<string, readonly string[] | "whole" | "word">> = {
  eth_getCode: "whole",
  eth_getStorageAt: "word",
  eth_getTransactionByHash: ["hash", "from", "to", "nonce", "input", "blockNumber"],
  eth_getTransactionReceipt: ["status", "contractAddress", "blockNumber"],
};

/**
 * Requests each recorded code, storage slot and transaction from a real node and compares the responses. The verdict
 * doesn't depend on it, because the node also answers the replay, but the first false answer explains a difference.
 *
 * @throws VerifyContractError VC809 for the first different response; VC302 if the node doesn't answer
 */
async function compareNode({ world, entries }: ContractEntry, name: string, chain: OwnChain): Promise<void> {
  const differs = (asked: string, recorded: string, found: string): VerifyContractError =>
    new VerifyContractError("VC809", {
      facts: [
        ["Contract", name],
        ["Asked", cleanText(asked, 200)],
        ["Evidence", shortened(recorded)],
        ["Node", shortened(found)],
      ],
    });
  if (chain.chainId !== world.settings.chainId)
    throw differs("chain id", String(world.settings.chainId), String(chain.chainId));
  const answers = new Map<string, unknown>();
  let failure: VerifyContractError | undefined;
  for (const { door, question, answer } of entries) {
    const [method = "", params = ""] = question;
    const fields = COMPARED[method];
    if (door !== "node" || fields === undefined || typeof answer !== "string") continue;
    try {
      const recorded = parseJson(answer);
      // An empty response may come from a lagging node, so it proves nothing.
      if (recorded === null || recorded === "0x") continue;
      const asked = parseJson(params) as readonly unknown[];
      if (fields === "word" && asked.at(-1) === "latest") continue;
      const key = question.join(" ");
      if (!answers.has(key)) answers.set(key, await ask(chain, method, asked));
      const [one, other] = [pickFields(recorded, fields), pickFields(answers.get(key), fields)];
      if (one !== other) throw differs([method, ...asked].join(" "), one, other);
    } catch (cause) {
      if (cause instanceof VerifyContractError && cause.code === "VC809") throw cause;
      if (fields === "word") continue;
      const reason = cleanText(messageOf(cause), 200);
      const facts = [["Contract", name] as const, ["Asked", method] as const, ["Reason", reason] as const];
      failure ??= new VerifyContractError("VC302", { facts, next: again, cause });
    }
  }
  if (failure !== undefined) throw failure;
}

/** Reads code at the latest block if the node has pruned the state of the recorded one. Storage may have changed since. */
async function ask(
  { request, signal }: OwnChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await request(method, params, signal);
  } catch (error) {
    if (method !== "eth_getCode" || params[1] === "latest" || signal.aborted) throw error;
    return await request(method, [params[0], "latest"], signal);
  }
}

function pickFields(answer: unknown, fields: readonly string[] | "whole" | "word"): string {
  // Some nodes omit leading zeros.
  if (fields === "word") return `0x${BigInt(String(answer)).toString(16)}`;
  if (fields === "whole" || !isObject(answer)) return String(answer).toLowerCase();
  return fields.map((field) => `${field} ${String(answer[field] ?? "none").toLowerCase()}`).join(", ");
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? cleanText(text)
    : `${cleanText(text.slice(0, MAX_TEXT_LENGTH))}…, ${text.length} characters`;
}

const MAX_TEXT_LENGTH = 160;
