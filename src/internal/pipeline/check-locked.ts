import { isDeepStrictEqual } from "node:util";
import { ifAnswered } from "../chain/chain-port.ts";
import { stateAt } from "../chain/chain-state.ts";
import { mayDelegate } from "../chain/observe-delegation.ts";
import { readProxyLinks } from "../chain/proxy-links.ts";
import { readProxy } from "../chain/read-proxy.ts";
import { driftsOf, isAcceptable, lacksCodes, NO_RECORD, type Observed } from "../deployments/lock/drift.ts";
import { LOCK_FILE, type LockEntry, type LockedContract } from "../deployments/lock/lock-model.ts";
import { splitName } from "../domain/build.ts";
import { longZeroToId } from "../domain/contract-addresses.ts";
import { isDevelopmentChain } from "../domain/development-chain.ts";
import { isHedera } from "../domain/hedera.ts";
import { hashCode, hashRecord } from "../domain/keccak.ts";
import { isSourceless } from "../domain/proxy.ts";
import {
  advice,
  again,
  checkOne,
  chooseContractNetwork,
  type NextStep,
  verifyOne,
} from "../errors/next-step.ts";
import { type Facts, type ProblemDetails, VerifyContractError } from "../errors/problem.ts";
import { matchWords } from "../render/words/match-words.ts";
import type { ContractProxy, Drift, LockComparison, ProxyLinks } from "../report/model.ts";
import { limitedSignal, untilAborted } from "../services/http/limited-signal.ts";
import { untilPresent } from "../services/retry.ts";
import { withoutUndefined } from "../text/is-object.ts";
import { findFit } from "./find-related.ts";
import { ContractRun, Ended, type Found, type Run } from "./run.ts";
import { findMetadataHash } from "./stages/fingerprint.ts";
import { readBuildsIfAny } from "./stages/read-builds.ts";
import { endWithoutContract, isOnDefaultNetwork, readCode } from "./stages/read-deployment.ts";
import { fetchRecord, readQuietly, toStoredMatch } from "./stages/read-record.ts";

/** Needs neither a build nor a new proof, because the entry was already proven and reviewed. */
export async function checkLocked(run: ContractRun): Promise<Ended> {
  const { request } = run;
  const { entry, isRecordMissing } = request.locked ?? { entry: undefined, isRecordMissing: false };
  if (entry === undefined) {
    const [origin] = request.origins;
    const found = origin === undefined ? request.target.input : `${origin.name} in ${origin.file}`;
    return endByDrift(run, undefined, [{ kind: "not-locked", locked: null, found }]);
  }
  const own = isHedera(run.ports.chainId) ? longZeroToId(entry.address) : undefined;
  const comparison = createComparison(entry);
  run.note({
    target: { address: entry.address, contractId: request.target.contractId ?? own },
    lock: comparison,
  });
  const { code, links, isClone, recordedName, found, drift } = await readAgreed(run, entry);
  run.note(found);
  // Anyone may have edited the file, so its name for the contract is shown only if a record confirms it.
  const isNamed = [recordedName, ...request.origins.map(({ name }) => name)].includes(entry.name);
  const lock = { ...comparison, ...(isNamed && { name: entry.name }) };
  run.note({ proxy: createProxy(entry, code, links), lock: isClone ? { ...lock, lacksCodes: true } : lock });
  const notRecorded: Drift = { kind: "not-recorded", locked: entry.tools.join(", "), found: null };
  const all = isRecordMissing ? [...drift, notRecorded] : drift;
  return endByDrift(run, entry, all, await describeUpgrade(run, { entry, links, drift: all }));
}

interface Reading extends OnChain {
  readonly drift: readonly Drift[];
  readonly found: Found;
  /** The contract's name in the stored record. */
  readonly recordedName: string | undefined;
}

const MAX_READINGS = 4;

/**
 * One answer may come from a lagging node or replica, so drift counts only if two successive readings find the same drift.
 * Missing code needs no second reading: the wait for it has already repeated the request.
 */
async function readAgreed(run: ContractRun, entry: LockedContract): Promise<Reading> {
  const { clock, signal } = run.ports;
  let before: readonly Drift[] = [];
  const read = async (): Promise<Reading | undefined> => {
    const reading = await readOnce(run, entry);
    const { drift } = reading;
    const isAgreed = isDeepStrictEqual(drift, before) || isGone(drift);
    before = drift;
    return isAgreed ? reading : undefined;
  };
  const agreed = await untilPresent(read, { attempts: MAX_READINGS, wait: clock.wait, signal });
  if (agreed !== undefined) return agreed;
  throw new Ended("unavailable", {
    code: "VC413",
    facts: [["Conflicting", "successive answers about the contract differ"]],
    likely: "a node or a replica of the verification service lags behind",
    next: again,
  });
}

