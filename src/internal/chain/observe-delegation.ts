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
  const probe = new OverrideProbe(state, address, signal);
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

/** The codes that answer the calls, wherever the contract has their addresses from. */
async function discover(
  probe: OverrideProbe,
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
