import { delegateSites } from "../bytecode/delegate-sites.ts";
import { hasSelector } from "../bytecode/has-selector.ts";
import { knownCode } from "../bytecode/known-codes.ts";
import type { DiamondFacets, ProxyFacts } from "../report/model.ts";
import { ChainError, ifAnswered } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { decideProxy, type ProxyEvidence } from "./decide-proxy.ts";
import { observeDelegation } from "./observe-delegation.ts";
import { provesFacets } from "./prove-facets.ts";
import { PROXY_TYPE_SELECTOR } from "./proxy-slots.ts";
import { readByCode } from "./read-by-code.ts";
import { readFacets } from "./read-facets.ts";
import { readStatements } from "./read-statements.ts";

/** A contract, as far as this needs it; see `DeploymentFacts`. */
export interface ContractToRead {
  /** Checksummed. */
  readonly address: string;
  /** 0x-hex. */
  readonly runtimeBytecode: string;
  /** The block of its creation, where a diamond's events begin; undefined if unknown. */
  readonly createdInBlock?: number | undefined;
}

/** `proxy` is null for no proxy, and undefined where that is not known, for a reason. */
export type ProxyReading =
  | { readonly proxy: ProxyFacts | null }
  | {
      readonly proxy: undefined;
      readonly reason: string;
      /** The RPC method that the node did not answer; undefined where the node can't show more, now or later. */
      readonly failed: string | undefined;
    };

/** Most addresses of which it is asked whether there is code. */
const MOST_CODES = 6;

/**
 * Finds out whether a contract forwards its calls, and to what. Code that can't delegate causes no request.
 *
 * @param state The state that the code was read from.
 * @throws ChainError never: a node that fails makes it unknown, because verification does not need it.
 */
export async function readProxy(
  state: ChainState,
  contract: ContractToRead,
  signal: AbortSignal,
): Promise<ProxyReading> {
  try {
    const proxy = await readByCode(state, contract, signal);
    if (proxy !== undefined) return { proxy };
    const reading = await readByEvidence(state, contract, signal);
    const kind = knownCode(contract.runtimeBytecode)?.kind;
    return reading.proxy && kind !== undefined ? { proxy: { ...reading.proxy, kind } } : reading;
  } catch (error) {
    if (!(error instanceof ChainError) || signal.aborted) throw error;
    return unanswered(error.method);
  }
}

async function readByEvidence(
  state: ChainState,
  contract: ContractToRead,
  signal: AbortSignal,
): Promise<ProxyReading> {
  const { address, runtimeBytecode } = contract;
  const sites = delegateSites(runtimeBytecode);
  if (sites.length === 0) return { proxy: null };
  const forwards = sites.some(({ forwardsCalldata, isOwn }) => forwardsCalldata && isOwn);
  const looksForwarding = forwards || hasSelector(runtimeBytecode, PROXY_TYPE_SELECTOR);

  const reading = readStatements(state, address, runtimeBytecode, signal);
  const named = async () => (await reading).list.map(({ implementation }) => implementation);
  const [statements, observed] = await Promise.all([
    reading,
    observeDelegation(state, address, runtimeBytecode, named, signal),
  ]);
  const evidence = { statements: statements.list, observed, looksForwarding };
  const facets = await facetsOf(state, contract, forwards, evidence, signal);
  const hasCode = await readCodes(state, evidence, signal);
  const areFacetsProven =
    facets !== undefined &&
    observed.method === "probe" &&
    (await provesFacets(state, address, facets.list, signal));
  const proxy = decideProxy({ ...evidence, hasCode, facets, areFacetsProven });
  if (proxy !== null && (proxy.facets !== undefined || observed.ran.length > 0)) return { proxy };
  // Calls that no other code answers, of code that does not look like a proxy's, need no storage.
  const isShownNone = observed.method !== null && proxy === null && !looksForwarding;
  if (statements.failed !== undefined && !isShownNone) return unanswered(statements.failed);
  if (proxy === null && forwards)
    return {
      proxy: undefined,
      reason: "its code forwards calls, and no slot, function or call shows where to",
      failed: undefined,
    };
  return { proxy };
}

function unanswered(method: string): ProxyReading {
  return { proxy: undefined, reason: `the node did not answer ${method}`, failed: method };
}

/** A diamond forwards no unknown selector, or to a fallback that nothing names. */
async function facetsOf(
  state: ChainState,
  { address, createdInBlock }: ContractToRead,
  forwards: boolean,
  { statements, observed: { method, ran } }: Pick<ProxyEvidence, "statements" | "observed">,
  signal: AbortSignal,
): Promise<DiamondFacets | undefined> {
  const isNamed =
    ran.length > 0
      ? statements.some(({ implementation }) => ran.includes(implementation))
      : method === null && statements.some(({ isWeak }) => !isWeak);
  if (!forwards || isNamed) return undefined;
  if (ran.length > 0) return readFacets(state, address, undefined, signal);
  // Without the block of the creation, all of the chain would be searched for what the loupe says too.
  const when = createdInBlock === undefined ? "after-loupe" : "always";
  return readFacets(state, address, { block: createdInBlock ?? 0, when }, signal);
}

/** Which of the named and running addresses have code. */
async function readCodes(
  state: ChainState,
  { statements, observed }: Pick<ProxyEvidence, "statements" | "observed">,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, boolean>> {
  const shown = statements.filter(({ isWeak, from }) => !isWeak || from === "getter");
  const addresses = new Set([...observed.ran, ...shown.map(({ implementation }) => implementation)]);
  const codes = await Promise.all(
    [...addresses].slice(0, MOST_CODES).map(async (address) => {
      const code = await ifAnswered(signal, () => state.code(address, signal));
      return code === undefined ? [] : ([[address, code !== "0x"]] as const);
    }),
  );
  return new Map(codes.flat());
}
