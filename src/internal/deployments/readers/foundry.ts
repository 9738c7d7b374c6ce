import { existsSync } from "node:fs";
import path from "node:path";
import { findBroadcastProject } from "../../builds/project/foundry-project.ts";
import type { ProjectPaths } from "../../builds/project/project-paths.ts";
import { readCreate2InitCode } from "../../chain/find-creation.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isObject, type Json, listObjects } from "../../text/is-object.ts";
import { toAddress, toChainId, toCode, toLibraries, toText, toTransactionHash } from "../checked-values.ts";
import {
  BAD_ADDRESS,
  type DeployedContract,
  type Deployment,
  type DeploymentReader,
  FAILED,
  type PassedOver,
  recordedContract,
  unnamedContract,
} from "../model.ts";
import { isRecordFile, listFolder, readRecord, unusableRecord } from "../record-file.ts";

const TOOL = { tool: "foundry", naming: "guess" } as const;

export const foundry: DeploymentReader = {
  ...TOOL,
  folder: ({ foundry: { broadcasts } }) => broadcasts,
  locate: (folder, files) => {
    const chainId = toChainId(path.basename(folder));
    return files
      .filter((file) => isLatestBroadcast(folder, file))
      .map((file) => ({ location: path.join(folder, file), chainId }));
  },
  recognise: (json) => (typeof json.schema !== "string" && isBroadcast(json) ? "record" : undefined),
  read: readBroadcast,
  isSimulated: async (chainId, { foundry: { broadcasts } }) => {
    const { folders: scripts } = await listFolder(broadcasts);
    return scripts.some((script) => existsSync(path.join(broadcasts, script, String(chainId), "dry-run")));
  },
};

const NOT_SENT = "it was not broadcast";

/** Reads `run-latest.json`, or a multi-chain script's `run.json`. Returns one deployment per chain. */
export async function readBroadcast(file: string, project: ProjectPaths): Promise<readonly Deployment[]> {
  const json = await readRecord(file);
  if (!isBroadcast(json)) throw unusableRecord(file, "it is not a broadcast: it has no transactions");
  const { artifacts } = await findBroadcastProject(file);
  return listSequences(json).map((each) => toDeployment(each, file, [artifacts, project.artifacts]));
}

function isBroadcast(json: Json): boolean {
  const sequences = listSequences(json);
  return sequences.length > 0 && sequences.every(({ transactions }) => Array.isArray(transactions));
}

/** A multi-chain script's broadcast has one sequence per chain. */
function listSequences(json: Json): readonly Json[] {
  return Array.isArray(json.deployments) ? listObjects(json.deployments) : [json];
}

/** Returns false for an entry of an unknown type. Such an entry may have created a contract, so it counts as broken. */
function isTransaction(entry: unknown): boolean {
  return isObject(entry) && (entry.transactionType == null || TYPES.has(entry.transactionType));
}

const TYPES: ReadonlySet<unknown> = new Set(["CALL", "CREATE", "CREATE2"]);

function toDeployment(json: Json, file: string, locations: readonly string[]): Deployment {
  const sequence = parseSequence(json);
  const { transactions, receipts, libraries } = sequence;
  const chainId = toChainId(json.chain);
  const isSent = receipts.length > 0 || transactions.some(({ hash }) => hash !== undefined);
  const contracts: DeployedContract[] = [];
  const passedOver: PassedOver[] = isSent ? [] : [{ name: `chain ${chainId}`, file, reason: NOT_SENT }];
  for (const [index, entry] of (Array.isArray(json.transactions) ? json.transactions : []).entries())
    if (!isTransaction(entry))
      passedOver.push({
        name: `transaction ${index + 1}`,
        file,
        reason: "it is not a transaction",
        isBroken: true,
      });
  for (const sent of isSent ? transactions : []) {
    const { mayHaveFailed, hashes } = findOutcome(sent, sequence);
    for (const { name, address, ...how } of listCreations(sent)) {
      if (address === undefined) {
        passedOver.push({ name, file, ...(mayHaveFailed ? { reason: FAILED } : BAD_ADDRESS) });
        continue;
      }
      const recorded = { address, transactionHashes: hashes, ...how, ...libraries };
      contracts.push({
        ...recordedContract(name, file, recorded, locations),
        ...(mayHaveFailed ? { mayHaveFailed } : {}),
      });
    }
  }
  for (const [name, named] of Object.entries(libraries.libraries ?? {})) {
    const isDeployedHere = contracts.some(({ target }) => target.input === named);
    if (isSent && !isDeployedHere) passedOver.push({ name, file, reason: `it already existed, at ${named}` });
  }
  const broadcast = { script: getScriptFolder(file), timestampMs: toTimestampMs(json) };
  return { ...TOOL, location: file, chainId, broadcast, contracts, passedOver };
}

