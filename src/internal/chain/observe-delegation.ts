import { createHash, randomBytes } from "node:crypto";
import { getAddress } from "ethers/address";
import { findDelegateSites } from "../bytecode/delegate-sites.ts";
import {
  buildMagicProgram,
  decodeDelegation,
  patchDelegations,
  readExecutingAddress,
} from "../bytecode/probe-programs.ts";
import { type CallConditions, ifAnswered, ifReverted } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";

/** A contract may delegate to a library first. Each round ignores the delegations that earlier rounds ruled out. */
const MAX_ROUNDS = 3;
const MAX_NAMED = 4;

type Probed = Awaited<ReturnType<typeof discoverDelegations>>;

/**
 * Finds the code that answers calls from random senders, with empty data and with an unknown selector. To prove that
 * code runs, an `eth_call` replaces it with a program that returns a random word. The contract's own code is replaced
 * first, to find out if the node supports this. Otherwise, `debug_traceCall` is used. If a node supports both, their
 * results must agree.
 */
export async function observeDelegation(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
  named: () => Promise<readonly string[]>,
): Promise<Observation> {
  const probe = new OverrideProbe(state, address);
  const trace = (calls: readonly RandomCall[] = probe.calls) => traceDelegation(state, address, calls);
  if (!(await probe.isHonoured())) return trace();
  const found = await discoverDelegations(probe, runtimeBytecode);
  const probed = found.ran.length > 0 ? found : await probeNamed(probe, found, await named());
  // Only some of the nodes behind one URL may support replacing code.
  if (probed.ran.length === 0 && probed.isInDoubt && !(await probe.isHonoured())) return trace();
  return confirm(probed, trace, probe.calls);
}

/** False if the node shows that code at this address would delegate the random calls only to `known`. */
export async function mayDelegate(
  state: ChainState,
  { address, runtimeBytecode }: { readonly address: string; readonly runtimeBytecode: string },
  known: string,
): Promise<boolean> {
  const targets = await readTargets(state, address, runtimeBytecode);
  return targets === undefined || targets.some((target) => target !== getAddress(known));
}

/**
 * Returns the checksummed addresses to which code at this address would delegate the random calls. Undefined if the
 * node can't replace code, or if the code is too long.
 */
export async function readTargets(
  state: ChainState,
  address: string,
  runtimeBytecode: string,
): Promise<readonly string[] | undefined> {
  if (findDelegateSites(runtimeBytecode).length === 0) return [];
  const probe = new OverrideProbe(state, address);
  if (!(await probe.isHonoured())) return undefined;
  const found = await probe.delegations(runtimeBytecode);
  const targets = found?.flatMap(({ delegation }) => delegation?.target ?? []);
  return (
    targets && [...new Set(targets)].filter((each) => mayBeImplementation(each, address)).map(getAddress)
  );
}

/** A contract could detect replaced code and delegate elsewhere. A trace replaces no code. */
async function confirm(
  { ran, isInDoubt }: Probed,
  trace: (calls: readonly RandomCall[]) => Promise<Observation>,
  calls: readonly RandomCall[],
): Promise<Observation> {
  const probed = { method: "probe", ran } as const;
  const [first, ...others] = ran;
  if (first === undefined) {
    const traced = isInDoubt ? await trace(calls) : probed;
    return traced.ran.length > 0 ? traced : probed;
  }
  if (others.length > 0) return probed;
  const traced = await trace(calls.slice(0, 2));
  const agrees = traced.ran.length === 0 || traced.ran.includes(first);
  return agrees ? probed : { method: "trace", ran: [...traced.ran, first] };
}

async function probeNamed(
  probe: OverrideProbe,
  { isInDoubt }: Probed,
  named: readonly string[],
): Promise<Probed> {
  const ran: string[] = [];
  for (const candidate of named.slice(0, MAX_NAMED)) {
    const answers = await Promise.all(probe.calls.slice(0, 2).map((call) => probe.runs(candidate, call)));
    if (answers.includes(true)) ran.push(candidate);
  }
  return { ran, isInDoubt: isInDoubt || named.length > 0 };
}

/** Finds the code that answers the calls, no matter where the contract stores that code's address. */
async function discoverDelegations(probe: OverrideProbe, runtimeBytecode: string) {
  const ran = new Set<string>();
  const others = new Set<number>();
  let open: readonly RandomCall[] = probe.calls;
  for (let round = 0; round < MAX_ROUNDS && open.length > 0; round++) {
    const found = await probe.delegations(runtimeBytecode, open, others);
    if (found === undefined) break;
    const left: RandomCall[] = [];
    for (const { call, delegation } of found) {
      if (delegation === undefined || ran.has(delegation.target)) continue;
      const { target, site } = delegation;
      if (mayBeImplementation(target, probe.address) && (await probe.runs(target, call))) {
        ran.add(target);
      } else {
        others.add(site);
        left.push(call);
      }
    }
    open = left;
  }
  return {
    ran: [...ran].map((each) => getAddress(each)),
    /** True if a possible implementation was found but didn't answer the calls. */
    isInDoubt: others.size > 0,
  };
}

