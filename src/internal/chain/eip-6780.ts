/**
 * Where a chain begins to destroy a contract only in the transaction that creates it (EIP-6780), as its operators have
 * published it. A chain that is missing here may still destroy contracts at any time.
 */
type Activation =
  | { readonly timestampS: number; readonly block?: never }
  | { readonly block: number; readonly timestampS?: never };

const ACTIVATIONS: ReadonlyMap<number, Activation> = new Map<number, Activation>([
  // Ethereum: Cancun (go-ethereum, params/config.go).
  [1, { timestampS: 1710338135 }],
  [11155111, { timestampS: 1706655072 }],
  [17000, { timestampS: 1707305664 }],
  [560048, { timestampS: 0 }],
  // OP Mainnet, Base and their test networks: Ecotone (superchain-registry).
  [10, { timestampS: 1710374401 }],
  [8453, { timestampS: 1710374401 }],
  [11155420, { timestampS: 1708534800 }],
  [84532, { timestampS: 1708534800 }],
  // Arbitrum One: ArbOS 20.
  [42161, { timestampS: 1710424089 }],
  // BNB Smart Chain and Chapel: Cancun (bsc, params/config.go).
  [56, { timestampS: 1718863500 }],
  [97, { timestampS: 1713330442 }],
  // Polygon and Amoy: Napoli (docs.polygon.technology).
  [137, { block: 54876000 }],
  [80002, { block: 5423600 }],
  // Gnosis Chain: Cancun (gnosis.json of Nethermind).
  [100, { timestampS: 1710181820 }],
  // Avalanche C-Chain and Fuji: Etna (avalanchego, upgrade/upgrade.go).
  [43114, { timestampS: 1734368400 }],
  [43113, { timestampS: 1732550400 }],
]);

/** The chains whose activation is known, by id. */
export const CHAINS_WITH_EIP_6780: readonly number[] = [...ACTIVATIONS.keys()];

/**
 * Whether a block belongs to the time in which its chain destroys contracts only in their creating transaction.
 *
 * @param timestampOf Reads the block's timestamp in seconds; asked only where the chain counts by time.
 * @returns Why that is not known, as a clause; undefined where it does.
 */
export async function whyDestructible(
  chainId: number,
  block: number,
  timestampOf: () => Promise<number | undefined>,
): Promise<string | undefined> {
  const activation = ACTIVATIONS.get(chainId);
  if (activation === undefined) return "no published activation of EIP-6780 is known for this chain";
  const at = activation.block === undefined ? await timestampOf() : block;
  if (at === undefined) return "the node does not say when the block was made";
  return at < (activation.block ?? activation.timestampS)
    ? "the chain could still destroy contracts then (before EIP-6780)"
    : undefined;
}
