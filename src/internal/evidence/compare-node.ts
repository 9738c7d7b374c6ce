import type { NodeRequest } from "../chain/chain-port.ts";
import { again } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { parseJson } from "../services/http/parse-json.ts";
import { cleanText } from "../text/clean-text.ts";
import { messageOf } from "../text/file-reason.ts";
import { isObject } from "../text/is-object.ts";
import type { ContractEntry } from "./schema.ts";

export interface OwnChain {
  readonly chainId: number;
  readonly request: NodeRequest;
  readonly signal: AbortSignal;
}

/** These response fields never change on a chain. */
const COMPARED: Readonly<Record<string, readonly string[] | "whole">> = {
  eth_getCode: "whole",
  eth_getTransactionByHash: ["hash", "from", "to", "nonce", "input", "blockNumber"],
  eth_getTransactionReceipt: ["status", "contractAddress", "blockNumber"],
};

/**
 * Requests each recorded code and transaction from a real node and compares the responses.
 *
 * @throws VerifyContractError VC809 for the first different response; VC302 if the node doesn't answer
 */
export async function compareNode(
  { world, entries }: ContractEntry,
  name: string,
  chain: OwnChain,
): Promise<void> {
  const differs = (asked: string, recorded: string, found: string): VerifyContractError =>
    new VerifyContractError("VC809", {
      facts: [
        ["Contract", name],
        ["Asked", cleanText(asked, 200)],
        ["Evidence", shortened(recorded)],
        ["Node", shortened(found)],
      ],
    });
  if (chain.chainId !== world.settings.chainId)
    throw differs("chain id", String(world.settings.chainId), String(chain.chainId));
  const answers = new Map<string, unknown>();
  let failure: VerifyContractError | undefined;
  for (const { door, question, answer } of entries) {
    const [method = "", params = ""] = question;
    const fields = COMPARED[method];
    if (door !== "node" || fields === undefined || typeof answer !== "string") continue;
    try {
      const recorded = parseJson(answer);
      // An empty response may come from a lagging node, so it proves nothing.
      if (recorded === null || recorded === "0x") continue;
      const asked = parseJson(params) as readonly unknown[];
      const key = question.join(" ");
      if (!answers.has(key)) answers.set(key, await ask(chain, method, asked));
      const [one, other] = [pickFields(recorded, fields), pickFields(answers.get(key), fields)];
      if (one !== other) throw differs(`${method} ${asked[0]}`, one, other);
    } catch (cause) {
      if (cause instanceof VerifyContractError && cause.code === "VC809") throw cause;
      const reason = cleanText(messageOf(cause), 200);
      const facts = [["Contract", name] as const, ["Asked", method] as const, ["Reason", reason] as const];
      failure ??= new VerifyContractError("VC302", { facts, next: again, cause });
    }
  }
  if (failure !== undefined) throw failure;
}

/** Falls back to the latest block, because many nodes prune old state. */
async function ask(
  { request, signal }: OwnChain,
  method: string,
  params: readonly unknown[],
): Promise<unknown> {
  try {
    return await request(method, params, signal);
  } catch (error) {
    if (method !== "eth_getCode" || params[1] === "latest" || signal.aborted) throw error;
    return await request(method, [params[0], "latest"], signal);
  }
}

function pickFields(answer: unknown, fields: readonly string[] | "whole"): string {
  if (fields === "whole" || !isObject(answer)) return String(answer).toLowerCase();
  return fields.map((field) => `${field} ${String(answer[field] ?? "none").toLowerCase()}`).join(", ");
}

function shortened(text: string): string {
  return text.length <= MAX_TEXT_LENGTH
    ? cleanText(text)
    : `${cleanText(text.slice(0, MAX_TEXT_LENGTH))}…, ${text.length} characters`;
}

const MAX_TEXT_LENGTH = 160;