/** Returns the delegations that forward a call's entire data. Replaces no code. */
async function traceDelegation(
  state: ChainState,
  address: string,
  calls: readonly RandomCall[],
): Promise<Observation> {
  const ran = new Set<string>();
  for (const { from, data } of calls) {
    const traced = await ifAnswered(state.signal, () => state.traceCall({ from, to: address, data }));
    if (traced === undefined) return { method: null, ran: [] };
    for (const frame of traced) {
      const isDelegation = frame.type === "DELEGATECALL" || frame.type === "CALLCODE";
      // Libraries don't receive the contract's entire calldata. Implementations receive all of it, possibly followed by
      // additional data.
      const isForwarded = data === "0x" ? frame.input === "0x" : frame.input.startsWith(data);
      const isOwn = isDelegation && frame.from === address.toLowerCase();
      if (isOwn && isForwarded && frame.to !== null && mayBeImplementation(frame.to, address))
        ran.add(getAddress(frame.to));
    }
  }
  return { method: "trace", ran: [...ran] };
}

export class OverrideProbe {
  readonly #state: ChainState;
  readonly address: string;
  readonly magic: string;
  readonly calls: ReturnType<typeof createRandomCalls>;

  /** @param purpose Probes for different purposes return different words. */
  constructor(state: ChainState, address: string, purpose = "delegation") {
    this.#state = state;
    this.address = address;
    this.magic = `0x${deriveRandomBytes(state.seed, address, `word for ${purpose}`).toString("hex")}`;
    this.calls = createRandomCalls(state.seed, address);
  }

  async isHonoured({ from, data } = this.calls[0]): Promise<boolean> {
    const conditions = { from, code: { [this.address]: buildMagicProgram(this.magic) } };
    // A node may reject the additional parameter, for example with "too many arguments".
    const answer = await ifAnswered(this.#state.signal, () =>
      this.#state.call(this.address, data, conditions),
    );
    return answer !== undefined && readExecutingAddress(answer, this.magic) === this.address.toLowerCase();
  }

  async runs(candidate: string, { from, data }: RandomCall): Promise<boolean> {
    const answer = await this.#answer(data, { from, code: { [candidate]: buildMagicProgram(this.magic) } });
    return readExecutingAddress(answer, this.magic) === this.address.toLowerCase();
  }

  /** @param ruledOut Offsets of delegations to ignore. @returns undefined if the code is too long to be patched */
  async delegations(
    runtimeBytecode: string,
    calls: readonly RandomCall[] = this.calls,
    ruledOut?: ReadonlySet<number>,
  ) {
    const reporting = patchDelegations(runtimeBytecode, this.magic, ruledOut);
    if (reporting === undefined) return undefined;
    const read = async (call: RandomCall) => {
      const answer = await this.#answer(call.data, { from: call.from, code: { [this.address]: reporting } });
      return { call, delegation: decodeDelegation(answer, this.magic, this.address) };
    };
    return Promise.all(calls.map(read));
  }

  #answer(data: string, conditions: CallConditions): Promise<string> {
    return this.#state.call(this.address, data, conditions).catch(ifReverted("0x"));
  }
}

/** The code that a contract delegates to, found by calling it. */
export interface Observation {
  /** The method that found the code. Null if the node supports neither method. */
  readonly method: "probe" | "trace" | null;
  /** Checksummed addresses whose code ran in the contract's context and returned the call's result. */
  readonly ran: readonly string[];
}

const ZERO_ADDRESS = `0x${"0".repeat(40)}`;

/**
 * Multicalls delegate to the contract itself. Diamonds that don't check for unknown selectors delegate to the zero
 * address.
 */
function mayBeImplementation(target: string, address: string): boolean {
  return target !== address.toLowerCase() && target !== ZERO_ADDRESS;
}

interface RandomCall {
  readonly from: string;
  readonly data: string;
}

const SELECTOR_BYTES = 4;
const SENDER_BYTES = 20;

/** Returns calls from two random senders, one with an even and one with an odd address, and from the zero address. */
export function createRandomCalls(
  seed: string | undefined,
  address: string,
): readonly [RandomCall, RandomCall, ...RandomCall[]] {
  const bytes = (purpose: string, length: number): Buffer =>
    deriveRandomBytes(seed, address, purpose).subarray(0, length);
  const selector = `0x${bytes("selector", SELECTOR_BYTES).toString("hex")}`;
  const even = bytes("even sender", SENDER_BYTES);
  const odd = bytes("odd sender", SENDER_BYTES);
  even[SENDER_BYTES - 1] = (even[SENDER_BYTES - 1] ?? 0) & 0xfe;
  odd[SENDER_BYTES - 1] = (odd[SENDER_BYTES - 1] ?? 0) | 1;
  const sender = (of: Buffer): string => `0x${of.toString("hex")}`;
  return [
    { from: sender(even), data: "0x" },
    { from: sender(even), data: selector },
    { from: sender(odd), data: selector },
    { from: ZERO_ADDRESS, data: selector },
  ];
}

/** Returns 32 bytes that no node can predict, because the seed is secret until the run's first request. */
function deriveRandomBytes(seed: string | undefined, address: string, purpose: string): Buffer {
  if (seed === undefined) return randomBytes(32);
  return createHash("sha256")
    .update(JSON.stringify([seed, address.toLowerCase(), purpose]))
    .digest();
}
