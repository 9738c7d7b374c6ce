import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { dataLength, dataSlice } from "ethers/utils";
import type { ChainTransaction } from "./chain-port.ts";

const SALT_BYTES = 32;

/**
 * The init code that a transaction without recipient executed, as far as its input proves it: a signature, or the address
 * that sender and nonce give, shows an EVM transaction. Any other is a ledger's own kind of transaction, whose input can
 * be the constructor arguments alone.
 *
 * @param address Lower case or checksummed.
 * @returns undefined where the input does not prove it.
 */
export function initCodeOf(transaction: ChainTransaction, address: string): string | undefined {
  if (transaction.to !== null || transaction.input === "0x") return undefined;
  if (!transaction.isSigned && !isCreateOf(address, transaction)) return undefined;
  return fromFile(transaction.input) ?? transaction.input.toLowerCase();
}

/** Whether sender and nonce give the address. */
export function isCreateOf(address: string, { from, to, nonce }: ChainTransaction): boolean {
  if (to !== null || nonce === undefined) return false;
  return getCreateAddress({ from, nonce }).toLowerCase() === address.toLowerCase();
}

/**
 * The init code in the input of a deterministic deployer: salt and init code determine the address (EIP-1014).
 *
 * @param address Lower case or checksummed.
 */
export function create2InitCodeOf(
  { to, input }: Pick<ChainTransaction, "to" | "input">,
  address: string,
): string | undefined {
  if (to === null || dataLength(input) < SALT_BYTES) return undefined;
  const initCode = dataSlice(input, SALT_BYTES);
  const derived = getCreate2Address(to, dataSlice(input, 0, SALT_BYTES), keccak256(initCode));
  return derived.toLowerCase() === address.toLowerCase() ? initCode.toLowerCase() : undefined;
}

/**
 * Call data that lies in a file shows as the file's content: hexadecimal digits in ASCII. None of these bytes is the
 * opcode RETURN, so init code can't look like it.
 */
function fromFile(input: string): string | undefined {
  const text = Buffer.from(input.slice(2), "hex").toString("latin1");
  const digits = /^(?:0x)?([0-9a-fA-F]+)$/.exec(text)?.[1];
  return digits === undefined || digits.length % 2 !== 0 ? undefined : `0x${digits.toLowerCase()}`;
}