/** Returns the time in milliseconds. Older forge versions wrote seconds. */
function toTimestampMs({ timestamp }: Json): number | undefined {
  if (typeof timestamp !== "number" || !Number.isFinite(timestamp)) return undefined;
  return timestamp < LAST_AS_SECONDS ? timestamp * 1000 : timestamp;
}

/** Read as seconds, this number is a time in the year 5138; read as milliseconds, a time in 1973. */
const LAST_AS_SECONDS = 100_000_000_000;

const LATEST = "-latest";

/**
 * `<script>/<chain>/<function or selector>-latest.json`, or any file in `multi/<script>-latest/`. Other files are old
 * copies.
 */
export function isLatestBroadcast(folder: string, file: string): boolean {
  if (!isRecordFile(file)) return false;
  const name = path.basename(file, ".json");
  if (folder.endsWith(LATEST)) return name === "run" || path.basename(path.dirname(folder)) === "multi";
  if (name === `run${LATEST}`) return true;
  return name.endsWith(LATEST) && toChainId(path.basename(folder)) !== undefined;
}

/** Returns the folder with a script's broadcasts. Forge stores multi-chain broadcasts separately, under `multi`. */
function getScriptFolder(broadcast: string): string {
  const folder = path.dirname(broadcast);
  const around = path.dirname(folder);
  const isMulti = path.basename(around) === "multi" && folder.endsWith(LATEST);
  return isMulti ? path.join(path.dirname(around), path.basename(folder).slice(0, -LATEST.length)) : around;
}

type Sequence = ReturnType<typeof parseSequence>;
type Sent = Sequence["transactions"][number];

function parseSequence({ transactions, receipts, libraries }: Json) {
  const named = (Array.isArray(libraries) ? libraries : []).flatMap((each: unknown) => {
    // `path:Name:address`
    const text = toText(each) ?? "";
    const colon = text.lastIndexOf(":");
    return colon > 0 ? [[text.slice(0, colon), text.slice(colon + 1)] as const] : [];
  });
  const sent = listObjects(transactions).map((json) => {
    const { to, input, data } = isObject(json.transaction) ? json.transaction : {};
    // A contract creation has no `to`.
    return { json, hash: toTransactionHash(json.hash), to: toAddress(to), input: toCode(input ?? data) };
  });
  const received = listObjects(receipts).map(({ transactionHash, contractAddress, status, to }) => ({
    to: toAddress(to),
    hash: toTransactionHash(transactionHash),
    contractAddress: toAddress(contractAddress),
    hasFailed: status === "0x0" || status === 0,
  }));
  const hashes = new Set(sent.flatMap(({ hash }) => hash ?? []));
  return {
    transactions: sent,
    receipts: received,
    /** Hashes of transactions without a receipt. */
    unreceived: hashes.difference(new Set(received.map(({ hash }) => hash))),
    libraries: toLibraries(Object.fromEntries(named)),
  };
}

/**
 * If there are more candidates, none are listed, because listing them for each contract would take quadratic memory.
 */
const MOST_CANDIDATES = 1_000;

/**
 * Finds a transaction's outcome in the receipts. Without `--slow`, Foundry may record the hash of another transaction,
 * even of a different kind. The hash in a receipt is always right, so receipts are assigned to transactions by
 * recipient and contract. If no receipt fits, for example after an interruption, the transaction's hash may be any hash
 * without a receipt. A receipt for a failed call may belong to another call to the same contract. If `mayHaveFailed` is
 * true, the outcome can only be determined on the chain.
 */
