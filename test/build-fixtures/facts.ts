import { getAddress, toQuantity } from "ethers";
import type { Anvil } from "./anvil.ts";

export interface Deployed {
  /** "path:Name", as the compiler's input has it. */
  readonly name: string;
  readonly address: string;
  readonly libraries?: Readonly<Record<string, string>>;
  readonly constructorArguments?: string;
}

export interface Facts {
  readonly chainId: number;
  readonly contracts: readonly {
    readonly name: string;
    readonly address: string;
    readonly runtimeBytecode: string;
    readonly creationTransactionHash: string;
    /** Null if another contract created this one. */
    readonly creationInput: string | null;
    readonly libraries: Readonly<Record<string, string>>;
    /** "0x" if there are none. */
    readonly constructorArguments: string;
  }[];
}

/** Doesn't ask the tool for transactions, because forge may record wrong ones. */
export async function factsOf(chain: Anvil, deployed: readonly Deployed[]): Promise<Facts> {
  const creations = await creationsOf(chain);
  const contracts = [];
  for (const contract of deployed) contracts.push(await factsOfOne(chain, contract, creations));
  return { chainId: Number(await chain.request("eth_chainId")), contracts };
}

/** Creation transactions by address, from the traces. */
async function creationsOf(chain: Anvil): Promise<ReadonlyMap<string, string>> {
  const creations = new Map<string, string>();
  const latest = Number(await chain.request("eth_blockNumber"));
  for (let block = 1; block <= latest; block++) {
    const traces = (await chain.request("trace_block", toQuantity(block))) as readonly Trace[];
    for (const { type, result, transactionHash } of traces) {
      if (type === "create" && result) creations.set(getAddress(result.address), transactionHash);
    }
  }
  return creations;
}

interface Trace {
  readonly type: string;
  /** Missing for a failed call. */
  readonly result?: { readonly address: string } | null;
  readonly transactionHash: string;
}

async function factsOfOne(
  chain: Anvil,
  { name, libraries = {}, constructorArguments = "0x", ...contract }: Deployed,
  creations: ReadonlyMap<string, string>,
): Promise<Facts["contracts"][number]> {
  const address = getAddress(contract.address);
  const creationTransactionHash = creations.get(address);
  if (creationTransactionHash === undefined) throw new Error(`Nothing created ${name} at ${address}.`);
  const transaction = await chain.request("eth_getTransactionByHash", creationTransactionHash);
  const { to, input } = transaction as { readonly to: string | null; readonly input: string };
  return {
    name,
    address,
    runtimeBytecode: String(await chain.request("eth_getCode", address, "latest")),
    creationTransactionHash,
    creationInput: to === null ? input : null,
    libraries: Object.fromEntries(Object.entries(libraries).map(([key, value]) => [key, getAddress(value)])),
    constructorArguments,
  };
}