async function readOnce(run: ContractRun, entry: LockedContract): Promise<Reading> {
  const [onChain, { record, recordedName, found }] = await Promise.all([
    run.stage("deployment", () => readChain(run, entry)),
    run.stage("record", () => readRecord(run, entry)),
  ]);
  const libraries = Object.assign({}, ...run.request.recorded.map((each) => each.libraries ?? {}));
  const drift = driftsOf(entry, { links: undefined, ...onChain, record, libraries });
  return { ...onChain, recordedName, found: { ...found, ...onChain.found }, drift };
}

/** A diamond's functions are not read, so a change to them is reported as drift, but without details. */
function createProxy(
  { code: lockedCode, proxy }: LockedContract,
  code: string | null,
  links: ProxyLinks | undefined,
): ContractProxy | null {
  if (proxy === undefined || proxy.facets !== undefined) return null;
  const { kind } = proxy;
  if (links !== undefined) return { kind, implementation: links.implementation, beacon: links.beacon };
  return code === lockedCode ? { kind, implementation: proxy.implementation, beacon: proxy.beacon } : null;
}

const NOT_LOCKED: LockComparison = { lockedAt: null, commit: null, claims: [], drift: [] };

export function createComparison(entry: LockEntry): LockComparison {
  const { lockedAt, commit, build, claims, unverified } = entry;
  return withoutUndefined({
    lockedAt,
    commit,
    build: build ?? undefined,
    unverified,
    claims,
    lacksCodes: lacksCodes(entry) || undefined,
    drift: [],
  });
}

function endByDrift(
  run: Run,
  locked: LockEntry | undefined,
  drift: readonly Drift[],
  upgrade: Facts = [],
): Ended {
  const { findings, request, ports } = run;
  const found = { lock: { ...(findings.lock ?? NOT_LOCKED), drift } };
  if (drift.length === 0) return new Ended("as-locked", { found });
  const { address, input } = findings.target;
  const name = findings.lock?.name ?? request.origins[0]?.name ?? address ?? input;
  return new Ended("drifted", {
    code: "VC712",
    ...describeDrift(name, address ?? input, locked, drift, upgrade),
    ...(isGone(drift) && isDevelopmentChain(ports.chainId) ? explainGone(run) : {}),
    found,
  });
}

/** A development chain loses its contracts when it restarts, so the deployment records aren't to blame. */
function explainGone(run: Run): Pick<ProblemDetails, "likely" | "next"> {
  return isOnDefaultNetwork(run)
    ? { likely: run.ports.words.network.forgotten, next: chooseContractNetwork }
    : { likely: "the node has been restarted", next: advice("deploy it again, and verify it") };
}

interface OnChain extends Pick<Observed, "code" | "metadata" | "codes"> {
  readonly links?: ProxyLinks | undefined;
  readonly found?: Found | undefined;
  /** True if the contract runs another contract's code, although its entry lists no proxy. */
  readonly isClone?: boolean;
}

async function readChain(run: ContractRun, locked: LockedContract): Promise<OnChain> {
  const { chain, signal } = run.ports;
  const { address, proxy } = locked;
  const [found, linked] = await Promise.all([readExpected(run, locked), readLinkedCodes(run, locked)]);
  const codes = Object.fromEntries(
    Object.entries(linked).map(([at, code]) => [at, code === null ? null : hashCode(code)]),
  );
  if (found instanceof Ended) {
    return { code: null, metadata: null, codes, found: found.end.found };
  }
  const known = { code: hashCode(found), metadata: findMetadataHash(found), codes };
  const [state, contract] = [stateAt(chain, undefined, signal), { address, runtimeBytecode: found }];
  let kind = proxy?.kind;
  if (kind === undefined) {
    // According to the entry, the contract isn't a proxy, but it may have become one, or the entry may have been edited.
    if (!(await mayDelegate(state, contract, address))) return known;
    const { proxy: leads } = await readProxy(state, contract);
    if (leads == null) return known;
    if (isSourceless(leads.kind)) return { ...known, isClone: true };
    kind = leads.kind;
  }
  const codeOf = async (at: string) => linked[at] ?? state.code(at);
  return { ...known, links: await readProxyLinks(state, { ...contract, kind }, codeOf) };
}

