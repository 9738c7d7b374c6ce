import { getAddress } from "ethers/address";
import { type DelegateSite, findDelegateSites } from "../bytecode/delegate-sites.ts";
import { hasSelector } from "../bytecode/has-selector.ts";
import { findKnownCode, readDelegate } from "../bytecode/known-codes.ts";
import { isSourceless } from "../domain/proxy.ts";
import type { DiamondFacets, ProxyCandidate, ProxyFacts, ProxyKind } from "../report/model.ts";
import { proxyLeads } from "../report/relate-proxies.ts";
import { isSameJson } from "../text/canonical-json.ts";
import { ChainError, ifAnswered } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { mayDelegate, type Observation, observeDelegation, readTargets } from "./observe-delegation.ts";
import { readFacets } from "./read-facets.ts";
import { PROXY_TYPE_SELECTOR, readAddress, readStatements, type Statement } from "./read-statements.ts";

export interface ContractToRead {
  /** Checksummed. */
  readonly address: string;
  readonly runtimeBytecode: string;
  /** The block that created the contract, if known. A diamond's events begin in this block. */
  readonly createdInBlock?: number | undefined;
}

/** `proxy` is null if the contract isn't a proxy, and undefined if that is unknown. */
export type ProxyReading =
  | { readonly proxy: ProxyFacts | null }
  | {
      readonly proxy: undefined;
      readonly reason: string;
      /** The RPC method that failed. Undefined if a retry wouldn't help. */
      readonly failed: string | undefined;
    };

const MAX_CODES = 6;

/**
 * Sends no request for code that can't delegate.
 *
 * @throws Never a ChainError. If the node fails, the result is unknown, because verification doesn't depend on it.
 */
export async function readProxy(state: ChainState, contract: ContractToRead): Promise<ProxyReading> {
  try {
    const reading = await readLevel(state, contract);
    const { proxy } = reading;
    // If the node doesn't answer, the outage is reported later, when the implementation or the facet is followed.
    const codeOf = async (at: string) => (await ifAnswered(state.signal, () => state.code(at))) ?? "0x";
    if (proxy?.facets !== undefined)
      return { proxy: await addRunByFacets(state, contract.address, proxy, codeOf) };
    // A clone itself isn't verified, so `endFollowedClone` reads the contracts that its implementation runs.
    if (proxy == null || proxy.implementation === null || isSourceless(proxy.kind)) return reading;
    const { implementation } = proxy;
    const inner = await readInner(state, contract.address, implementation, codeOf);
    if (inner.length === 0) return reading;
    // Read by itself, the implementation uses its own storage.
    const own = await readInner(state, implementation, implementation);
    if (isSameJson(inner.map(toAddress), own.map(toAddress))) return reading;
    const candidates = [...proxy.candidates, ...inner];
    return { proxy: { ...proxy, implementation: null, proof: "conflicting", candidates } };
  } catch (error) {
    if (!(error instanceof ChainError) || state.signal.aborted) throw error;
    return createUnanswered(error.method);
  }
}

/** A facet that is a proxy may find another contract in the diamond's storage than in its own. */
async function addRunByFacets(
  state: ChainState,
  diamond: string,
  proxy: ProxyFacts,
  codeOf: (address: string) => Promise<string>,
): Promise<ProxyFacts> {
  const facets = proxyLeads({ proxy, target: { address: diamond } }).map(({ address }) => address);
  const run = await Promise.all(
    (await readRunByFacets(state, diamond, facets, codeOf)).map(async ({ facet, code, targets }) => {
      if (targets.length === 0) return [];
      const own = await readTargets(state, facet, code);
      return targets.filter((target) => own?.includes(target) === false);
    }),
  );
  const inner = [...new Set(run.flat())].map((implementation) => {
    const seen = { from: "call", where: "a call", beacon: null, hasCode: null, runs: true } as const;
    return { implementation, ...seen };
  });
  if (inner.length === 0) return proxy;
  return { ...proxy, proof: "conflicting", candidates: [...proxy.candidates, ...inner] };
}

