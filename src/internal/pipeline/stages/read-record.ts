import { getAddress } from "ethers/address";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import type { BuildEvidence, Evidence, RecordSent, RunJob } from "../../cross-check/evidence.ts";
import { idToLongZero } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import { isWeaker, type Sides } from "../../domain/match.ts";
import { flagsNotOf } from "../../domain/options.ts";
import { isSourceless } from "../../domain/proxy.ts";
import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import { again, otherCommand } from "../../errors/next-step.ts";
import { otherFormWords, storedMatchWords } from "../../render/words/match-words.ts";
import type { ContractReport, Relation, StoredMatch } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { untilPresent } from "../../services/retry.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { ContractField, ContractOptions } from "../../services/verification/verification-service.ts";
import { findWithin, LOOK_FOR_MS } from "../../submission/pace.ts";
import { messageOf } from "../../text/file-reason.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import { type Ports, requireVerification } from "../ports.ts";
import { Ended, type Found, type Run } from "../run.ts";
import { endAsMinimalProxy } from "./recognise-proxy.ts";

export function fetchRecord(
  ports: Ports,
  address: string,
  options: ContractOptions = {},
): Promise<ContractRecord | undefined> {
  const { chainId, signal } = ports;
  return requireVerification(ports).contract(chainId, address, { signal, ...options });
}

const FIELDS: readonly ContractField[] = [
  "creationBytecode",
  "runtimeBytecode",
  "deployment",
  "sources",
  "compilation",
  "abi",
  "metadata",
  "storageLayout",
  "signatures",
  "proxyResolution",
];

interface RecordRead {
  readonly record: ContractRecord;
  readonly recordSent: RecordSent | undefined;
}

interface Stored {
  readonly stored: ContractRecord | undefined;
  readonly found: Found;
  /** The whole record, if reading it may save the check another request. */
  readonly whole?: { readonly read: RecordRead | undefined; readonly hasInput: boolean };
}

/**
 * A check submits nothing, so it reads the whole record at once. If that response is unusable, the record is read again
 * later, when there is more to report than the failure.
 */
export async function readEarlier(run: Run, address: string, hasBuilds: boolean): Promise<Stored> {
  const { action, recompile, readsInput } = run.request;
  if (action === "verify") return readStored(run, address);
  const hasInput = recompile || readsInput === true || !hasBuilds;
  try {
    const read = await readWhole(run, address, hasInput);
    return { ...toStored(read?.record), whole: { read, hasInput } };
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== "unusable") throw error;
    return readStored(run, address);
  }
}

const DRY_RUN_LIMIT_MS = 10_000;

export async function readStored({ request, ports }: Run, address: string): Promise<Stored> {
  // A user-supplied input has no compiled code, so only the recorded input shows whether this input was verified.
  const isGiven = request.buildSource.kind === "standard-json-input";
  const fields: readonly ContractField[] = isGiven
    ? ["deployment", "stdJsonInput", "compilation"]
    : ["deployment"];
  const read = async (signal: AbortSignal): Promise<Stored> => {
    ports.onProgress({ type: "reading", what: "stored" });
    return toStored(await fetchRecord(ports, address, { fields, signal }));
  };
  if (!request.dryRun) return read(ports.signal);
  // A dry run can continue without the service: only the stored match stays unknown. The error is not a DeadlineError,
  // so a host that never responded is considered dead for the remaining contracts.
  const tooLate = (): Error => new Error(`no answer within ${DRY_RUN_LIMIT_MS / 1000} s`);
  using limit = limitedSignal(ports.signal, DRY_RUN_LIMIT_MS, tooLate);
  const known = await ignoreUnanswered(ports, () => read(limit.signal), limit.signal);
  return "storedUnknown" in known ? { stored: undefined, found: known } : known;
}

function toStored(stored: ContractRecord | undefined): Stored {
  const match = stored === undefined ? null : toStoredMatch(stored);
  return { stored, found: { previousMatch: match, match } };
}

