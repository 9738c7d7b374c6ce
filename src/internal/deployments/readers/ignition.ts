import { existsSync } from "node:fs";
import path from "node:path";
import { compiledTo, type ProjectPaths } from "../../builds/project/project-paths.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { addressOf, chainIdOf } from "../checked-values.ts";
import type { DeployedContract, Deployment, PassedOver } from "../model.ts";
import { readRecord, readRecordText } from "../record-file.ts";
import { unusableRecord } from "../unusable-record.ts";
import { type Journal, type JournaledFuture, parseJournal } from "./ignition-journal.ts";

export const IGNITION_FILES = { journal: "journal.jsonl", addresses: "deployed_addresses.json" } as const;

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
    journal: path.join(folder, IGNITION_FILES.journal),
    addresses: path.join(folder, IGNITION_FILES.addresses),
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
