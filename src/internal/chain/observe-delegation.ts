import { randomBytes } from "node:crypto";
import { getAddress } from "ethers/address";
import { delegationIn, magicProgram, ranAs, reportingDelegations } from "../bytecode/probe-programs.ts";
import type { Facet } from "../domain/proxy.ts";
import { type CallConditions, type CallFrame, ChainError, type TracedCall } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { isExecutionFailure } from "./is-execution-failure.ts";

/** What calls to a contract show of the code that it delegates to. */
export interface Observation {
  /** How it was shown; null where the node offers no way. */
  readonly method: "probe" | "trace" | null;
  /** Checksummed addresses whose code ran as the contract, and answered the call. */
  readonly ran: readonly string[];
  /** Checksummed addresses that the contract delegated to, and whose answer, if any, it did not return. */
  readonly reached: readonly string[];
}

/** A call that no implementation expects. */
interface RandomCall {
  readonly from: string;
  readonly data: string;
}

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;
/** A contract may delegate to a library before it forwards the call: each round leaves out what was no implementation. */
const MOST_ROUNDS = 3;
/** Most named implementations that are tried. */
const MOST_NAMED = 4;
/** Enough to come to the first DELEGATECALL, and for about a hundred frames. */
const GAS_OF_TRACE = 80_000;

/**
 * Calls a contract as random senders, with empty data and with an unknown selector, and finds out which codes answer. A
 * code is proven by an `eth_call` in which a program that returns a random word is in its place: the word comes back, from a
 * program that ran as the contract. Before it, the same with the contract's own code shows that the node does replace codes.
 * Where it does not, `debug_traceCall` tells.
 *
 * @param named Checksummed addresses that slots and functions name.
 */
export async function observeDelegation(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
  named: () => Promise<readonly string[]>,
  signal: AbortSignal,
): Promise<Observation> {
  const probe = new Probe(state, address, signal);
  const calls = randomCalls();
  if (!(await probe.isHonoured(calls[0]))) return traceDelegation(state, address, calls, signal);
  const found = await discover(probe, runtimeBytecode, calls);
  const { reached } = found;
  if (found.ran.length > 0) return { method: "probe", ...found };
  const ran: string[] = [];
  const candidates = (await named()).slice(0, MOST_NAMED);
  for (const candidate of candidates) {
    const answers = await Promise.all(calls.slice(0, 2).map((call) => probe.runs(candidate, call)));
    if (answers.includes(true)) ran.push(candidate);
  }
  // Behind one URL there may be nodes that replace codes and nodes that do not.
  if (ran.length === 0 && candidates.length > 0 && !(await probe.isHonoured(calls[0])))
    return traceDelegation(state, address, calls, signal);
  return { method: "probe", ran, reached };
}

/** Most facets that are called. */
const MOST_FACETS = 8;

/**
 * Whether the code of each facet runs in a call to the diamond, by its first selector; false where the node can't show it,
 * or where there are too many.
 */
export async function provesFacets(
  state: ChainState,
  diamond: string,
  facets: readonly Facet[],
  signal: AbortSignal,
): Promise<boolean> {
  // What a diamond has itself, it does not delegate.
  const others = facets.filter(({ address }) => address !== diamond);
  if (others.length > MOST_FACETS || others.some(({ selectors }) => selectors.length === 0)) return false;
  const probe = new Probe(state, diamond, signal);
  const [{ from }] = randomCalls();
  const ran = await Promise.all(
    others.map(({ address, selectors: [data = "0x"] }) => probe.runs(address, { from, data })),
  );
  return others.length > 0 && !ran.includes(false);
}

/** Two random senders, of which one is an even and one an odd number, and the zero address. */
function randomCalls(): readonly [RandomCall, ...RandomCall[]] {
  const selector = `0x${randomBytes(4).toString("hex")}`;
  const even = randomBytes(20);
  const odd = randomBytes(20);
  even[19] = (even[19] ?? 0) & 0xfe;
  odd[19] = (odd[19] ?? 0) | 1;
  const sender = (bytes: Buffer): string => `0x${bytes.toString("hex")}`;
  return [
    { from: sender(even), data: "0x" },
    { from: sender(even), data: selector },
    { from: sender(odd), data: selector },
    { from: ZERO_ADDRESS, data: selector },
  ];
}

/** Calls to one contract with other codes in the place of those on chain. */
class Probe {
  readonly #state: ChainState;
  readonly address: string;
  readonly #signal: AbortSignal;
  readonly magic = `0x${randomBytes(32).toString("hex")}`;

