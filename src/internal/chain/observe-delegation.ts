import { getAddress } from "ethers/address";
import { reportingDelegations } from "../bytecode/probe-programs.ts";
import type { ChainState } from "./chain-state.ts";
import { mayBeImplementation, type Observation } from "./observation.ts";
import { OverrideProbe } from "./override-probe.ts";
import { type RandomCall, randomCalls } from "./random-calls.ts";
import { traceDelegation } from "./trace-delegation.ts";

/** A contract may delegate to a library before it forwards the call: each round leaves out what was no implementation. */
const MOST_ROUNDS = 3;
/** Most named implementations that are tried. */
const MOST_NAMED = 4;

/** What the override probe shows. */
interface Probed {
  /** Checksummed. */
  readonly ran: readonly string[];
  /** Whether something is named, or was delegated to, that did not answer. */
  readonly isInDoubt: boolean;
}

/**
 * Calls a contract as random senders, with empty data and with an unknown selector, and finds out which codes answer. A
 * code is proven by an `eth_call` in which a program that returns a random word is in its place: the word comes back, from a
 * program that ran as the contract. Before it, the same with the contract's own code shows that the node does replace codes.
 * Where it does not, `debug_traceCall` tells. Where a node offers both, they have to agree.
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
  const probe = new OverrideProbe(state, address, signal);
  const calls = randomCalls(state.seed, address);
  const trace = (some: readonly RandomCall[] = calls) => traceDelegation(state, address, some, signal);
  if (!(await probe.isHonoured(calls[0]))) return trace();
  const found = await discover(probe, runtimeBytecode, calls);
  const probed = found.ran.length > 0 ? found : await tryNamed(probe, calls, found, await named());
  // Behind one URL there may be nodes that replace codes and nodes that do not.
  if (probed.ran.length === 0 && probed.isInDoubt && !(await probe.isHonoured(calls[0]))) return trace();
  return confirm(probed, trace, calls);
}

/** A contract can look at codes before it delegates, and run another one where one is replaced. A trace replaces none. */
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

async function tryNamed(
  probe: OverrideProbe,
  calls: readonly RandomCall[],
  { isInDoubt }: Probed,
  named: readonly string[],
): Promise<Probed> {
  const ran: string[] = [];
  for (const candidate of named.slice(0, MOST_NAMED)) {
    const answers = await Promise.all(calls.slice(0, 2).map((call) => probe.runs(candidate, call)));
    if (answers.includes(true)) ran.push(candidate);
  }
  return { ran, isInDoubt: isInDoubt || named.length > 0 };
}

/** The codes that answer the calls, wherever the contract has their addresses from. */
async function discover(
  probe: OverrideProbe,
  runtimeBytecode: string,
  calls: readonly RandomCall[],
): Promise<Probed> {
  const ran = new Set<string>();
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
        others.add(site);
        left.push(call);
      }
    }
    open = left;
  }
  return { ran: [...ran].map((each) => getAddress(each)), isInDoubt: others.size > 0 };
}
