import { existsSync } from "node:fs";
import path from "node:path";
import {
  getIgnitionDeployments,
  listArtifactFolders,
  type ProjectPaths,
} from "../../builds/project/project-paths.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { getOwn, isObject, type Json, tryJson, withoutUndefined } from "../../text/is-object.ts";
import { toAddress, toChainId, toCode, toLibraries, toText, toTransactionHash } from "../checked-values.ts";
import {
  type DeployedContract,
  type Deployment,
  type DeploymentReader,
  type PassedOver,
  recordedContract,
} from "../model.ts";
import { readRecord, readRecordText, unusableRecord } from "../record-file.ts";

const FILES = { journal: "journal.jsonl", addresses: "deployed_addresses.json" } as const;

export const ignition: DeploymentReader = {
  tool: "ignition",
  folder: getIgnitionDeployments,
  ids: "Ignition deployment ids",
  locate: (folder, files) =>
    Object.values(FILES).some((name) => files.includes(name)) ? [{ location: folder, isWhole: true }] : [],
  read: async (folder, project) => [await readIgnition(folder, project)],
};

/** `deployed_addresses.json` supplies contracts that are missing from the journal. */
export async function readIgnition(folder: string, project: ProjectPaths): Promise<Deployment> {
  const files = {
    journal: path.join(folder, FILES.journal),
    addresses: path.join(folder, FILES.addresses),
  };
  const hasJournal = existsSync(files.journal);
  const hasAddresses = existsSync(files.addresses);
  const journal = parseJournal(hasJournal ? await readRecordText(files.journal) : "");
  const { futures, contractsAt } = journal;
  if (hasJournal && isEmpty(journal) && !hasAddresses) {
    const passedOver = { name: path.basename(folder), file: folder, reason: "nothing is deployed yet" };
    const { chainId } = journal;
    return { tool: "ignition", location: folder, chainId, contracts: [], passedOver: [passedOver] };
  }
  if (hasJournal && journal.chainId === undefined)
    throw unusableRecord(files.journal, "it isn't an Ignition journal: it doesn't contain a chain id");
  const { named, reason: unreadable } = await readAddresses(files.addresses, hasJournal, hasAddresses);

  const locations = [folder, ...listArtifactFolders(project)];
  const contracts: DeployedContract[] = [];
  const passedOver: PassedOver[] = journal.tornLines.map((line) => ({
    name: `line ${line}`,
    file: files.journal,
    reason: "it is not JSON",
    // A truncated last line doesn't count as broken, because a killed process may leave one behind.
    ...(line === journal.lastLine ? {} : BROKEN),
  }));
  if (unreadable !== undefined)
    passedOver.push({ name: FILES.addresses, file: files.addresses, reason: unreadable });
  for (const id of new Set([...futures.keys(), ...contractsAt, ...Object.keys(named)])) {
    const future = futures.get(id);
    const isOnlyNamed = contractsAt.has(id);
    const written = toAddress(getOwn(named, id));
    const isOfFile = future === undefined || (future.failure === undefined && !future.isAgain);
    const address = future?.address ?? (isOfFile ? written : undefined);
    // Other programs take the address from this file.
    if (future?.address !== undefined && written !== undefined && written !== future.address) {
      const reason = `the journal has ${future.address}, but ${FILES.addresses} has ${written}`;
      // Ignition writes the journal first. If it is killed before it replaces a wiped contract's address, the file
      // still contains the earlier one.
      passedOver.push({ name: id, file: files.addresses, reason, ...(future.isAgain ? {} : BROKEN) });
      if (!future.isAgain) continue;
    }
    // Skips a contract that is already listed under the future that deployed it, such as a proxy.
    if (isOnlyNamed && contracts.some(({ target }) => target.input === address)) continue;
    const skipped = explainSkipped(journal, id, address);
    const file = future === undefined && !isOnlyNamed ? files.addresses : files.journal;
    if (skipped !== undefined) passedOver.push({ name: id, file, ...skipped });
    else if (address !== undefined)
      contracts.push(recordedContract(id, file, toRecord(address, future), locations));
  }
  const chainId = journal.chainId ?? toChainId(/^chain-(\d+)$/.exec(path.basename(folder))?.[1]);
  const calls = [...journal.calls];
  return { tool: "ignition", location: folder, chainId, contracts, passedOver, calls };
}

/** The journal alone lists every contract, so an address file that a killed process truncated isn't needed. */
async function readAddresses(
  file: string,
  hasJournal: boolean,
  hasAddresses: boolean,
): Promise<{ readonly named: Json; readonly reason?: string }> {
  if (hasJournal && !hasAddresses) return { named: {} };
  try {
    return { named: await readRecord(file) };
  } catch (error) {
    const isTorn = error instanceof Error && error.cause instanceof SyntaxError;
    if (!hasJournal || !isTorn) throw error;
    return { named: {}, reason: "it is not JSON; the journal has the addresses" };
  }
}

const BROKEN = { isBroken: true } as const;

/** True if the deployment stopped before its first transaction. */
function isEmpty({ chainId, futures, messages, lastLine }: Journal): boolean {
  return futures.size === 0 && (chainId !== undefined || (messages === 0 && lastLine <= 1));
}

