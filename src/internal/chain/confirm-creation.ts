import { type ChainReceipt, type ChainTransaction, ifAnswered } from "./chain-port.ts";
import type { CreationFacts } from "./deployment-facts.ts";
import { isCreateOf } from "./init-code.ts";
import { retryUntilPresent } from "./retry-until-present.ts";
import { type CreationSources, showCreation } from "./show-creation.ts";

/** How often a transaction is read that the user, the query service or the chain says is mined. */
const MINED_ATTEMPTS = 3;

/**
 * Reads one transaction, and what shows that it created the contract.
 *
 * @param hash Lower case.
 * @returns The facts, or a text that says why this transaction did not create the contract.
 */
export async function confirmCreation(
  sources: CreationSources,
  hash: string,
  knownFrom: CreationFacts["knownFrom"],
): Promise<CreationFacts | string> {
  const { chain, signal } = sources;
  // A lagging node does not have it yet. A hint can be from another chain, where waiting does not help.
  const attempts = knownFrom === "record" || knownFrom === "deployment" ? 1 : MINED_ATTEMPTS;
  const retry = <T>(read: () => Promise<T | undefined>): Promise<T | undefined> =>
    retryUntilPresent(read, attempts, signal, chain.wait);
  const readTransaction = () =>
    readOrAbsent(() => retry(() => chain.transaction(hash, signal)), signal, knownFrom);
  const readReceipt = () => readOrAbsent(() => retry(() => chain.receipt(hash, signal)), signal, knownFrom);
  const [transaction, receipt] =
    knownFrom === "query-service"
      ? await readTransaction().then(
          async (it) => [it, impliedReceipt(sources, it) ?? (await readReceipt())] as const,
        )
      : await Promise.all([readTransaction(), readReceipt()]);
  if (transaction === undefined || receipt === undefined) return "the chain does not know this transaction";
  if (!receipt.succeeded) return "the transaction failed";
  let timestamp: Promise<number | undefined> | undefined;
  const timestampOf = () =>
    (timestamp ??= readOrAbsent(() => chain.timestampOf(receipt.blockNumber, signal), signal, "chain"));
  const shown = await showCreation(sources, { transaction, receipt, knownFrom, timestampOf });
  if (typeof shown === "string") return shown;
  return {
    transactionHash: transaction.hash,
    knownFrom,
    deployer: transaction.from,
    isSigned: transaction.isSigned,
    blockNumber: receipt.blockNumber,
    transactionIndex: receipt.transactionIndex,
    timestampS: await timestampOf(),
    input: transaction.input.toLowerCase(),
    ...shown,
  };
}

/**
 * The receipt of a transaction that the query service names: sender and nonce give the contract's address, so no other
 * transaction can have created it, and there is code. This saves a request to a relay that limits them.
 */
function impliedReceipt(
  { address }: CreationSources,
  transaction: ChainTransaction | undefined,
): ChainReceipt | undefined {
  if (transaction?.position === undefined || !transaction.isSigned || !isCreateOf(address, transaction))
    return undefined;
  return { ...transaction.position, succeeded: true, contractAddress: address.toLowerCase() };
}

/** A hash from anywhere but the option is only a hint: when the node fails to read it, it counts as unknown. */
async function readOrAbsent<T>(
  read: () => Promise<T | undefined>,
  signal: AbortSignal,
  knownFrom: CreationFacts["knownFrom"],
): Promise<T | undefined> {
  return await (knownFrom === "option" ? read() : ifAnswered(signal, read));
}