/**
 * Reads the contracts that each facet runs in the diamond's storage, other than facets. None if the node can't replace
 * code.
 */
export function readRunByFacets(
  state: ChainState,
  diamond: string,
  facets: readonly string[],
  codeOf: (address: string) => Promise<string>,
) {
  return Promise.all(
    facets.map(async (facet) => {
      const code = await codeOf(facet);
      const targets = (await readTargets(state, diamond, code)) ?? [];
      return { facet, code, targets: targets.filter((target) => !facets.includes(target)) };
    }),
  );
}

/** A longer chain of proxies is assumed to be a mistake. */
const MAX_LEVELS = 4;

/**
 * If a proxy's implementation is itself a proxy, returns the contracts that it runs. The implementation's code runs
 * in the outer proxy's storage, so it is read as if it were deployed at the outer proxy's address.
 */
export async function readInner(
  state: ChainState,
  address: string,
  implementation: string,
  codeOf = state.code,
): Promise<readonly ProxyCandidate[]> {
  const inner: ProxyCandidate[] = [];
  let at: string | undefined = implementation;
  for (let level = 0; level < MAX_LEVELS && at !== undefined; level++) {
    const runtimeBytecode: string = await codeOf(at);
    const code = { address, runtimeBytecode };
    const forwards = findDelegateSites(runtimeBytecode).some(isForwarding);
    // Random selectors can't reveal that the code belongs to a diamond.
    if (!forwards && !(await mayDelegate(state, code, at))) break;
    const reading = await readLevel(state, code);
    if (reading.proxy === undefined && reading.failed !== undefined)
      throw new ChainError(reading.failed, reading.reason);
    const known = new Set([implementation, ...inner.map(toAddress)]);
    const facets =
      reading.proxy?.facets ?? (forwards ? await readFacets(state, address, undefined) : undefined);
    const next = listInner(reading.proxy, facets).filter((each) => !known.has(each.implementation));
    inner.push(...next);
    at = next[0]?.implementation;
  }
  return inner;
}

function toAddress({ implementation }: ProxyCandidate): string {
  return implementation;
}

function isForwarding({ forwardsCalldata, isOwn }: DelegateSite): boolean {
  return forwardsCalldata && isOwn;
}

function listInner(
  proxy: ProxyFacts | null | undefined,
  facets: DiamondFacets | undefined,
): readonly ProxyCandidate[] {
  if (facets !== undefined) {
    const { from: where, list } = facets;
    const facet = { from: "getter", where, beacon: null, hasCode: null, runs: null } as const;
    return list.map(({ address }) => ({ ...facet, implementation: address }));
  }
  // Implementations often have their own `implementation()` function.
  return (proxy?.candidates ?? []).filter(({ runs, from }) => runs === true || from !== "getter");
}

/** Reads only the proxy's own code, not its implementation's. */
export async function readLevel(state: ChainState, contract: ContractToRead): Promise<ProxyReading> {
  const proxy = await readByCode(state, contract);
  if (proxy !== undefined) return { proxy };
  const reading = await readByEvidence(state, contract);
  const kind = findKnownCode(contract.runtimeBytecode)?.kind;
  return reading.proxy && kind !== undefined ? { proxy: { ...reading.proxy, kind } } : reading;
}

