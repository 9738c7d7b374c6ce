import type { BuildReader } from "../../builds/build-cache.ts";
import type { NodeRequest } from "../../chain/node-request.ts";
import { rpcChain } from "../../chain/rpc-chain.ts";
import type { HostWords } from "../../errors/host-words.ts";
import type { Ports } from "../../pipeline/ports.ts";
import { parseJson } from "../../services/http/parse-json.ts";
import { QueryService } from "../../services/query/query-service.ts";
import type { ServiceName } from "../../services/service-error.ts";
import { wireSummary } from "../../services/status/wire.ts";
import { VerificationService } from "../../services/verification/verification-service.ts";
import type { Compile } from "../../solidity/compilers/recompile.ts";
import type { Forwarding } from "../../submission/forwarding.ts";
import { type EarlierSubmission, type Journal, textOfKey } from "../../submission/journal.ts";
import { compileKey } from "../compile-key.ts";
import type { ContractEntry, RecordedCompile, RecordedLookUp } from "../schema.ts";
import { replayBuilds, replayPath } from "./replay-builds.ts";
import { replayNode, replayServices } from "./replay-requests.ts";
import { Answers, type ReplayRun } from "./replay-run.ts";

/** Witnesses of whoever replays, in place of those of the file. */
export interface OwnWitnesses {
  /** Compiles here. @default what was compiled then */
  readonly compile?: Compile;
  /** Reads the builds. @default those of the file */
  readonly builds?: BuildReader;
  /** Compares the answers of the recorded node. @default takes them as they are */
  readonly node?: (recorded: NodeRequest) => NodeRequest;
}

/** The ports of a recorded contract: all that they answer is in the file, but for own witnesses. */
export function replayPorts(
  run: ReplayRun,
  entry: ContractEntry,
  words: HostWords,
  { compile, builds, node = (recorded) => recorded }: OwnWitnesses = {},
): Ports {
  const { world, exchanges } = entry;
  const { leftMs, codeAttempts, networkName, seed, verification, query, status, operators } = world;
  const { clock, signal } = run;
  const through = replayServices(run, exchanges);
  return {
    words,
    chain: rpcChain(networkName, node(replayNode(run, exchanges)), { seed, wait: run.wait }),
    chainId: world.chainId,
    verification:
      verification === undefined ? undefined : new VerificationService({ url: verification, through }),
    ...(world.forwarding === undefined ? {} : { forwarding: replayForwarding(world.forwarding) }),
    browserUrl: world.browserUrl,
    ...(world.explorer === undefined ? {} : { explorer: world.explorer }),
    query: query === undefined ? undefined : new QueryService({ url: query, through }),
    status: status === undefined ? undefined : replayStatus(run, status, entry.status),
    configured: new Set<ServiceName>(world.configured),
    ...(operators === undefined ? {} : { operators: operatorsOf(operators) }),
    allowForeignCreation: new Set(world.allowForeignCreation),
    compile: compile ?? (world.hasCompiler ? replayCompile(run, entry.compiled) : undefined),
    ...(world.hasRecordedTransactions ? { recordedTransactions: replayTransactions(run, entry) } : {}),
    speaksOtherScheme: replayScheme(run, entry),
    builds: builds ?? replayBuilds(run, entry.builds),
    journal: replayJournal(run, entry.journal, world.journal),
    clock,
    polling: pollingOf(world),
    appearAttempts: world.appearAttempts,
    ...(codeAttempts === undefined ? {} : { codeAttempts }),
    ...(leftMs === undefined ? {} : { leftMs: () => Math.max(0, leftMs - clock.elapsedMs()) }),
    signal,
    onProgress: () => {},
  };
}

function operatorsOf({
  node,
  query,
  verification,
  names,
}: NonNullable<ContractEntry["world"]["operators"]>): NonNullable<Ports["operators"]> {
  return { urls: { node, query, verification }, names };
}

function pollingOf({ polling }: ContractEntry["world"]): Ports["polling"] {
  const { firstDelayMs, maxDelayMs, maxRetryAfterMs, lookForMs } = polling;
  return {
    firstDelayMs,
    maxDelayMs,
    ...(maxRetryAfterMs === undefined ? {} : { maxRetryAfterMs }),
    ...(lookForMs === undefined ? {} : { lookForMs }),
  };
}

function replayStatus(
  run: ReplayRun,
  url: string,
  recorded: ContractEntry["status"],
): NonNullable<Ports["status"]> {
  let next = 0;
  return {
    url,
    summary: async () => {
      const answer = recorded[next++];
      if (answer === undefined) return run.unanswered("the status service");
      if (answer.summary === undefined) throw new Error("the status service did not answer");
      return wireSummary.parse(parseJson(answer.summary));
    },
  };
}

function replayCompile(run: ReplayRun, recorded: readonly RecordedCompile[]): Compile {
  const answers = new Answers(
    run,
    recorded.map((each) => [each.of, each] as const),
  );
  return async (input, compiler) => {
    const words = `${compiler.language} ${compiler.longVersion}`;
    const { kind, text = "" } = answers.take(compileKey(input, compiler), words);
    if (kind === undefined) return run.unanswered(words);
    return kind === "output" ? { kind, output: text } : { kind, reason: text };
  };
}

function replayJournal(
  run: ReplayRun,
  recorded: readonly RecordedLookUp[],
  place: string | undefined,
): Journal {
  const answers = new Answers(
    run,
    recorded.map((each) => [each.of, each] as const),
  );
  return {
    ...(place === undefined ? {} : { place: replayPath(place) }),
    note: async () => {},
    lookUp: async (key) => earlierOf(answers.take(textOfKey(key), "the journal of submissions")),
  };
}

function earlierOf({ earlier }: RecordedLookUp): EarlierSubmission | undefined {
  if (earlier === undefined) return undefined;
  const dated = <T extends { readonly at: string }>(entry: T) => ({ ...entry, at: new Date(entry.at) });
  if (earlier.kind === "job") return { ...dated(earlier), result: earlier.result };
  const { job } = earlier;
  return { ...dated(earlier), job: job && { ...dated(job), result: job.result } };
}

function replayTransactions(
  run: ReplayRun,
  { transactions }: ContractEntry,
): NonNullable<Ports["recordedTransactions"]> {
  const byAddress = new Map(transactions.map(({ address, hashes }) => [address, hashes]));
  return async (address) =>
    byAddress.get(address) ?? run.unanswered("the transactions of deployment records");
}

/**
 * In a recorded run, the answers of other services may have come before it mattered whether they were expected: a replay
 * waits for those that came.
 */
function replayForwarding(expected: readonly (boolean | null)[]): Forwarding {
  let next = 0;
  return {
    isExpected: () => (next < expected.length ? (expected[next++] ?? undefined) : true),
    note: () => {},
  };
}

function replayScheme(
  run: ReplayRun,
  { otherScheme }: ContractEntry,
): NonNullable<Ports["speaksOtherScheme"]> {
  const byOrigin = new Map(otherScheme.map(({ url, answer }) => [url, answer]));
  return async ({ origin }) =>
    byOrigin.get(origin) ?? run.unanswered(`whether ${origin} speaks the other scheme`);
}
