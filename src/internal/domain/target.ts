import { getAddress } from "ethers/address";
import { advice, help, subcommand } from "../errors/next-step.ts";
import { VerifyContractError } from "../errors/problem.ts";
import { findNearestName } from "../text/nearest.ts";

export type Target =
  | {
      readonly kind: "address";
      readonly input: string;
      /** Checksummed. */
      readonly address: string;
      /** Set if a query service resolved the input to the address. */
      readonly contractId?: string;
    }
  | { readonly kind: "contract-id"; readonly input: string; readonly contractId: string };

const ADDRESS = /^(0x)?[0-9a-fA-F]{40}$/i;
const CONTRACT_ID = /^(\d{1,10}\.){0,2}\d{1,10}$/;
const TRANSACTION_HASH = /^0x[0-9a-f]{64}$/i;

/** True if a string looks like an address or an ID with shard and realm. A bare number could be anything. */
export function isTarget(text: string): boolean {
  return ADDRESS.test(text) || (text.split(".").length === 3 && CONTRACT_ID.test(text));
}

/** @throws VC101 for empty input, VC103 for a wrong checksum, VC102 for any other invalid input. */
export function parseTarget(input: string, subcommands: readonly string[] = []): Target {
  const text = input.trim();
  if (text === "") throw new VerifyContractError("VC101", { next: help });
  if (CONTRACT_ID.test(text)) return { kind: "contract-id", input: text, contractId: text };
  if (!ADDRESS.test(text)) throw invalidTarget(text, subcommands);
  const digits = text.replace(/^0x/i, "");
  try {
    return { kind: "address", input: text, address: getAddress(`0x${digits}`) };
  } catch {
    throw new VerifyContractError("VC103", {
      values: { target: text },
      facts: [["Correct", getAddress(`0x${digits.toLowerCase()}`)]],
      likely: "a digit was mistyped, or a letter's case was changed",
      next: advice("copy the address again from its source"),
    });
  }
}

/** Returns the same key for an address in any letter case, and for `1234` and `0.0.1234`. */
export function getTargetKey(target: Target): string {
  return target.kind === "address" ? target.address.toLowerCase() : normalizeId(target.contractId);
}

export function normalizeId(contractId: string): string {
  return [0, 0, ...contractId.split(".").map(Number)].slice(-3).join(".");
}

export function isTransactionHash(value: string): boolean {
  return TRANSACTION_HASH.test(value);
}

/** Returns the hash in lowercase, as verification services require. @throws VC105 */
export function parseTransactionHash(value: string): string {
  if (!isTransactionHash(value)) {
    throw new VerifyContractError("VC105", {
      values: { value },
      facts: [["Length", `${value.length} characters, not 66`]],
      next: advice("copy the hash again from its source"),
    });
  }
  return value.toLowerCase();
}

function invalidTarget(text: string, subcommands: readonly string[]): VerifyContractError {
  const task = findNearestName(text, subcommands);
  const hexDigits = /^0x([0-9a-fA-F]*)$/.exec(text)?.[1];
  const isWord = /^[a-z]+(-[a-z]+)*$/i.test(text);
  return new VerifyContractError("VC102", {
    values: { target: text },
    facts: [
      ["Got", hexDigits === undefined ? undefined : `${hexDigits.length} hexadecimal digits, not 40`],
      ["Commands", isWord && subcommands.length > 0 ? subcommands.join(", ") : undefined],
    ],
    next:
      task === undefined
        ? advice("specify the contract by its address or, on Hedera, by its id, such as 0.0.1234")
        : subcommand(task, text),
  });
}
