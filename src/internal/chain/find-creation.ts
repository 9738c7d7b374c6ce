import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { dataLength, dataSlice } from "ethers/utils";
import { untilPresent } from "../services/retry.ts";
import { ChainError, type ChainPort, type ChainTransaction, ifAnswered } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";
import type { CreationWitness } from "./creation-witness.ts";

const FIRST_STEP = 4;
const GROWTH = 4;
/** Maximum number of attempts to read a block from a node that may lag. */
const BLOCK_ATTEMPTS = 3;

export interface CreationSources {
  readonly chain: ChainPort;
  readonly chainId: number;
  /** Lowercase or checksummed. */
  readonly address: string;
  /** The current code, 0x-prefixed hex. */
  readonly runtimeBytecode: string;
  readonly witness: CreationWitness;
  readonly signal: AbortSignal;
}

type Appearance = Pick<CreationSources, "chain" | "address" | "signal">;

/**
 * Searches backward in increasing steps from `latest`, where the contract has code, because most contracts are verified
 * soon after deployment. Makes at most about 50 calls. Undefined if the node has no older state.
 */
export async function findBirthBlock(appearance: Appearance, latest?: number) {
  const { chain, signal } = appearance;
  return await ifAnswered(signal, async () =>
    readBlock(
      appearance,
      await findFirstBlockWithCode(appearance, latest ?? (await chain.latestBlock(signal))),
    ),
  );
}

/** True if another contract created it in this block. Undefined if the node has no older state. */
export async function hasAppearedIn(appearance: Appearance, block: number): Promise<boolean | undefined> {
  return await ifAnswered(appearance.signal, async () => {
    if (block > 0 && (await hasCode(appearance, block - 1))) return false;
    return (await hasCode(appearance, block)) && (await readBlock(appearance, block)).direct === undefined;
  });
}

async function readBlock({ chain, address, signal }: Appearance, number: number) {
  const options = { attempts: BLOCK_ATTEMPTS, wait: chain.wait, signal };
  const transactions = await untilPresent(() => chain.transactionsOf(number, signal), options);
  if (transactions === undefined) throw new ChainError("eth_getBlockByNumber", `there is no block ${number}`);
  // The transaction that created the contract directly, not through another contract.
  const direct = transactions.find((transaction) => isCreatedBy(address, transaction));
  return { number, direct, transactions };
}

async function findFirstBlockWithCode(appearance: Appearance, latest: number): Promise<number> {
  let withCode = latest;
  let withoutCode = -1;
  for (let step = FIRST_STEP; withCode > 0 && withoutCode < 0; step *= GROWTH) {
    const probe = Math.max(0, withCode - step);
    if (await hasCode(appearance, probe)) withCode = probe;
    else withoutCode = probe;
  }
  while (withCode - withoutCode > 1) {
    const middle = Math.floor((withCode + withoutCode) / 2);
    if (await hasCode(appearance, middle)) withCode = middle;
    else withoutCode = middle;
  }
  return withCode;
}

async function hasCode({ chain, address, signal }: Appearance, block: number): Promise<boolean> {
  return (await stateAt(chain, block, signal).code(address)) !== "0x";
}

const SALT_BYTES = 32;

/**
 * Returns the init code if the input is certain to be the init code, as in EVM transactions, which are recognized by a
 * signature or by the derived address. The input of a ledger's native transaction may be only the constructor
 * arguments.
 */
export function readInitCode(transaction: ChainTransaction, address: string): string | undefined {
  if (transaction.to !== null || transaction.input === "0x") return undefined;
  if (!transaction.isSigned && !isCreatedBy(address, transaction)) return undefined;
  return decodeFileData(transaction.input) ?? transaction.input;
}

/** True if the address is derived from sender and nonce. */
export function isCreatedBy(address: string, { from, to, nonce }: ChainTransaction): boolean {
  if (to !== null || nonce === undefined) return false;
  return getCreateAddress({ from, nonce }).toLowerCase() === address.toLowerCase();
}

/**
 * For a call to a deterministic deployer, such as 0x4e59b44847b379578588920ca78fbf26c0b4956c. Its input, the salt
 * followed by the init code, determines the address (EIP-1014).
 */
export function readCreate2InitCode(
  { to, input }: Pick<ChainTransaction, "to" | "input">,
  address: string,
): string | undefined {
  if (to === null || dataLength(input) < SALT_BYTES) return undefined;
  const initCode = dataSlice(input, SALT_BYTES);
  const derived = getCreate2Address(to, dataSlice(input, 0, SALT_BYTES), keccak256(initCode));
  return derived.toLowerCase() === address.toLowerCase() ? initCode : undefined;
}

/**
 * Decodes a file's content: hexadecimal digits in ASCII. Binary init code can't consist only of these characters,
 * because none of them encodes the opcode RETURN, which init code needs.
 */
function decodeFileData(input: string): string | undefined {
  const text = Buffer.from(input.slice(2), "hex").toString("latin1");
  const digits = /^(?:0x)?([0-9a-fA-F]+)$/.exec(text)?.[1];
  return digits === undefined || digits.length % 2 !== 0 ? undefined : `0x${digits.toLowerCase()}`;
}