async function readByEvidence(state: ChainState, contract: ContractToRead): Promise<ProxyReading> {
  const { address, runtimeBytecode } = contract;
  const sites = findDelegateSites(runtimeBytecode);
  if (sites.length === 0) return { proxy: null };
  const forwards = sites.some(isForwarding);
  const looksForwarding = forwards || hasSelector(runtimeBytecode, PROXY_TYPE_SELECTOR);

  const reading = readStatements(state, address, runtimeBytecode);
  const named = async () => (await reading).list.map(({ implementation }) => implementation);
  const [statements, observed] = await Promise.all([
    reading,
    observeDelegation(state, address, runtimeBytecode, named),
  ]);
  const evidence = { statements: statements.list, observed, looksForwarding };
  const facets = await readDiamondFacets(state, contract, forwards, evidence);
  const hasCode = await readHasCode(state, evidence);
  const proxy = decideProxy({ ...evidence, hasCode, facets });
  if (proxy !== null && (proxy.facets !== undefined || observed.ran.length > 0)) return { proxy };
  // If no other code answers the calls, and the contract's code doesn't look like proxy code, reading the storage isn't
  // necessary.
  const isShownNone = observed.method !== null && proxy === null && !looksForwarding;
  if (statements.failed !== undefined && !isShownNone) return createUnanswered(statements.failed);
  if (proxy === null && forwards)
    return {
      proxy: undefined,
      reason: "its code forwards calls, but no slot, function or call shows the destination",
      failed: undefined,
    };
  return { proxy };
}

function createUnanswered(method: string): ProxyReading {
  return { proxy: undefined, reason: `the node did not answer ${method}`, failed: method };
}

/** Random selectors don't reveal a diamond: it rejects unknown ones, or forwards them to an unlisted fallback. */
async function readDiamondFacets(
  state: ChainState,
  { address, createdInBlock }: ContractToRead,
  forwards: boolean,
  { statements, observed: { method, ran } }: Pick<ProxyEvidence, "statements" | "observed">,
): Promise<DiamondFacets | undefined> {
  const isNamed =
    ran.length > 0
      ? statements.some(({ implementation }) => ran.includes(implementation))
      : method === null && statements.some(({ isWeak }) => !isWeak);
  if (!forwards || isNamed) return undefined;
  if (ran.length > 0) return readFacets(state, address, undefined);
  // If the creation block is unknown, the search covers the whole chain, so events are read only if the loupe lists
  // nothing.
  const when = createdInBlock === undefined ? "after-loupe" : "always";
  return readFacets(state, address, { block: createdInBlock ?? 0, when });
}

async function readHasCode(
  state: ChainState,
  { statements, observed }: Pick<ProxyEvidence, "statements" | "observed">,
): Promise<ReadonlyMap<string, boolean>> {
  const shown = statements.filter(({ isWeak, from }) => !isWeak || from === "getter");
  const addresses = new Set([...observed.ran, ...shown.map(({ implementation }) => implementation)]);
  const entries = await Promise.all(
    [...addresses].slice(0, MAX_CODES).map(async (address) => {
      const code = await ifAnswered(state.signal, () => state.code(address));
      return code === undefined ? [] : ([[address, code !== "0x"]] as const);
    }),
  );
  return new Map(entries.flat());
}

/** Null for known code that isn't a proxy. Undefined for other code, and for a proxy whose storage can't be read. */
async function readByCode(
  state: ChainState,
  { address, runtimeBytecode }: { readonly address: string; readonly runtimeBytecode: string },
): Promise<ProxyFacts | null | undefined> {
  const delegate = readDelegate(runtimeBytecode);
  if (delegate !== undefined) return createEmbeddedProxy("EIP-7702", delegate);
  const known = findKnownCode(runtimeBytecode);
  if (known === undefined) return undefined;
  const { kind, implementation, slot = address.slice(2).toLowerCase().padStart(64, "0") } = known;
  if (kind === undefined) return null;
  if (implementation !== undefined) return createEmbeddedProxy(kind, implementation);
  return await ifAnswered(state.signal, async () => {
    const stored = readAddress(await state.storage(address, `0x${slot}`));
    const where = known.slot === undefined ? "slot whose number is its own address" : "EIP-1967 slot";
    return stored === undefined ? null : createProvenProxy(kind, stored, "slot", where);
  });
}

function createEmbeddedProxy(kind: ProxyKind, implementation: string): ProxyFacts {
  return createProvenProxy(kind, getAddress(implementation), "code", "the proxy's code");
}

