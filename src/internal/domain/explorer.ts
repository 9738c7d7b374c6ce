import { isHedera } from "./hedera.ts";

export interface Explorer {
  readonly name: string;
  /** Without a trailing slash. On Hedera, includes the network's name. */
  readonly url: string;
  /** The only verification service whose records the explorer shows. @default unknown */
  readonly reads?: string | undefined;
}

interface Place {
  /** Checksummed. */
  readonly address: string;
  /** `shard.realm.num` on Hedera. */
  readonly contractId: string | null;
  readonly transactionHash: string | null;
  readonly kind: PlaceKind;
}

/** The kind of entity at the address. `nothing` if there is no code. */
export type PlaceKind =
  | "contract"
  | "nothing"
  | "token"
  | "schedule"
  | "system-contract"
  | "account"
  | "delegated-account";

/** HashScan's pages by kind (router in hiero-mirror-node-explorer). The `address` page detects the kind. */
const PAGES: Readonly<Record<PlaceKind, string>> = {
  contract: "contract",
  nothing: "address",
  token: "token",
  schedule: "address",
  "system-contract": "address",
  account: "account",
  "delegated-account": "account",
};

/** On chains other than Hedera, explorers use Etherscan's paths, which Blockscout supports too. */
export function createExplorerLinks({ name, url }: Explorer, chainId: number, place: Place) {
  const { address, contractId, transactionHash, kind } = place;
  const isOnHedera = isHedera(chainId);
  const page = isOnHedera ? PAGES[kind] : "address";
  // A token's page requires its ID.
  const isById = isOnHedera && kind === "token" && contractId !== null;
  const links = [{ label: name, url: `${url}/${page}/${isById ? contractId : address}` }];
  if (isOnHedera && contractId !== null && !isById && page !== "address")
    links.push({ label: `${name} id`, url: `${url}/${page}/${contractId}` });
  if (transactionHash !== null)
    links.push({
      label: `${name} transaction`,
      url: `${url}/${isOnHedera ? "transaction" : "tx"}/${transactionHash}`,
    });
  return links;
}
