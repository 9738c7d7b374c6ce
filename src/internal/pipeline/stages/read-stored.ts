import { getAddress } from "ethers/address";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readQuery } from "../../chain/read-query.ts";
import { longZeroAddress } from "../../domain/contract-addresses.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { ContractRecord, MatchSummary } from "../../domain/record.ts";
import type { ContractReport, StoredMatch } from "../../report/model.ts";
import { limitedSignal } from "../../services/http/limited-signal.ts";
import { ServiceError } from "../../services/service-error.ts";
import type { Found } from "../findings.ts";
import { verificationOf } from "../ports.ts";
import type { Run } from "../run.ts";
import { readQuietly } from "./mention-record.ts";

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
  if (request.dryRun && ports.verification === undefined)
    return unknown(`no verification service is configured for chain ${chainId}`);
  const verification = verificationOf(ports);
  onProgress({ type: "reading", what: "stored" });
  const isGiven = request.buildSource.kind === "standard-json-input";
  // A given input has no compiled code, so only the record's input shows whether it was verified with this one.
  const fields = isGiven
    ? (["deployment", "stdJsonInput", "compilation"] as const)
    : (["deployment"] as const);
  const read = async (limit: AbortSignal): Promise<Stored> =>
    asStored(await verification.contract(chainId, address, { fields, signal: limit }));
  if (!request.dryRun) return read(signal);
  // A dry run needs no service: without it, what is stored is not known, and the rest is.
  using limit = limitedSignal(signal, DRY_RUN_LIMIT_MS, () => new Error("no answer in time"));
  try {
    return await read(limit.signal);
  } catch (error) {
    if (!(error instanceof ServiceError) || signal.aborted) throw error;
    const reason = limit.signal.aborted ? `no answer within ${DRY_RUN_LIMIT_MS / 1000} s` : error.reason;
    return unknown(`${verification.url} was asked: ${reason}`);
  }
}

function unknown(why: string): Stored {
  return { stored: undefined, found: { storedUnknown: why } };
}

/** Milliseconds that a run waits for it that sends nothing. */
const DRY_RUN_LIMIT_MS = 10_000;

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
      ? await readQuery(ports.query, address, ports.signal)
      : query;
  return known?.state === "known" ? known.contract.contract_id : null;
}