async function ignoreUnanswered<T>(
  { chainId, verification, signal }: Ports,
  ask: () => Promise<T>,
  limit = signal,
): Promise<T | { readonly storedUnknown: string }> {
  if (verification === undefined)
    return { storedUnknown: `no verification service is configured for chain ${chainId}` };
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    const reason = limit.aborted ? messageOf(limit.reason) : error.reason;
    return { storedUnknown: `the request to ${verification.url} failed: ${reason}` };
  }
}

/** @param job If the record is weaker than this job's match, it is read again, because a service can lag. */
export async function readRecord(run: Run, address: string, job: RunJob | undefined): Promise<RecordRead> {
  const { recompile = false } = run.request;
  const read = await readWhole(run, address, recompile);
  if (read === undefined) {
    const facts = [["Verification id", run.findings.verificationId ?? undefined]] as const;
    throw new Ended("unavailable", { code: "VC411", facts, next: again });
  }
  const isLagging = job !== undefined && isWeaker(read.record, job.match);
  const isRenewed = isLagging && (await waitForMatch(run, address, job.match));
  return (isRenewed ? await readWhole(run, address, recompile) : undefined) ?? read;
}

export async function readRecordToCheck(
  run: Run,
  address: string,
  build: BuildEvidence | undefined,
  { whole }: Stored,
): Promise<RecordRead> {
  const needsInput = needsRecompiling(run, { build });
  const isEnough = whole !== undefined && (whole.hasInput || !needsInput || whole.read === undefined);
  const read = isEnough ? whole.read : await readWhole(run, address, needsInput);
  if (read !== undefined) return read;
  const { proxy, otherForm } = run.findings;
  const isClone = proxy !== null && isSourceless(proxy.kind) && proxy.kind !== "EIP-7702";
  if (isClone && proxy.implementation !== null)
    throw endAsMinimalProxy(run.findings, address, proxy.implementation);
  throw new Ended("mismatch", {
    code: "VC414",
    values: { address, chainId: run.ports.chainId },
    facts: [
      ["Asked", requireVerification(run.ports).url],
      ["On record", otherForm && otherFormWords(otherForm)],
    ],
    likely:
      otherForm && "it was submitted with its long-zero address, but explorers look up its other address",
    // The user's `--require` may include requirements that a check can meet but a verification can't.
    next: otherCommand("verify", [...flagsNotOf("verify"), "--require"]),
  });
}

/** If there is no build, only a local compilation shows the code that the sources produce. */
export function needsRecompiling({ request }: Run, { build }: Pick<Evidence, "build">): boolean {
  return request.recompile || (request.action === "check" && build === undefined);
}

/** Waits only after a successful job, because only such a job guarantees a record. */
function readWhole(run: Run, address: string, isRecompiled: boolean): Promise<RecordRead | undefined> {
  const { appearAttempts, clock, signal, onProgress } = run.ports;
  onProgress({ type: "reading-record" });
  const { action, buildSource, readsInput = false } = run.request;
  const needsInput = isRecompiled || readsInput || buildSource.kind === "standard-json-input";
  const fields: readonly ContractField[] = needsInput
    ? [...FIELDS, "stdJsonInput", "userdoc", "devdoc"]
    : FIELDS;
  const read = async (): Promise<RecordRead | undefined> => {
    let recordSent: RecordSent | undefined;
    const onDate = (at: Date) => {
      recordSent = { at, afterMs: run.elapsedAtMostMs() };
    };
    const record = await fetchRecord(run.ports, address, { fields, onDate });
    return record && { record, recordSent };
  };
  if (action === "check") return readTwice(read);
  const attempts = appearAttempts + 1;
  return untilPresent(read, { attempts, wait: clock.wait, signal });
}

/** One replica of a service may lag, so a record is missing only if a second request confirms it. */
async function readTwice<T>(read: () => Promise<T | undefined>): Promise<T | undefined> {
  return (await read()) ?? (await read());
}

/** The share of the remaining time that is reserved for the cross-check. */
const KEPT_SHARE = 0.2;
const MOST_KEPT_MS = 15_000;

