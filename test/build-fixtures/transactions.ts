import { getAddress, Interface, Transaction, toQuantity } from "ethers";
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
export async function transactionsOf(chain: Anvil): Promise<Transactions> {
  const codeBefore: Record<string, string> = {};
  const signed: string[] = [];
  const latest = Number(await chain.request("eth_blockNumber"));
  for (let number = 1; number <= latest; number++) {
    const block = await chain.request("eth_getBlockByNumber", toQuantity(number), false);
    for (const hash of (block as { readonly transactions: readonly string[] }).transactions) {
      const raw = String(await chain.request("eth_getRawTransactionByHash", hash));
      const transaction = Transaction.from(raw);
      if (transaction.hash !== hash) throw new Error(`The chain knows ${hash} in another form.`);
      signed.push(raw);
      if (transaction.to === null) continue;
      const code = String(await chain.request("eth_getCode", transaction.to, "0x0"));
      if (code !== "0x") codeBefore[getAddress(transaction.to)] = code;
    }
  }
  return { codeBefore, signed };
}

const FACTORY = new Interface(["function make()", "function children(uint256) view returns (address)"]);

export async function makeChild(chain: Anvil, factory: string): Promise<string> {
  await send(chain, 0, factory, FACTORY.encodeFunctionData("make"));
  return firstChild(chain, factory);
}

export async function firstChild(chain: Anvil, factory: string): Promise<string> {
  const call = { to: factory, data: FACTORY.encodeFunctionData("children", [0]) };
  const result = String(await chain.request("eth_call", call, "latest"));
  return FACTORY.decodeFunctionResult("children", result)[0];
}