async function readLinkedCodes(
  run: Run,
  { codes = {} }: LockedContract,
): Promise<Readonly<Record<string, string | null>>> {
  const read = Object.entries(codes).map(async ([address, code]) => {
    const found = await readExpected(run, { address, code });
    return [address, found instanceof Ended ? null : found] as const;
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Waits for missing code, because a node may lag or return `0x` while its data source fails. */
async function readExpected(
  run: Run,
  { address, code: expected }: Pick<LockedContract, "address" | "code">,
): Promise<string | Ended> {
  const { chain, signal } = run.ports;
  const code = await chain.code(address, signal);
  // For a Hedera system contract or account, the entry may contain the hash of empty code.
  if (code !== "0x" || hashCode(code) === expected) return code;
  const awaited = await readCode(run, address).catch(endWithoutContract);
  return awaited instanceof Ended ? awaited : awaited.code;
}

async function readRecord(
  run: ContractRun,
  { address, record }: LockedContract,
): Promise<Pick<Observed, "record"> & Pick<Reading, "recordedName" | "found">> {
  const fields = ["sources", "compilation"] as const;
  const stored = record === null ? undefined : await fetchRecord(run.ports, address, { fields });
  if (stored === undefined) return { record: null, recordedName: undefined, found: {} };
  const { runtimeMatch = null, creationMatch = null } = stored;
  return {
    record: { runtime: runtimeMatch, creation: creationMatch, sources: hashRecord(stored) ?? "" },
    recordedName: splitName(stored.compilation?.fullyQualifiedName ?? "").name,
    found: { match: toStoredMatch(stored) },
  };
}

/** @param target The contract's address, or the user's input if the address is unknown. */
export function describeDrift(
  name: string,
  target: string,
  entry: Pick<LockEntry, "tools"> | undefined,
  drift: readonly Drift[],
  upgrade: Facts = [],
): ProblemDetails {
  const facts = [...drift.flatMap(formatFacts), ...upgrade];
  return { values: { name }, facts, next: suggestStep(target, entry, drift) };
}

function formatFacts({ kind, locked, found }: Drift): Facts {
  const both = (label: string, none: string): Facts => [
    [`Locked ${label}`, locked ?? none],
    ["Found", found ?? none],
  ];
  switch (kind) {
    case "code":
      return both("code", "no code");
    case "linked-code": {
      const [address = ""] = locked?.split(" ") ?? [];
      return [
        [`Locked code at ${address}`, locked?.slice(address.length + 1) ?? "no code"],
        ["Found", found?.slice(address.length + 1) ?? "no code"],
      ];
    }
    case "metadata":
    case "implementation":
    case "beacon":
    case "admin":
    case "functions":
    case "library":
      return both(kind, "none");
    case "facets":
      return formatFacetFacts(locked, found);
    case "record-missing":
    case "record-weaker":
      return both("match", "no record");
    case "record-sources":
      return both("sources", "none");
    case "not-locked":
      return [["Found", found ?? "none"]];
    case "not-recorded":
      return [
        ["Recorded by", `${locked ?? "nothing"} when it was locked`],
        ["Found", "no deployment record"],
      ];
  }
}

function formatFacetFacts(locked: string | null, found: string | null): Facts {
  const [before, after] = [locked, found].map((list) => list?.split(" ").filter((each) => each !== "") ?? []);
  const without = (all: readonly string[] = [], others: readonly string[] = []): string =>
    all.filter((each) => !others.includes(each)).join("\n");
  const rows: Facts = [
    ["Facets removed", without(before, after)],
    ["Facets added", without(after, before)],
  ];
  return rows.filter(([, value]) => value !== "");
}

function isGone(drift: readonly Drift[]): boolean {
  return drift.some(({ kind, found }) => kind === "code" && found === null);
}

function suggestStep(
  target: string,
  entry: Pick<LockEntry, "tools"> | undefined,
  drift: readonly Drift[],
): NextStep {
  // A contract without code can't be verified again.
  if (isGone(drift))
    return advice(
      entry === undefined || entry.tools.length === 0
        ? `if this is intended, remove its line from ${LOCK_FILE}`
        : "if this is intended, remove its deployment record, then write the lock file again",
    );
  const upgraded = drift.find(({ kind, found }) => kind === "implementation" && found !== null);
  return isAcceptable(drift) ? checkOne(upgraded?.found ?? target) : verifyOne(target);
}

/** keccak256 of `Upgraded(address)` and `BeaconUpgraded(address)`, the events of EIP-1967. */
const UPGRADE_EVENTS = {
  implementation: "0xbc7cd75a20ee27fd9adebab32041f755214dbc6bffa90cc0225b39da2e5c2d3b",
  beacon: "0x1cf3b03a6cf19fa2baba4df148e9dcabedea7f8a5c07840e207e5c089be95d3e",
} as const;

/** Most public nodes return events from this many blocks in one response. */
const MOST_BLOCKS = 10_000;

/** Milliseconds. These requests only add detail to the message about a known drift. */
const UPGRADE_LIMIT_MS = 10_000;

interface Upgrade {
  readonly entry: LockedContract;
  readonly links: ProxyLinks | undefined;
  readonly drift: readonly Drift[];
}

/** Used only in a message, so missing responses are ignored. */
async function describeUpgrade(run: Run, upgrade: Upgrade): Promise<Facts> {
  using limit = limitedSignal(run.ports.signal, UPGRADE_LIMIT_MS);
  const { signal } = limit;
  try {
    const limited = new ContractRun(run.request, { ...run.ports, signal });
    return await untilAborted(findUpgradeFacts(limited, upgrade), signal);
  } catch (error) {
    if (signal.aborted) return [];
    throw error;
  }
}

async function findUpgradeFacts(run: Run, { entry, links, drift }: Upgrade): Promise<Facts> {
  const changed = (kind: Drift["kind"]) => drift.find((each) => each.kind === kind)?.found ?? null;
  const [implementation, beacon] = [changed("implementation"), changed("beacon")];
  if (implementation === null && beacon === null) return [];
  const [is, transaction] = await Promise.all([
    implementation === null ? undefined : describeCode(run, implementation),
    beacon === null
      ? findUpgrade(run, entry, links?.beacon ?? entry.address, UPGRADE_EVENTS.implementation, implementation)
      : findUpgrade(run, entry, entry.address, UPGRADE_EVENTS.beacon, beacon),
  ]);
  return [
    ["New code", is],
    ["Upgraded in", transaction && `transaction ${transaction}`],
  ];
}

/** Example: "contracts/BoxV2.sol:BoxV2 from a local build; verified, exact match" */
async function describeCode(run: Run, address: string): Promise<string | undefined> {
  const { chain, signal } = run.ports;
  const code = await ifAnswered(signal, () => chain.code(address, signal));
  if (code === undefined) return undefined;
  if (code === "0x") return "no code at the new address";
  const [build, stored] = await Promise.all([describeBuild(run, code), readQuietly(run, address)]);
  const match = stored?.match ?? null;
  const record = match === null ? NO_RECORD : `verified, ${matchWords(match)}`;
  return build === undefined ? record : `${build}; ${record}`;
}

async function describeBuild(run: Run, code: string): Promise<string | undefined> {
  try {
    const fit = await findFit(run, code, await readBuildsIfAny(run));
    if (fit === undefined) return "not from a local build";
    return "build" in fit
      ? `${fit.build.candidate.fullyQualifiedName} from a local build`
      : "matches a local build, but the metadata doesn't confirm it";
  } catch (error) {
    if (error instanceof VerifyContractError) return undefined;
    throw error;
  }
}

/** The transaction in which `emitter` emitted its last event, if that event names `address`. */
async function findUpgrade(
  { ports: { chain, signal } }: Run,
  { transaction }: LockedContract,
  emitter: string,
  event: string,
  address: string | null,
): Promise<string | undefined> {
  if (address === null) return undefined;
  const topic = `0x${address.slice(2).toLowerCase().padStart(64, "0")}`;
  const lastSince = async (fromBlock: number): Promise<string | undefined> => {
    const logs = await ifAnswered(signal, () => chain.logs(emitter, event, { fromBlock }, signal));
    const last = logs?.at(-1);
    return last?.topics[1]?.toLowerCase() === topic ? last.transactionHash : undefined;
  };
  const created =
    transaction === null ? undefined : await ifAnswered(signal, () => chain.transaction(transaction, signal));
  const fromBlock = created?.position?.blockNumber ?? 0;
  const found = await lastSince(fromBlock);
  if (found !== undefined) return found;
  const latest = await ifAnswered(signal, () => chain.latestBlock(signal));
  const recent = (latest ?? 0) - MOST_BLOCKS;
  return recent > fromBlock ? lastSince(recent) : undefined;
}
