import type { NodeRequest } from "../chain/node-request.ts";
import { isObject } from "../text/is-object.ts";

/** An answer of the recorded node that a real one does not confirm. */
export interface Drift {
  /** RPC method, and what it was asked about. */
  readonly what: string;
  readonly recorded: string;
  readonly found: string;
}

/** A node of whoever replays. */
export interface OwnNode {
  readonly request: NodeRequest;
  readonly signal: AbortSignal;
}

/** What is compared of each answer: what it says of code and transaction, which a chain never changes. */
const COMPARED: Readonly<Record<string, readonly string[] | "whole">> = {
  eth_getCode: "whole",
  eth_getTransactionByHash: ["hash", "from", "to", "nonce", "input", "blockNumber"],
  eth_getTransactionReceipt: ["status", "contractAddress", "blockNumber"],
};

/**
 * Asks a real node for each code and each transaction that the recorded node answered, and compares. The replay continues
 * with the recorded answers, whatever it says.
 */
export class ComparedNode {
  /** The first answer that differs. */
  drift: Drift | undefined;
  /** The first question that the node did not answer, and why. */
  failure: { readonly method: string; readonly error: unknown } | undefined;
  readonly #node: OwnNode;
  readonly #asked = new Set<string>();

  constructor(node: OwnNode) {
    this.#node = node;
  }

  readonly of = (recorded: NodeRequest): NodeRequest => {
    return async (method, params, signal) => {
      const answer = await recorded(method, params, signal);
      await this.#compare(method, params, answer);
      return answer;
    };
  };

  async #compare(method: string, params: readonly unknown[], recorded: unknown): Promise<void> {
    const fields = COMPARED[method];
    const question = JSON.stringify([method, params]);
    // A node that lagged, or did not know it, shows nothing.
    if (fields === undefined || isNothing(recorded) || this.#asked.has(question)) return;
    this.#asked.add(question);
    try {
      const found = await this.#ask(method, params);
      const [one, other] = [shownOf(recorded, fields), shownOf(found, fields)];
      if (one !== other)
        this.drift ??= { what: `${method} ${String(params[0])}`, recorded: one, found: other };
    } catch (error) {
      this.failure ??= { method, error };
    }
  }

  /** Many nodes have the state of old blocks no more: then the latest one. */
  async #ask(method: string, params: readonly unknown[]): Promise<unknown> {
    const { request, signal } = this.#node;
    try {
      return await request(method, params, signal);
    } catch (error) {
      if (method !== "eth_getCode" || params[1] === "latest" || signal.aborted) throw error;
      return await request(method, [params[0], "latest"], signal);
    }
  }
}

function isNothing(answer: unknown): boolean {
  return answer === null || answer === undefined || answer === "0x";
}

function shownOf(answer: unknown, fields: readonly string[] | "whole"): string {
  if (fields === "whole" || !isObject(answer)) return String(answer).toLowerCase();
  return fields.map((field) => `${field} ${String(answer[field] ?? "none").toLowerCase()}`).join(", ");
}
