import { getAddress, JsonRpcProvider } from "ethers";

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
export async function factsOf(url: string, deployed: readonly Deployed[]): Promise<Facts> {
  const provider = new JsonRpcProvider(url, undefined, { cacheTimeout: -1 });
  try {
    const { chainId } = await provider.getNetwork();
    const creations = await creationsOf(provider);
    const contracts = [];
    for (const contract of deployed) contracts.push(await factsOfOne(provider, contract, creations));
    return { chainId: Number(chainId), contracts };
  } finally {
    provider.destroy();
  }
}

/** Creating transactions by address, from the traces. */
async function creationsOf(provider: JsonRpcProvider): Promise<ReadonlyMap<string, string>> {
  const creations = new Map<string, string>();
  const latest = await provider.getBlockNumber();
  for (let block = 1; block <= latest; block++) {
    const traces: Trace[] = await provider.send("trace_block", [`0x${block.toString(16)}`]);
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
  provider: JsonRpcProvider,
  { name, libraries = {}, constructorArguments = "0x", ...contract }: Deployed,
  creations: ReadonlyMap<string, string>,
): Promise<Facts["contracts"][number]> {
  const address = getAddress(contract.address);
  const creationTransactionHash = creations.get(address);
  const transaction =
    creationTransactionHash === undefined ? null : await provider.getTransaction(creationTransactionHash);
  if (transaction === null) throw new Error(`Nothing created ${name} at ${address}.`);
  return {
    name,
    address,
    runtimeBytecode: await provider.getCode(address),
    creationTransactionHash: transaction.hash,
    creationInput: transaction.to === null ? transaction.data : null,
    libraries: Object.fromEntries(Object.entries(libraries).map(([key, value]) => [key, getAddress(value)])),
    constructorArguments,
  };
}
