import { getCreate2Address, getCreateAddress } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import { dataLength, dataSlice } from "ethers/utils";
import { untilPresent } from "../services/retry.ts";
import { ChainError, type ChainPort, type ChainTransaction, ifAnswered } from "./chain-port.ts";
import { stateAt } from "./chain-state.ts";

const FIRST_STEP = 4;
const GROWTH = 4;
/** How often a block is read from a node that may lag. */
const BLOCK_ATTEMPTS = 3;

/** The block in which a contract appeared. */
export interface BirthBlock {
  readonly number: number;
  /** The transaction that created the contract directly, not through another contract. */
  readonly direct: ChainTransaction | undefined;
  readonly transactions: readonly ChainTransaction[];
}

/**
 * Finds the block in which a contract appeared. Most contracts are verified soon after deployment, so the search starts at
 * the latest block and goes back in growing steps: about 50 calls at most.
 *
 * @param address Lower case or checksummed.
 * @param latest A block that has the contract's code. @default the chain's latest block
 * @returns undefined where the node has no older state.
 */
export async function findBirthBlock(
  chain: ChainPort,
  address: string,
  latest: number | undefined,
  signal: AbortSignal,
): Promise<BirthBlock | undefined> {
  return await ifAnswered(signal, async () => {
    const newest = latest ?? (await chain.latestBlock(signal));
    return await readBlock(chain, address, await firstBlockWithCode(chain, address, newest, signal), signal);
  });
}

/**
 * Whether a contract appeared in a block, and another contract created it.
 *
 * @returns undefined where the node has no older state.
 */
export async function appearedIn(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  return await ifAnswered(signal, async () => {
    if (block > 0 && (await hasCode(chain, address, block - 1, signal))) return false;
    if (!(await hasCode(chain, address, block, signal))) return false;
    return (await readBlock(chain, address, block, signal)).direct === undefined;
  });
}

async function readBlock(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<BirthBlock> {
  const options = { attempts: BLOCK_ATTEMPTS, wait: chain.wait, signal };
  const transactions = await untilPresent(() => chain.transactionsOf(block, signal), options);
  if (transactions === undefined) throw new ChainError("eth_getBlockByNumber", `there is no block ${block}`);
  return {
    number: block,
    direct: transactions.find((transaction) => isCreateOf(address, transaction)),
    transactions,
  };
}

async function firstBlockWithCode(
  chain: ChainPort,
  address: string,
  latest: number,
  signal: AbortSignal,
): Promise<number> {
  let withCode = latest;
  let withoutCode = -1;
  for (let step = FIRST_STEP; withCode > 0; step *= GROWTH) {
    const probe = Math.max(0, withCode - step);
    if (await hasCode(chain, address, probe, signal)) withCode = probe;
    else {
      withoutCode = probe;
      break;
    }
  }
  while (withCode - withoutCode > 1) {
    const middle = Math.floor((withCode + withoutCode) / 2);
    if (await hasCode(chain, address, middle, signal)) withCode = middle;
    else withoutCode = middle;
  }
  return withCode;
}

async function hasCode(
  chain: ChainPort,
  address: string,
  block: number,
  signal: AbortSignal,
): Promise<boolean> {
  return (await stateAt(chain, block, signal).code(address)) !== "0x";
}

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