function createProvenProxy(
  kind: ProxyKind,
  implementation: string,
  from: ProxyCandidate["from"],
  where: string,
): ProxyFacts {
  const candidate = { implementation, from, where, beacon: null, hasCode: null, runs: null };
  return { kind, implementation, beacon: null, proof: "code", candidates: [candidate] };
}

interface ProxyEvidence {
  readonly statements: readonly Statement[];
  readonly observed: Observation;
  /** Keyed by checksummed address. An address has no entry if the node didn't respond. */
  readonly hasCode: ReadonlyMap<string, boolean>;
  /** Set only for diamonds. */
  readonly facets: DiamondFacets | undefined;
  /** True if the code looks as if it forwards all calldata, or has EIP-897's functions. */
  readonly looksForwarding: boolean;
}

/** Returns the code that ran, if calls revealed it, or else the stated implementation. Null if neither is known. */
function decideProxy(evidence: ProxyEvidence): ProxyFacts | null {
  const { observed, facets } = evidence;
  const candidates = listCandidates(evidence);
  const [first] = candidates;
  // A diamond may run facets that it doesn't list.
  if (facets !== undefined)
    return { kind: "EIP-2535", implementation: null, beacon: null, proof: "stated", candidates, facets };
  if (first === undefined) return null;
  const shown = evidence.statements.find(({ from, where }) => first.from === from && first.where === where);
  const kind = shown?.kind ?? "other";
  const unclear = { kind, implementation: null, beacon: first.beacon, candidates };
  if (areConflicting(candidates, evidence)) return { ...unclear, proof: "conflicting" };
  if (first.hasCode === false) return { ...unclear, proof: "no-code" };
  const { implementation, beacon, runs } = first;
  const proof = runs === true ? (observed.method ?? "stated") : "stated";
  return { kind, implementation, beacon, proof, candidates };
}

/** Implementations that ran come first. Weak statements count only together with other evidence. */
function listCandidates({ statements, observed, hasCode, looksForwarding }: ProxyEvidence): ProxyCandidate[] {
  const { method, ran } = observed;
  // A proxy that calls a beacon also contains the selector of `implementation()`, although it doesn't have this
  // function itself.
  const hasBeacon = statements.some(({ from }) => from === "beacon");
  const isGetter = ({ from, implementation }: Statement): boolean =>
    from === "getter" && !hasBeacon && hasCode.get(implementation) !== false;
  const counts = (each: Statement): boolean =>
    !each.isWeak ||
    ran.includes(each.implementation) ||
    (method === null && looksForwarding && isGetter(each));
  const hasProxy = ran.length > 0 || statements.some(counts);
  const candidate = (it: Pick<ProxyCandidate, "implementation" | "from" | "where" | "beacon">) => ({
    implementation: it.implementation,
    from: it.from,
    where: it.where,
    beacon: it.beacon,
    hasCode: hasCode.get(it.implementation) ?? null,
    runs: method === null ? null : ran.includes(it.implementation),
  });
  const named = statements.filter((each) => counts(each) || (hasProxy && isGetter(each))).map(candidate);
  const unnamed = ran
    .filter((address) => !named.some(({ implementation }) => implementation === address))
    .map((implementation) => candidate({ implementation, from: "call", where: "a call", beacon: null }));
  const all = [...named, ...unnamed];
  return [...all.filter(({ runs }) => runs === true), ...all.filter(({ runs }) => runs !== true)];
}

/** `implementation()` is often a function of the implementation itself, so it can't contradict an observed call. */
function areConflicting(
  candidates: readonly ProxyCandidate[],
  { observed: { method }, statements }: ProxyEvidence,
): boolean {
  const isWeak = ({ where }: ProxyCandidate): boolean =>
    statements.some((each) => each.where === where && each.isWeak);
  const serious = method === null ? candidates : candidates.filter((each) => !isWeak(each) || each.runs);
  const addresses = new Set(serious.map(({ implementation }) => implementation));
  return addresses.size > 1 || candidates.every(({ runs }) => runs === false);
}