function findOutcome(
  { hash, to, json }: Sent,
  { transactions, receipts, unreceived }: Sequence,
): { readonly mayHaveFailed: boolean; readonly hashes: readonly string[] } {
  const address = toAddress(json.contractAddress);
  const alike = receipts.filter((receipt) =>
    to === undefined
      ? address !== undefined && receipt.contractAddress === address
      : // Some nodes report a call's recipient as its contractAddress.
        receipt.to === to,
  );
  const own = receipts.find((receipt) => hash !== undefined && receipt.hash === hash);
  if (alike.length === 0) {
    // For a failed creation, some nodes omit the contract address from the receipt.
    if (own?.hasFailed && own.to === to && own.contractAddress === undefined)
      return { mayHaveFailed: true, hashes: [] };
    // The broadcast was interrupted. Any hash without a receipt may belong to this transaction. The recorded hash is
    // the most likely one.
    const ofThis = hash !== undefined && unreceived.has(hash) ? [hash] : [];
    const isListed = unreceived.size <= MOST_CANDIDATES;
    return { mayHaveFailed: false, hashes: isListed ? [...new Set([...ofThis, ...unreceived])] : [] };
  }
  const succeeded = alike.filter(({ hasFailed }) => !hasFailed);
  const mayHaveFailed = succeeded.length === 0 || (own?.hasFailed === true && alike.includes(own));
  const claimed = new Set(transactions.flatMap((each) => (each.to === to ? (each.hash ?? []) : [])));
  const rank = ({ hash: it }: Sequence["receipts"][number]): number =>
    it === hash ? 0 : it !== undefined && claimed.has(it) ? 2 : 1;
  const likeliest = [...succeeded].sort((a, b) => rank(a) - rank(b));
  return { mayHaveFailed, hashes: [...new Set(likeliest.flatMap((receipt) => receipt.hash ?? []))] };
}

type Creation = Pick<RecordedDeployment, "creationCode" | "create2" | "byContract"> & {
  readonly name: string;
  readonly address: string | undefined;
};

/** Returns the contracts that a transaction creates directly, and those that other contracts create during it. */
function listCreations({ json, to, input }: Sent): readonly Creation[] {
  const address = toAddress(json.contractAddress);
  const own = { name: getName(json), address, ...findCreationCode(json, to, input, address) };
  const others = listObjects(json.additionalContracts)
    .filter(isCreation)
    .map(
      (each) =>
        ({
          name: getName(each, nameCallee(json, to)),
          address: toAddress(each.address),
          byContract: true,
        }) as const,
    );
  // For the directly created contract, the transaction's own entry is more detailed.
  return isCreation(json) ? [own, ...others.filter((each) => each.address !== address)] : others;
}

function isCreation({ transactionType }: Json): boolean {
  return transactionType === "CREATE" || transactionType === "CREATE2";
}

function findCreationCode(
  { transactionType }: Json,
  to: string | undefined,
  input: string | undefined,
  address: string | undefined,
): Pick<RecordedDeployment, "creationCode" | "create2"> {
  if (input === undefined) return {};
  if (transactionType === "CREATE") return to === undefined ? { creationCode: input } : {};
  if (to === undefined || address === undefined) return {};
  const creationCode = readCreate2InitCode({ to, input }, address);
  if (creationCode === undefined) return {};
  return { creationCode, create2: { deployer: to.toLowerCase(), salt: input.slice(0, 66) } };
}

/** Foundry guesses the name by code similarity, so a different name doesn't rule out the build. */
function getName({ contractName }: Json, by?: string): string {
  return toText(contractName) ?? unnamedContract(by);
}

/** The called or created contract. It may have used yet another contract to create contracts. */
function nameCallee({ contractName }: Json, to: string | undefined): string | undefined {
  return toText(contractName) ?? (to && `${to.slice(0, 6)}…${to.slice(-4)}`);
}
