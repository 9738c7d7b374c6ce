import { isObject } from "../../builds/json-file.ts";
import { addressOf, chainIdOf, codeOf, librariesOf, textOf, transactionHashOf } from "../checked-values.ts";

/** A future that creates a contract, as far as the journal has come with it. */
export interface JournaledFuture {
  readonly contractName: string | undefined;
  readonly libraries: ReturnType<typeof librariesOf>;
  readonly address?: string;
  /** It was deployed, and what is written down as its address is none. */
  readonly hasBadAddress?: true;
  /** How it ended, where it ended without a contract. */
  readonly failure?: string;
  readonly confirmed: readonly ConfirmedTransaction[];
  /** Creation code by the id of the interaction, of those that are sent to nobody. */
  readonly creationCodes: ReadonlyMap<unknown, string>;
}

interface ConfirmedTransaction {
  readonly interactionId: unknown;
  readonly hash: string;
  /** Undefined where the transaction was sent to a contract, as by the strategy `create2`. */
  readonly contractAddress: string | undefined;
}

export interface Journal {
  readonly chainId: number | undefined;
  /** In the order in which they were begun. */
  readonly futures: ReadonlyMap<string, JournaledFuture>;
  /** Futures that name a contract which is there already. */
  readonly contractsAt: ReadonlySet<string>;
  readonly wiped: ReadonlySet<string>;
  /** Numbers of lines, from 1, that are not JSON. */
  readonly tornLines: readonly number[];
  /** From 1. */
  readonly lastLine: number;
  /** How many lines are whole. */
  readonly messages: number;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * Reads Ignition's journal, one JSON message a line (ignition-core, execution/types/messages.ts). A line that was torn
 * when a process was killed loses nothing but itself.
 */
export function parseJournal(text: string): Journal {
  const journal = {
    chainId: undefined as number | undefined,
    futures: new Map<string, JournaledFuture>(),
    contractsAt: new Set<string>(),
    wiped: new Set<string>(),
    tornLines: [] as number[],
    lastLine: 0,
    messages: 0,
  };
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    journal.lastLine = index + 1;
    const message = parseLine(line);
    if (message === undefined) {
      journal.tornLines.push(index + 1);
      continue;
    }
    journal.messages++;
    if (message.type === "DEPLOYMENT_INITIALIZE") journal.chainId ??= chainIdOf(message.chainId);
    const id = textOf(message.futureId);
    if (id !== undefined) apply(journal, id, message);
  }
  return journal;
}

function parseLine(line: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function apply(
  journal: {
    readonly futures: Map<string, JournaledFuture>;
    readonly contractsAt: Set<string>;
    readonly wiped: Set<string>;
  },
  id: string,
  message: Message,
): void {
  const { futures, contractsAt, wiped } = journal;
  if (message.type === "CONTRACT_AT_EXECUTION_STATE_INITIALIZE") contractsAt.add(id);
  if (message.type === "WIPE_APPLY") {
    futures.delete(id);
    contractsAt.delete(id);
    wiped.add(id);
  }
  if (message.type === "DEPLOYMENT_EXECUTION_STATE_INITIALIZE") {
    wiped.delete(id);
    futures.set(id, {
      contractName: textOf(message.contractName),
      libraries: librariesOf(message.libraries),
      confirmed: [],
      creationCodes: new Map(),
    });
  }
  const future = futures.get(id);
  if (future !== undefined) futures.set(id, advanced(future, message));
}

function advanced(future: JournaledFuture, message: Message): JournaledFuture {
  const { type, networkInteraction, receipt, result } = message;
  if (type === "NETWORK_INTERACTION_REQUEST" && isObject(networkInteraction)) {
    const code = networkInteraction.to == null ? codeOf(networkInteraction.data) : undefined;
    if (code === undefined) return future;
    return { ...future, creationCodes: new Map(future.creationCodes).set(networkInteraction.id, code) };
  }
  if (type === "TRANSACTION_CONFIRM") {
    const hash = transactionHashOf(message.hash);
    if (hash === undefined) return future;
    const contractAddress = isObject(receipt) ? addressOf(receipt.contractAddress) : undefined;
    const confirmed = { interactionId: message.networkInteractionId, hash, contractAddress };
    return { ...future, confirmed: [...future.confirmed, confirmed] };
  }
  if (type === "DEPLOYMENT_EXECUTION_STATE_COMPLETE" && isObject(result)) {
    if (result.type !== "SUCCESS") return { ...future, failure: textOf(result.type) ?? "unknown" };
    const address = addressOf(result.address);
    return address === undefined ? { ...future, hasBadAddress: true } : { ...future, address };
  }
  return future;
}
