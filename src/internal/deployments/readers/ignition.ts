import { existsSync } from "node:fs";
import path from "node:path";
import { compiledTo, ignitionDeployments, type ProjectPaths } from "../../builds/project/project-paths.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isObject } from "../../text/is-object.ts";
import { addressOf, chainIdOf, codeOf, librariesOf, textOf, transactionHashOf } from "../checked-values.ts";
import type { DeployedContract, Deployment, DeploymentReader, PassedOver } from "../model.ts";
import { readRecord, readRecordText } from "../record-file.ts";
import { unusableRecord } from "../unusable-record.ts";

const FILES = { journal: "journal.jsonl", addresses: "deployed_addresses.json" } as const;

export const ignition: DeploymentReader = {
  tool: "ignition",
  folder: ignitionDeployments,
  ids: "ids of Ignition",
  locate: (folder, files) =>
    Object.values(FILES).some((name) => files.includes(name))
      ? [
          {
            location: folder,
            files: Object.values(FILES).map((name) => path.join(folder, name)),
            isWhole: true,
          },
        ]
      : [],
  read: async (folder, project) => [await readIgnition(folder, project)],
};

const NO_JOURNAL: Journal = {
  chainId: undefined,
  futures: new Map(),
  contractsAt: new Set(),
  wiped: new Set(),
  tornLines: [],
  lastLine: 0,
  messages: 0,
};

/**
 * Reads a deployment of Ignition from its journal, and from `deployed_addresses.json` for contracts that the journal
 * lacks.
 *
 * @param folder Absolute path of `ignition/deployments/<id>`.
 * @throws VC704
 */
export async function readIgnition(folder: string, project: ProjectPaths): Promise<Deployment> {
  const files = {
    journal: path.join(folder, FILES.journal),
    addresses: path.join(folder, FILES.addresses),
  };
  const hasJournal = existsSync(files.journal);
  const journal = hasJournal ? parseJournal(await readRecordText(files.journal)) : NO_JOURNAL;
  if (hasJournal && isEmpty(journal) && !existsSync(files.addresses)) return emptyDeployment(folder, journal);
  if (hasJournal && journal.chainId === undefined)
    throw unusableRecord(files.journal, "it does not state a chain id, as Ignition's journals do");
  const named = hasJournal && !existsSync(files.addresses) ? {} : await readRecord(files.addresses);
  const buildSource = {
    kind: "build-files",
    locations: [folder, ...compiledTo(project)],
    isNamed: false,
  } as const;

  const contracts: DeployedContract[] = [];
  const passedOver: PassedOver[] = journal.tornLines.map((line) => ({
    name: `line ${line}`,
    file: files.journal,
    reason: "it is not JSON",
    // A killed process can leave a truncated last line.
    ...(line === journal.lastLine ? {} : BROKEN),
  }));
  for (const id of new Set([...journal.futures.keys(), ...journal.contractsAt, ...Object.keys(named)])) {
    const future = journal.futures.get(id);
    const address =
      future?.address ?? (future?.failure === undefined ? addressOf(ownValue(named, id)) : undefined);
    // The future that deployed it, such as a proxy, already has it.
    const isKnown = journal.contractsAt.has(id) && contracts.some(({ target }) => target.input === address);
    if (isKnown) continue;
    const reason = whySkipped(journal, id, address);
    const file = future === undefined && !journal.contractsAt.has(id) ? files.addresses : files.journal;
    if (address === undefined || reason !== undefined) {
      const isDeployed = future === undefined || future.hasBadAddress === true;
      const isMissing =
        isDeployed && address === undefined && !journal.wiped.has(id) && !journal.contractsAt.has(id);
      passedOver.push({
        name: id,
        file,
        reason: reason ?? "it has no address",
        ...(isMissing ? BROKEN : {}),
      });
      continue;
    }
    contracts.push({
      name: id,
      file,
      target: { kind: "address", input: address, address },
      recorded: recordOf(address, future),
      buildSource,
      contract: undefined,
    });
  }
  const chainId = journal.chainId ?? chainIdOf(/^chain-(\d+)$/.exec(path.basename(folder))?.[1]);
  return { tool: "ignition", location: folder, chainId, contracts, passedOver };
}

const BROKEN = { isBroken: true } as const;

function isEmpty({ chainId, futures, messages, lastLine }: Journal): boolean {
  return futures.size === 0 && (chainId !== undefined || (messages === 0 && lastLine <= 1));
}

/** A deployment that stopped before its first transaction. */
function emptyDeployment(folder: string, { chainId }: Journal): Deployment {
  const passedOver = { name: path.basename(folder), file: folder, reason: "it has deployed nothing yet" };
  return { tool: "ignition", location: folder, chainId, contracts: [], passedOver: [passedOver] };
}

function whySkipped(journal: Journal, id: string, address: string | undefined): string | undefined {
  const future = journal.futures.get(id);
  if (journal.contractsAt.has(id)) return "others deployed it: the module only names it, with contractAt";
  if (journal.wiped.has(id)) return "it was wiped from the deployment";
  if (future?.failure !== undefined) return `its deployment failed: ${future.failure}`;
  if (address !== undefined) return undefined;
  return future === undefined || future.hasBadAddress
    ? "its address is invalid"
    : "its deployment was not completed";
}

function recordOf(address: string, future: JournaledFuture | undefined): RecordedDeployment {
  if (future === undefined) return { address, transactionHashes: [] };
  const { confirmed, contractName, creationCodes, libraries } = future;
  const creating = confirmed.find(({ contractAddress }) => contractAddress === address);
  const hashes = creating === undefined ? confirmed.map(({ hash }) => hash) : [creating.hash];
  const creationCode = creationCodes.get(creating?.interactionId);
  return {
    address,
    transactionHashes: [...new Set(hashes)],
    ...(contractName === undefined ? {} : { contractName }),
    ...(creationCode === undefined ? {} : { creationCode }),
    ...libraries,
  };
}

function ownValue(json: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(json, key) ? json[key] : undefined;
}

/** The state of a future that creates a contract. */
interface JournaledFuture {
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

interface Journal {
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
function parseJournal(text: string): Journal {
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