  constructor(state: ChainState, address: string, signal: AbortSignal) {
    this.#state = state;
    this.address = address;
    this.#signal = signal;
  }

  /** Whether the node replaces codes at all. */
  async isHonoured({ from, data }: RandomCall): Promise<boolean> {
    const conditions = { from, code: { [this.address]: magicProgram(this.magic) } };
    try {
      const answer = await this.#state.call(this.address, data, this.#signal, conditions);
      return ranAs(answer, this.magic) === this.address.toLowerCase();
    } catch (error) {
      // Such as "too many arguments".
      if (!(error instanceof ChainError) || this.#signal.aborted) throw error;
      return false;
    }
  }

  async runs(candidate: string, { from, data }: RandomCall): Promise<boolean> {
    const answer = await this.#answer(data, { from, code: { [candidate]: magicProgram(this.magic) } });
    return ranAs(answer, this.magic) === this.address.toLowerCase();
  }

  async delegation(reporting: string, { from, data }: RandomCall): Promise<ReturnType<typeof delegationIn>> {
    const answer = await this.#answer(data, { from, code: { [this.address]: reporting } });
    return delegationIn(answer, this.magic, this.address);
  }

  async #answer(data: string, conditions: CallConditions): Promise<string> {
    try {
      return await this.#state.call(this.address, data, this.#signal, conditions);
    } catch (error) {
      if (isExecutionFailure(error)) return "0x";
      throw error;
    }
  }
}

/** The codes that answer the calls, wherever the contract has their addresses from. */
async function discover(
  probe: Probe,
  runtimeBytecode: string,
  calls: readonly RandomCall[],
): Promise<Omit<Observation, "method">> {
  const ran = new Set<string>();
  const reached = new Set<string>();
  const others = new Set<number>();
  let open = calls;
  for (let round = 0; round < MOST_ROUNDS && open.length > 0; round++) {
    const reporting = reportingDelegations(runtimeBytecode, probe.magic, others);
    if (reporting === undefined) break;
    const found = await Promise.all(
      open.map(async (call) => ({ call, delegation: await probe.delegation(reporting, call) })),
    );
    const left: RandomCall[] = [];
    for (const { call, delegation } of found) {
      if (delegation === undefined || ran.has(delegation.target)) continue;
      const { target, site } = delegation;
      if (mayBeImplementation(target, probe.address) && (await probe.runs(target, call))) {
        ran.add(target);
      } else {
        reached.add(target);
        others.add(site);
        left.push(call);
      }
    }
    open = left;
  }
  const checksummed = (addresses: ReadonlySet<string>) => [...addresses].map((each) => getAddress(each));
  return { ran: checksummed(ran), reached: checksummed(reached) };
}

/** A contract that delegates to itself would fill the answer; a node that counts gas in another way gets no limit. */
async function trace(state: ChainState, call: TracedCall, signal: AbortSignal): Promise<CallFrame> {
  try {
    return await state.traceCall({ ...call, gas: GAS_OF_TRACE }, signal);
  } catch (error) {
    if (!(error instanceof ChainError) || signal.aborted || !/\bgas\b/i.test(error.message)) throw error;
    return state.traceCall(call, signal);
  }
}

/** Not the contract itself, as for several calls in one; nor zero, as a diamond without a check has for unknown selectors. */
function mayBeImplementation(target: string, address: string): boolean {
  return target !== address.toLowerCase() && target !== ZERO_ADDRESS;
}

async function traceDelegation(
  state: ChainState,
  address: string,
  calls: readonly RandomCall[],
  signal: AbortSignal,
): Promise<Observation> {
  const ran = new Set<string>();
  try {
    for (const { from, data } of calls) {
      const { calls: frames } = await trace(state, { from, to: address, data }, signal);
      for (const frame of frames) {
        const isDelegation = frame.type === "DELEGATECALL" || frame.type === "CALLCODE";
        // A library gets other data than the contract did; what an implementation gets may be longer.
        const isForwarded = data === "0x" ? frame.input === "0x" : frame.input.startsWith(data);
        const isOwn = isDelegation && frame.from === address.toLowerCase();
        if (isOwn && isForwarded && frame.to !== null && mayBeImplementation(frame.to, address))
          ran.add(getAddress(frame.to));
      }
    }
  } catch (error) {
    if (!(error instanceof ChainError) || signal.aborted) throw error;
    return { method: null, ran: [], reached: [] };
  }
  return { method: "trace", ran: [...ran], reached: [] };
}