/** Undefined for a deployed contract with a valid address. */
function explainSkipped(
  { futures, contractsAt, wiped }: Journal,
  id: string,
  address: string | undefined,
): Pick<PassedOver, "reason" | "address" | "isBroken"> | undefined {
  const future = futures.get(id);
  if (contractsAt.has(id))
    return withoutUndefined({ reason: "the module only refers to it, with contractAt", address });
  if (wiped.has(id)) return { reason: "its future was wiped from the deployment" };
  if (future?.failure !== undefined) return { reason: `its deployment failed: ${future.failure}` };
  if (address !== undefined) return undefined;
  return future === undefined || future.hasBadAddress
    ? { reason: "its address is invalid", ...BROKEN }
    : { reason: "its deployment was not completed" };
}

function toRecord(address: string, future: JournaledFuture | undefined): RecordedDeployment {
  if (future === undefined) return { address, transactionHashes: [] };
  const { confirmed, contractName, creationCodes, libraries } = future;
  const creating = confirmed.find(({ contractAddress }) => contractAddress === address);
  const hashes = creating === undefined ? confirmed.map(({ hash }) => hash) : [creating.hash];
  const creationCode = creationCodes.get(creating?.interactionId);
  const transactionHashes = [...new Set(hashes)];
  return withoutUndefined({ address, transactionHashes, contractName, creationCode, ...libraries });
}

interface JournaledFuture {
  readonly contractName: string | undefined;
  readonly libraries: ReturnType<typeof toLibraries>;
  address?: string | undefined;
  /** True if an earlier deployment was wiped. Until this one is complete, the address in the file is the earlier one's. */
  readonly isAgain: boolean;
  /** True if the contract was deployed but the journal doesn't contain a valid address. */
  hasBadAddress: boolean;
  failure?: string;
  readonly confirmed: {
    readonly interactionId: unknown;
    readonly hash: string;
    /** Undefined for a call, as in the `create2` strategy. */
    readonly contractAddress: string | undefined;
  }[];
  /** Init code, keyed by interaction ID, for interactions without a recipient. */
  readonly creationCodes: Map<unknown, string>;
}

type Journal = ReturnType<typeof parseJournal>;

/**
 * One JSON message per line (ignition-core, execution/types/messages.ts). Skips lines cut off when a process was
 * killed.
 */
function parseJournal(text: string) {
  const journal = {
    chainId: undefined as number | undefined,
    /** In the order in which they started. */
    futures: new Map<string, JournaledFuture>(),
    /** `contractAt` futures, which refer to an existing contract. */
    contractsAt: new Set<string>(),
    wiped: new Set<string>(),
    /** Transactions, such as calls, that didn't deploy a future's contract. */
    calls: new Set<string>(),
    /** Line numbers, counted from 1, of lines that are not JSON. */
    tornLines: [] as number[],
    lastLine: 0,
    messages: 0,
  };
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    journal.lastLine = index + 1;
    const message = tryJson(line);
    if (!isObject(message)) {
      journal.tornLines.push(index + 1);
      continue;
    }
    journal.messages++;
    if (message.type === "DEPLOYMENT_INITIALIZE") journal.chainId ??= toChainId(message.chainId);
    const id = toText(message.futureId);
    if (id === undefined) continue;
    apply(journal, id, message);
    const future = journal.futures.get(id);
    if (future !== undefined) advance(future, message);
    const call =
      future === undefined && message.type === "TRANSACTION_CONFIRM"
        ? toTransactionHash(message.hash)
        : undefined;
    if (call !== undefined) journal.calls.add(call);
  }
  return journal;
}

function apply({ futures, contractsAt, wiped }: Journal, id: string, message: Json): void {
  if (message.type === "CONTRACT_AT_EXECUTION_STATE_INITIALIZE") contractsAt.add(id);
  if (message.type === "WIPE_APPLY") {
    futures.delete(id);
    contractsAt.delete(id);
    wiped.add(id);
  }
  if (message.type === "DEPLOYMENT_EXECUTION_STATE_INITIALIZE") {
    futures.set(id, {
      isAgain: wiped.delete(id),
      contractName: toText(message.contractName),
      libraries: toLibraries(message.libraries),
      hasBadAddress: false,
      confirmed: [],
      creationCodes: new Map(),
    });
  }
}

function advance(future: JournaledFuture, message: Json): void {
  const { type, networkInteraction, receipt, result } = message;
  if (type === "NETWORK_INTERACTION_REQUEST" && isObject(networkInteraction)) {
    const code = networkInteraction.to == null ? toCode(networkInteraction.data) : undefined;
    if (code !== undefined) future.creationCodes.set(networkInteraction.id, code);
  }
  if (type === "TRANSACTION_CONFIRM") {
    const hash = toTransactionHash(message.hash);
    const contractAddress = isObject(receipt) ? toAddress(receipt.contractAddress) : undefined;
    if (hash !== undefined)
      future.confirmed.push({ interactionId: message.networkInteractionId, hash, contractAddress });
  }
  if (type === "DEPLOYMENT_EXECUTION_STATE_COMPLETE" && isObject(result)) {
    if (result.type === "SUCCESS") {
      const address = toAddress(result.address);
      if (address === undefined) future.hasBadAddress = true;
      else future.address = address;
    } else future.failure = toText(result.type) ?? "unknown";
  }
}
