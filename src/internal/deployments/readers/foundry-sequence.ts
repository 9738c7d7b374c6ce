import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";

import { isObject } from "../../builds/json-file.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { addressOf, codeOf, librariesOf, objectsOf, textOf, transactionHashOf } from "../checked-values.ts";

type Json = Readonly<Record<string, unknown>>;

/** A broadcast of one chain, taken apart. */
interface Sequence {
  readonly transactions: readonly Sent[];
  readonly receipts: readonly Receipt[];
  readonly libraries: ReturnType<typeof librariesOf>;
}

interface Sent {
  readonly json: Json;
  readonly hash: string | undefined;
  /** Undefined where the transaction creates a contract. */
  readonly to: string | undefined;
  readonly input: string | undefined;
}

interface Receipt {
  readonly hash: string | undefined;
  readonly to: string | undefined;
  readonly contractAddress: string | undefined;
  readonly hasFailed: boolean;
}

const FAILED = "its transaction failed";

export function sequenceOf({ transactions, receipts, libraries }: Json): Sequence {
  const named = (Array.isArray(libraries) ? libraries : []).flatMap((each: unknown) => {
    // `path:Name:address`
    const text = textOf(each) ?? "";
    const colon = text.lastIndexOf(":");
    return colon > 0 ? [[text.slice(0, colon), text.slice(colon + 1)] as const] : [];
  });
  return {
    transactions: objectsOf(transactions).map((json) => {
      const { to, input, data } = isObject(json.transaction) ? json.transaction : {};
      return { json, hash: transactionHashOf(json.hash), to: addressOf(to), input: codeOf(input ?? data) };
    }),
    receipts: objectsOf(receipts).map(({ transactionHash, contractAddress, status, to }) => ({
      to: addressOf(to),
      hash: transactionHashOf(transactionHash),
      contractAddress: addressOf(contractAddress),
      hasFailed: status === "0x0" || status === 0,
    })),
    libraries: librariesOf(Object.fromEntries(named)),
  };
}

/**
 * Without `--slow` Foundry may give a transaction the hash of another one, of another kind too. A receipt is of its own
 * hash, so what it says of recipient and contract decides.
 */
export function outcomeOf(
  { hash, to, json }: Sent,
  { transactions, receipts }: Sequence,
): { readonly reason?: string; readonly hashes: readonly string[] } {
  const address = addressOf(json.contractAddress);
  const alike = receipts.filter((receipt) =>
    to === undefined
      ? address !== undefined && receipt.contractAddress === address
      : // Some nodes give the recipient of a call as its contractAddress too.
        receipt.to === to,
  );
  const own = receipts.find((receipt) => hash !== undefined && receipt.hash === hash);
  if (alike.length === 0) {
    // Some nodes name no contract in the receipt of a creation that failed.
    if (own?.hasFailed && own.to === to && own.contractAddress === undefined)
      return { reason: FAILED, hashes: [] };
    // Its receipt is not there yet, or the hash is that of another transaction.
    return { hashes: own === undefined && hash !== undefined ? [hash] : [] };
  }
  const isFailed = alike.every(({ hasFailed }) => hasFailed) || (own?.hasFailed && alike.includes(own));
  if (isFailed) return { reason: FAILED, hashes: [] };
  const claimed = new Set(transactions.flatMap((each) => (each.to === to ? (each.hash ?? []) : [])));
  const rank = ({ hash: it }: Receipt): number =>
    it === hash ? 0 : it !== undefined && claimed.has(it) ? 2 : 1;
  const likeliest = [...alike].sort((a, b) => rank(a) - rank(b));
  return { hashes: [...new Set(likeliest.flatMap((receipt) => receipt.hash ?? []))] };
}

type Creation = Pick<RecordedDeployment, "creationCode" | "create2"> & {
  readonly name: string;
  readonly address: string | undefined;
};

/** The contracts that a transaction makes: its own, and those that other contracts make in it. */
export function creationsOf({ json, to, input }: Sent): readonly Creation[] {
  const address = addressOf(json.contractAddress);
  const isCreation = json.transactionType === "CREATE" || json.transactionType === "CREATE2";
  const own = { name: nameOf(json), address, ...howCreated(json, to, input, address) };
  const others = objectsOf(json.additionalContracts)
    .filter(({ transactionType }) => transactionType === "CREATE" || transactionType === "CREATE2")
    .map((each) => ({ name: nameOf(each), address: addressOf(each.address) }));
  // Of a contract that it made itself, its own entry says more.
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
  // What deployers such as 0x4e59b44847b379578588920ca78fbf26c0b4956c take: the salt, and the creation code after it.
  const salt = input.slice(0, 66);
  const creationCode = codeOf(`0x${input.slice(66)}`);
  if (to === undefined || creationCode === undefined) return {};
  const derived = getCreate2Address(to, salt, keccak256(creationCode));
  return derived === address ? { creationCode, create2: { deployer: to.toLowerCase(), salt } } : {};
}

/** Foundry guesses it by similarity, so it is a name to show and nothing to rely on. */
function nameOf({ contractName }: Json): string {
  return textOf(contractName) ?? "contract";
}