/** A response may come from a lagging replica. Without a response, the record already read is used. */
async function waitForMatch({ ports }: Run, address: string, match: Sides): Promise<boolean> {
  const { polling, leftMs, onProgress } = ports;
  const left = leftMs?.() ?? Number.POSITIVE_INFINITY;
  const mostMs =
    leftMs === undefined
      ? (polling.lookForMs ?? LOOK_FOR_MS)
      : Math.max(0, left - Math.min(MOST_KEPT_MS, left * KEPT_SHARE));
  const read = async (): Promise<ContractRecord | undefined> => {
    const record = await fetchRecord(ports, address);
    return record === undefined || isWeaker(record, match) ? undefined : record;
  };
  onProgress({ type: "waiting-for-record" });
  return (await findWithin(mostMs, read, ports)) !== undefined;
}

export const FOREIGN_RELATION: Relation = { whose: "others", roles: [] };

/** If the service fails, the match and name of someone else's contract stay unknown. */
export function readRecordOfOthers({ ports }: Run, address: string): Promise<Found> {
  return ignoreUnanswered<Found>(ports, async () => {
    const record = await readTwice(() =>
      fetchRecord(ports, address, { fields: ["compilation.fullyQualifiedName"] }),
    );
    if (record === undefined) return {};
    return { ...toFound(ports, address, record), relation: createForeignRelation(record) };
  });
}

export function createForeignRelation({ compilation, metadata }: ContractRecord): Relation {
  const [target] = Object.entries(metadata?.settings?.compilationTarget ?? {});
  const storedAs = compilation?.fullyQualifiedName ?? target?.join(":");
  return withoutUndefined({ ...FOREIGN_RELATION, storedAs });
}

export function toFound(ports: Ports, address: string, record: MatchSummary): Found {
  const { chainId, browserUrl, recordsEnd } = ports;
  if (recordsEnd === true) return { match: toStoredMatch(record), links: [] };
  const links = [{ label: "record", url: requireVerification(ports).recordUrl(chainId, address) }];
  if (browserUrl !== undefined) links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
  return { match: toStoredMatch(record), links };
}

export function toStoredMatch(summary: MatchSummary): StoredMatch {
  const { match, creationMatch, runtimeMatch, verifiedAt, matchId } = summary;
  return {
    match,
    creationMatch: creationMatch ?? null,
    ...(creationMatch === undefined ? { creationNotGiven: true } : {}),
    runtimeMatch: runtimeMatch ?? null,
    verifiedAt: verifiedAt ?? null,
    matchId: matchId ?? null,
  };
}

/** For a request that only adds detail to a message. */
const QUIET_LIMIT_MS = 2000;

/** Undefined if no match is stored or the service doesn't respond. */
export async function readQuietly(
  { ports }: Run,
  address: string,
  fields?: readonly ContractField[],
): Promise<ContractRecord | undefined> {
  try {
    using limit = limitedSignal(ports.signal, QUIET_LIMIT_MS);
    return await fetchRecord(ports, address, { fields, once: true, signal: limit.signal });
  } catch {
    return undefined;
  }
}

export function formatOnRecord(stored: StoredMatch | null | undefined): string | undefined {
  if (stored == null) return undefined;
  return `${storedMatchWords(stored)}${stored.verifiedAt === null ? "" : `, since ${stored.verifiedAt}`}`;
}

/** A service treats the long-zero address as a different contract. HashScan uses the mirror node's address. */
export async function readOtherForm(
  run: Run,
  facts: DeploymentFacts,
  stored: ContractRecord | undefined,
): Promise<ContractReport["otherForm"]> {
  if (stored !== undefined || !isHedera(run.ports.chainId)) return undefined;
  const other = idToLongZero(await findContractId(run, facts));
  if (other === undefined || other === facts.address.toLowerCase()) return undefined;
  const record = await readQuietly(run, getAddress(other));
  return record && { address: getAddress(other), match: toStoredMatch(record) };
}

/** A check queries the service for the ID, because there may be nothing else to report. */
async function findContractId(run: Run, { address, query }: DeploymentFacts): Promise<string | null> {
  const { ports, findings, request } = run;
  if (findings.target.contractId !== null) return findings.target.contractId;
  const known =
    request.action === "check" && query === undefined
      ? await readQuery(ports.query, address, ports.signal, { retriesRefused: false })
      : query;
  return known?.state === "known" ? known.contract.contract_id : null;
}
