import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isObject } from "../../text/is-object.ts";
import { addressOf, codeOf, librariesOf, objectsOf, textOf, transactionHashOf } from "../checked-values.ts";

type Json = Readonly<Record<string, unknown>>;

/** The broadcast to one chain, parsed. */
interface Sequence {
  readonly transactions: readonly Sent[];
  readonly receipts: readonly Receipt[];
  /** The hashes of transactions without a receipt. */
  readonly unreceived: ReadonlySet<string>;
  readonly libraries: ReturnType<typeof librariesOf>;
}

interface Sent {
  readonly json: Json;
  readonly hash: string | undefined;
  /** undefined for a contract creation. */
  readonly to: string | undefined;
  readonly input: string | undefined;
}

interface Receipt {
  readonly hash: string | undefined;
  readonly to: string | undefined;
  readonly contractAddress: string | undefined;
  readonly hasFailed: boolean;
}

export function sequenceOf({ transactions, receipts, libraries }: Json): Sequence {
  const named = (Array.isArray(libraries) ? libraries : []).flatMap((each: unknown) => {
    // `path:Name:address`
    const text = textOf(each) ?? "";
    const colon = text.lastIndexOf(":");
    return colon > 0 ? [[text.slice(0, colon), text.slice(colon + 1)] as const] : [];
  });
  const sent = objectsOf(transactions).map((json): Sent => {
    const { to, input, data } = isObject(json.transaction) ? json.transaction : {};
    return { json, hash: transactionHashOf(json.hash), to: addressOf(to), input: codeOf(input ?? data) };
  });
  const received = objectsOf(receipts).map(
    ({ transactionHash, contractAddress, status, to }): Receipt => ({
      to: addressOf(to),
      hash: transactionHashOf(transactionHash),
      contractAddress: addressOf(contractAddress),
      hasFailed: status === "0x0" || status === 0,
    }),
  );
  const unreceived = new Set(sent.flatMap(({ hash }) => hash ?? []));
  for (const { hash } of received) if (hash !== undefined) unreceived.delete(hash);
  return {
    transactions: sent,
    receipts: received,
    unreceived,
    libraries: librariesOf(Object.fromEntries(named)),
  };
}

/** Listing every open hash for each contract takes quadratic memory. Above this number, no hash is recorded. */
const MOST_CANDIDATES = 1_000;

/**
 * Finds the outcome of a transaction by its receipts. Without `--slow`, Foundry may record the hash of another
 * transaction, even of another kind. A receipt always belongs to its own hash, so its recipient and contract decide;
 * without it, as after an interruption, the transaction may have any hash that has none.
 * A failed receipt of a call may be of another call to the same contract: if `mayHaveFailed` is true, only the chain can
 * tell.
 */
export function outcomeOf(
  { hash, to, json }: Sent,
  { transactions, receipts, unreceived }: Sequence,
): { readonly mayHaveFailed: boolean; readonly hashes: readonly string[] } {
  const address = addressOf(json.contractAddress);
  const alike = receipts.filter((receipt) =>
    to === undefined
      ? address !== undefined && receipt.contractAddress === address
      : // Some nodes report a call's recipient as its contractAddress.
        receipt.to === to,
  );
  const own = receipts.find((receipt) => hash !== undefined && receipt.hash === hash);
  if (alike.length === 0) {
    // Some nodes omit the contract in the receipt of a failed creation.
    if (own?.hasFailed && own.to === to && own.contractAddress === undefined)
      return { mayHaveFailed: true, hashes: [] };
    // The broadcast was not finished: any hash without a receipt may be this transaction's, most likely its own.
    const ofThis = hash !== undefined && unreceived.has(hash) ? [hash] : [];
    const isListed = unreceived.size <= MOST_CANDIDATES;
    return { mayHaveFailed: false, hashes: isListed ? [...new Set([...ofThis, ...unreceived])] : [] };
  }
  const succeeded = alike.filter(({ hasFailed }) => !hasFailed);
  const mayHaveFailed = succeeded.length === 0 || (own?.hasFailed === true && alike.includes(own));
  const claimed = new Set(transactions.flatMap((each) => (each.to === to ? (each.hash ?? []) : [])));
  const rank = ({ hash: it }: Receipt): number =>
    it === hash ? 0 : it !== undefined && claimed.has(it) ? 2 : 1;
  const likeliest = [...succeeded].sort((a, b) => rank(a) - rank(b));
  return { mayHaveFailed, hashes: [...new Set(likeliest.flatMap((receipt) => receipt.hash ?? []))] };
}

type Creation = Pick<RecordedDeployment, "creationCode" | "create2" | "byContract"> & {
  readonly name: string;
  readonly address: string | undefined;
};

/** The contracts that a transaction creates directly, and those that other contracts create in it. */
export function creationsOf({ json, to, input }: Sent): readonly Creation[] {
  const address = addressOf(json.contractAddress);
  const isCreation = json.transactionType === "CREATE" || json.transactionType === "CREATE2";
  const own = { name: nameOf(json), address, ...howCreated(json, to, input, address) };
  const others = objectsOf(json.additionalContracts)
    .filter(({ transactionType }) => transactionType === "CREATE" || transactionType === "CREATE2")
    .map((each) => ({ name: nameOf(each), address: addressOf(each.address), byContract: true }) as const);
  // For the directly created contract, the transaction's own entry has more information.
  return isCreation ? [own, ...others.filter((each) => each.address !== address)] : others;
}

function howCreated(
  { transactionType }: Json,
  to: string | undefined,
  input: string | undefined,
  address: string | undefined,
): Pick<RecordedDeployment, "creationCode" | "create2"> {
  if (input === undefined) return {};
  if (transactionType === "CREATE") return to === undefined ? { creationCode: input } : {};
  // The input of deployers such as 0x4e59b44847b379578588920ca78fbf26c0b4956c is the salt, then the init code.
  const salt = input.slice(0, 66);
  const creationCode = codeOf(`0x${input.slice(66)}`);
  if (to === undefined || creationCode === undefined) return {};
  const derived = getCreate2Address(to, salt, keccak256(creationCode));
  return derived === address ? { creationCode, create2: { deployer: to.toLowerCase(), salt } } : {};
}

/** The name of a contract for which Foundry has none. */
export const UNNAMED = "contract";

/** Foundry guesses the name by similarity: it refutes nothing. */
function nameOf({ contractName }: Json): string {
  return textOf(contractName) ?? UNNAMED;
}
