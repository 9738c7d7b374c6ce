import { Interface } from "ethers/abi";
import { getAddress } from "ethers/address";
import type { Artifact } from "./artifact.ts";
import { fill } from "./compile.ts";
import type { DevelopmentChain } from "./local/development-chain.ts";

export interface DeployOptions {
  readonly args?: readonly unknown[];
  readonly libraries?: Readonly<Record<string, string>>;
  /** Index of the account. Addresses are reproducible if nothing else deploys from it. @default 0 */
  readonly account?: number;
  /** 0x-hex. @default 5 million gas */
  readonly gas?: string;
}

export interface Deployed {
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
  chain: DevelopmentChain,
  artifact: Artifact,
  { args = [], libraries = {}, account = 0, gas }: DeployOptions = {},
): Promise<Deployed> {
  const code = link(artifact, libraries);
  const encoded = new Interface(artifact.abi).encodeDeploy(args).slice(2);
  const { contractAddress, transactionHash } = await send(
    chain,
    account,
    undefined,
    `${code}${encoded}`,
    gas,
  );
  if (contractAddress === null) throw new Error("Nothing was deployed.");
  return { address: getAddress(contractAddress), transactionHash };
}

/** Sends a transaction at a fixed price, so its hash is the same in every run. */
export async function send(
  chain: DevelopmentChain,
  account: number,
  to: string | undefined,
  data: string,
  gas = "0x4c4b40",
): Promise<Receipt> {
  return transact(chain, to, { data, gas, gasPrice: "0x77359400", type: "0x0" }, account);
}

/** Sends any transaction, by default with enough gas for the largest possible contract, and waits for its receipt. */
export async function transact(
  chain: DevelopmentChain,
  to: string | undefined,
  fields: Readonly<Record<string, string>> & { readonly data: string },
  account = 0,
): Promise<Receipt> {
  const accounts = (await chain.request("eth_accounts")) as readonly string[];
  const transaction = { from: accounts[account], gas: "0xf42400", ...fields };
  const hash = await chain.request("eth_sendTransaction", { ...transaction, ...(to && { to }) });
  const receipt = (await chain.request("eth_getTransactionReceipt", hash)) as Receipt;
  if (receipt.status !== "0x1") throw new Error(`The transaction ${receipt.transactionHash} failed.`);
  return receipt;
}

function link({ bytecode, linkReferences }: Artifact, libraries: DeployOptions["libraries"] = {}): string {
  let code = bytecode.slice(2);
  for (const ofFile of Object.values(linkReferences)) {
    for (const [name, ranges] of Object.entries(ofFile)) {
      const address = libraries[name];
      if (address === undefined) throw new Error(`The library ${name} is missing.`);
      code = fill(code, ranges, address);
    }
  }
  return `0x${code}`;
}
