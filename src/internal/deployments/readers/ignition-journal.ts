import { isObject } from "../../text/is-object.ts";
import { addressOf, chainIdOf, codeOf, librariesOf, textOf, transactionHashOf } from "../checked-values.ts";

/** The state of a future that creates a contract. */
export interface JournaledFuture {
  readonly contractName: string | undefined;
  readonly libraries: ReturnType<typeof librariesOf>;
  readonly address?: string;
  /** It was deployed, but the journal has no valid address. */
  readonly hasBadAddress?: true;
  /** The result of a failed deployment. */
  readonly failure?: string;
  readonly confirmed: readonly ConfirmedTransaction[];
  /** Init code by interaction id, for interactions without a recipient. */
  readonly creationCodes: ReadonlyMap<unknown, string>;
}

interface ConfirmedTransaction {
  readonly interactionId: unknown;
  readonly hash: string;
  /** undefined for a call, as of the `create2` strategy. */
  readonly contractAddress: string | undefined;
}

export interface Journal {
  readonly chainId: number | undefined;
  /** In the order of their start. */
  readonly futures: ReadonlyMap<string, JournaledFuture>;
  /** `contractAt` futures, which name an existing contract. */
  readonly contractsAt: ReadonlySet<string>;
  readonly wiped: ReadonlySet<string>;
  /** Numbers of lines, from 1, that are not JSON. */
  readonly tornLines: readonly number[];
  /** From 1. */
  readonly lastLine: number;
  /** The number of complete lines. */
  readonly messages: number;
}

type Message = Readonly<Record<string, unknown>>;

/**
 * Parses Ignition's journal, one JSON message per line (ignition-core, execution/types/messages.ts). Lines that a killed
 * process left torn are skipped.
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
