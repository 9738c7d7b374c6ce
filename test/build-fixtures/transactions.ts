import { Contract, getAddress, Interface, JsonRpcProvider, Transaction } from "ethers";
import { send } from "../helpers/deploy.ts";
import type { Anvil } from "./anvil.ts";

/** Repeats a deployment on another development chain, with the same addresses and hashes. */
export interface Transactions {
  /** Runtime bytecode by address that the chain had before its first transaction. */
  readonly codeBefore: Readonly<Record<string, string>>;
  /** For eth_sendRawTransaction, in chain order. */
  readonly signed: readonly string[];
}

/** All transactions of a chain that was empty before. */
export async function transactionsOf(url: string): Promise<Transactions> {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 });
  try {
    const codeBefore: Record<string, string> = {};
    const signed: string[] = [];
    const latest = await provider.getBlockNumber();
    for (let number = 1; number <= latest; number++) {
      const block = await provider.getBlock(number);
      for (const hash of block?.transactions ?? []) {
        const raw: string = await provider.send("eth_getRawTransactionByHash", [hash]);
        const transaction = Transaction.from(raw);
        if (transaction.hash !== hash) throw new Error(`The chain knows ${hash} in another form.`);
        signed.push(raw);
        const code = transaction.to === null ? "0x" : await provider.getCode(transaction.to, 0);
        if (transaction.to !== null && code !== "0x") codeBefore[getAddress(transaction.to)] = code;
      }
    }
    return { codeBefore, signed };
  } finally {
    provider.destroy();
  }
}

const FACTORY = ["function make()", "function children(uint256) view returns (address)"];

export async function makeChild(chain: Anvil, factory: string): Promise<string> {
  await send(chain, 0, factory, new Interface(FACTORY).encodeFunctionData("make"));
  return firstChild(chain.url, factory);
}

export async function firstChild(url: string, factory: string): Promise<string> {
  const provider = new JsonRpcProvider(url);
  try {
    return await new Contract(factory, FACTORY, provider).getFunction("children")(0);
  } finally {
    provider.destroy();
  }
}
