import { setTimeout } from "node:timers/promises";
import { getAddress } from "ethers/address";
import type { Artifact } from "./artifact.ts";
import { creationInput } from "./compile.ts";
import type { DevelopmentChain } from "./local/development-chain.ts";

export interface DeployOptions {
  readonly args?: readonly unknown[];
  readonly libraries?: Readonly<Record<string, string>>;
  /** Index of the account. Addresses are reproducible if nothing else deploys from it. @default 0 */
  readonly account?: number;
  /** 0x-hex. @default 5 million gas */
  readonly gas?: string;
}

type Requests = Pick<DevelopmentChain, "request">;

export interface Deployed {
  /** Checksummed. */
  readonly address: string;
  readonly transactionHash: string;
}

export interface Receipt {
  readonly transactionHash: string;
  readonly contractAddress: string | null;
  readonly status: string;
  readonly logs: readonly { readonly data: string; readonly topics: readonly string[] }[];
}

export async function deploy(
  chain: Requests,
  artifact: Artifact,
  { args = [], libraries = {}, account = 0, gas }: DeployOptions = {},
): Promise<Deployed> {
  const data = artifactInput(artifact, args, libraries);
  return created(await send(chain, account, undefined, data, gas));
}

/** The creation transaction's input. */
export function artifactInput(
  { abi, bytecode, linkReferences }: Artifact,
  args: readonly unknown[] = [],
  libraries: Readonly<Record<string, string>> = {},
): string {
  const object = bytecode.slice(2);
  return creationInput({ abi, evm: { bytecode: { object, linkReferences } } }, libraries, args);
}

/** Deploys any creation code. */
export async function create(
  chain: Requests,
  data: string,
  fields: Readonly<Record<string, string>> = {},
  account = 0,
): Promise<Deployed> {
  return created(await transact(chain, undefined, { data, ...fields }, account));
}

function created({ contractAddress, transactionHash }: Receipt): Deployed {
  if (contractAddress === null) throw new Error("Nothing was deployed.");
  return { address: getAddress(contractAddress), transactionHash };
}

/** The contract that a factory created, whose address is the data of its log. */
export function loggedAddress({ logs }: Pick<Receipt, "logs">): string {
  return getAddress(`0x${logs[0]?.data.slice(26)}`);
}

/** Sends a transaction at a fixed price, so its hash is the same in every run. */
export async function send(
  chain: Requests,
  account: number,
  to: string | undefined,
  data: string,
  gas = "0x4c4b40",
): Promise<Receipt> {
  return transact(chain, to, { data, gas, gasPrice: "0x77359400", type: "0x0" }, account);
}

/** Sends any transaction, by default with enough gas for the largest possible contract, and waits for its receipt. */
export async function transact(
  chain: Requests,
  to: string | undefined,
  fields: Readonly<Record<string, string>> & { readonly data: string },
  account = 0,
): Promise<Receipt> {
  const accounts = (await chain.request("eth_accounts")) as readonly string[];
  const transaction = { from: accounts[account], gas: "0xf42400", ...fields };
  return receiptOf(chain, await chain.request("eth_sendTransaction", { ...transaction, ...(to && { to }) }));
}

/** Anvil answers before it has mined. */
const MINED_WITHIN_MS = 30_000;

export async function receiptOf(chain: Requests, hash: unknown): Promise<Receipt> {
  const deadline = Date.now() + MINED_WITHIN_MS;
  for (;;) {
    const receipt = (await chain.request("eth_getTransactionReceipt", hash)) as Receipt | null;
    if (receipt?.status === "0x1") return receipt;
    if (receipt !== null) throw new Error(`The transaction ${hash} failed.`);
    if (Date.now() > deadline) throw new Error(`The transaction ${hash} was not mined.`);
    await setTimeout(20);
  }
}
