import { isHedera } from "./hedera.ts";

/** A chain's block explorer. */
export interface Explorer {
  /** As a label of its links: "HashScan". */
  readonly name: string;
  /** Without a slash at its end; on Hedera with the network's name. */
  readonly url: string;
  /** The one verification service whose records its pages show. @default not known */
  readonly reads?: string | undefined;
}

/** The thing to show. */
interface Place {
  /** Checksummed. */
  readonly address: string;
  /** `shard.realm.num` on Hedera. */
  readonly contractId: string | null;
  readonly transactionHash: string | null;
  readonly kind: PlaceKind;
}

/** The kind of thing at the address; `nothing` if there is no code. */
export type PlaceKind =
  | "contract"
  | "nothing"
  | "token"
  | "schedule"
  | "system-contract"
  | "account"
  | "delegated-account";

interface Link {
  readonly label: string;
  readonly url: string;
}

/** HashScan's pages by what they show (hiero-mirror-node-explorer, its router); `address` finds out by itself. */
const PAGES: Readonly<Record<PlaceKind, string>> = {
  contract: "contract",
  token: "token",
  account: "account",
  "delegated-account": "account",
  nothing: "address",
  schedule: "address",
  "system-contract": "address",
};

/**
 * The pages of a contract, of its creating transaction and, on Hedera, of its id. Explorers of other chains have the paths
 * of Etherscan, which Blockscout has too.
 */
export function explorerLinks({ name, url }: Explorer, chainId: number, place: Place): readonly Link[] {
  const { address, contractId, transactionHash, kind } = place;
  const isOfHedera = isHedera(chainId);
  const page = isOfHedera ? PAGES[kind] : "address";
  // A token's page is found by its id alone.
  const isById = isOfHedera && kind === "token" && contractId !== null;
  const links = [{ label: name, url: `${url}/${page}/${isById ? contractId : address}` }];
  if (isOfHedera && contractId !== null && !isById && page !== "address")
    links.push({ label: `${name} id`, url: `${url}/${page}/${contractId}` });
  if (transactionHash !== null)
    links.push({
      label: `${name} transaction`,
      url: `${url}/${isOfHedera ? "transaction" : "tx"}/${transactionHash}`,
    });
  return links;
}
