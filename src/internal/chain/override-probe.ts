import { delegationIn, magicProgram, ranAs } from "../bytecode/probe-programs.ts";
import { type CallConditions, ChainError } from "./chain-port.ts";
import type { ChainState } from "./chain-state.ts";
import { chance } from "./chance.ts";
import { isExecutionFailure } from "./is-execution-failure.ts";
import type { RandomCall } from "./random-calls.ts";

/** Calls to one contract with other codes in the place of those on chain. */
export class OverrideProbe {
  readonly #state: ChainState;
  readonly address: string;
  readonly #signal: AbortSignal;
  readonly magic: string;

  /** @param purpose Probes for different ones return different words. */
  constructor(state: ChainState, address: string, signal: AbortSignal, purpose = "delegation") {
    this.#state = state;
    this.address = address;
    this.#signal = signal;
    this.magic = `0x${chance(state.seed, address, `word for ${purpose}`).toString("hex")}`;
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
