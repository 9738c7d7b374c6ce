import { getAddress } from "ethers/address";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { longZeroAddress } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import type { ContractReport, Relation, StoredMatch } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { VerificationService } from "../../services/verification/verification-service.ts";
import type { ContractRecordOf } from "../../services/verification/wire-record.ts";
import { messageOf } from "../../text/file-reason.ts";
import { withoutUndefined } from "../../text/is-object.ts";
import type { Found } from "../findings.ts";
import { type Ports, verificationOf } from "../ports.ts";
import type { Run } from "../run.ts";

/** What was stored before the run. */
export interface Stored {
  /** Undefined where nothing is stored, and where that is not known. */
  readonly stored: ContractRecord | undefined;
  readonly found: Found;
}

/** What is stored, for the report. */
export function asStored(stored: ContractRecord | undefined): Stored {
  const match = stored === undefined ? null : storedMatch(stored);
  return { stored, found: { previousMatch: match, match } };
}

/** Already there? The stored match, and the creating transaction that the record names. */
export async function readStored({ request, ports }: Run, address: string): Promise<Stored> {
  const { chainId, signal, onProgress } = ports;
  const isGiven = request.buildSource.kind === "standard-json-input";
  // A given input has no compiled code, so only the record's input shows whether it was verified with this one.
  const fields = isGiven
    ? (["deployment", "stdJsonInput", "compilation"] as const)
    : (["deployment"] as const);
  const read = async (service: VerificationService, limit: AbortSignal): Promise<Stored> => {
    onProgress({ type: "reading", what: "stored" });
    return asStored(await service.contract(chainId, address, { fields, signal: limit }));
  };
  if (!request.dryRun) return read(verificationOf(ports), signal);
  // A dry run needs no service: without it, what is stored is not known, and the rest is.
  // Not a DeadlineError: after such a wait, a host that never answered counts as dead for the contracts that follow.
  const tooLate = (): Error => new Error(`no answer within ${DRY_RUN_LIMIT_MS / 1000} s`);
  using limit = limitedSignal(signal, DRY_RUN_LIMIT_MS, tooLate);
  const known = await unlessUnanswered(ports, (service) => read(service, limit.signal), limit.signal);
  return "storedUnknown" in known ? { stored: undefined, found: known } : known;
}

/** Milliseconds that a run waits for it that sends nothing. */
const DRY_RUN_LIMIT_MS = 10_000;

interface StoredUnknown {
  readonly storedUnknown: string;
}

async function unlessUnanswered<T>(
  { chainId, verification, signal }: Ports,
  ask: (service: VerificationService) => Promise<T>,
  limit = signal,
): Promise<T | StoredUnknown> {
  if (verification === undefined)
    return { storedUnknown: `no verification service is configured for chain ${chainId}` };
  try {
    return await ask(verification);
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    const reason = limit.aborted ? messageOf(limit.reason) : error.reason;
    return { storedUnknown: `${verification.url} was asked: ${reason}` };
  }
}

/** What is stored of a contract of others: its match, and its name there. A service that fails leaves it unknown. */
export async function readRecordOfOthers(run: Run, address: string): Promise<Found> {
  const { chainId, signal } = run.ports;
  const fields = ["compilation.fullyQualifiedName"] as const;
  return unlessUnanswered(run.ports, async (service): Promise<Found> => {
    const record = await service.contract(chainId, address, { fields, signal });
    if (record === undefined) return {};
    return { ...recordFound(run, address, record), relation: relationOfOthers(record) };
  });
}

/** A contract of others, and what its record calls it. */
export function relationOfOthers({
  compilation,
  metadata,
}: ContractRecordOf<"compilation.fullyQualifiedName"> & Pick<ContractRecord, "metadata">): Relation {
  const [target] = Object.entries(metadata?.settings?.compilationTarget ?? {});
  const storedAs = compilation?.fullyQualifiedName ?? target?.join(":");
  return withoutUndefined({ ...OF_OTHERS, storedAs });
}

export const OF_OTHERS: Relation = { whose: "others", roles: [] };

/** The stored match, in a short time; null where there is none, and where the service does not answer. */
export async function readQuietly({ ports }: Run, address: string): Promise<StoredMatch | null> {
  const { verification, chainId, signal } = ports;
  if (verification === undefined) return null;
  try {
    using limit = limitedSignal(signal, QUIET_LIMIT_MS, () => new Error("no answer in time"));
    const stored = await verification.contract(chainId, address, { once: true, signal: limit.signal });
    return stored === undefined ? null : storedMatch(stored);
  } catch {
    return null;
  }
}

/** Milliseconds for a question that only adds to a message. */
const QUIET_LIMIT_MS = 2000;

/** A match as the report shows it. */
export function storedMatch(summary: MatchSummary): StoredMatch {
  return {
    match: summary.match,
    creationMatch: summary.creationMatch ?? null,
    ...(summary.creationMatch === undefined ? { creationNotGiven: true } : {}),
    runtimeMatch: summary.runtimeMatch ?? null,
    verifiedAt: summary.verifiedAt ?? null,
    matchId: summary.matchId ?? null,
  };
}

/** The stored match, and where a person finds the record. */
export function recordFound({ ports }: Run, address: string, record: MatchSummary): Found {
  const { chainId, browserUrl } = ports;
  const links = [{ label: "record", url: verificationOf(ports).recordUrl(chainId, address) }];
  if (browserUrl !== undefined) links.push({ label: "sources", url: `${browserUrl}/${chainId}/${address}` });
  return { match: storedMatch(record), links };
}

/**
 * Finds a record of the same contract under its long-zero address, where there is none under the address that the mirror
 * node names. A service takes both for contracts of their own, and HashScan looks up the latter.
 */
export async function readOtherForm(
  run: Run,
  facts: DeploymentFacts,
  stored: ContractRecord | undefined,
): Promise<ContractReport["otherForm"]> {
  if (stored !== undefined || !isHedera(run.ports.chainId)) return undefined;
  const other = longZeroAddress(await contractIdOf(run, facts));
  if (other === undefined || other === facts.address.toLowerCase()) return undefined;
  const match = await readQuietly(run, getAddress(other));
  return match === null ? undefined : { address: getAddress(other), match };
}

/** As far as it is known by now; a check asks for it, because it may have nothing else to say. */
async function contractIdOf(run: Run, { address, query }: DeploymentFacts): Promise<string | null> {
  const { ports, findings, request } = run;
  if (findings.target.contractId !== null) return findings.target.contractId;
  const known =
    request.action === "check" && query === undefined
      ? await readQuery(ports.query, address, ports.signal, { retriesRefused: false })
      : query;
  return known?.state === "known" ? known.contract.contract_id : null;
}
