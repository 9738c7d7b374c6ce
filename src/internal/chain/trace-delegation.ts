import { getAddress } from "ethers/address";
import { type CallFrame, ChainError, type TracedCall } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { mayBeImplementation, type Observation } from "./observation.ts";
import type { RandomCall } from "./random-calls.ts";

/** Enough to come to the first DELEGATECALL, and for about a hundred frames. */
const GAS_OF_TRACE = 80_000;

/** What `debug_traceCall` shows, with all codes as they are: those that a contract delegates the calls to, with all their data. */
export async function traceDelegation(
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
    return { method: null, ran: [] };
  }
  return { method: "trace", ran: [...ran] };
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
