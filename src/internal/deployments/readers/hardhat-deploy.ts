import path from "node:path";
import { ifUnusable } from "../../builds/json-file.ts";
import { listArtifactFolders, type ProjectPaths } from "../../builds/project/project-paths.ts";
import { readDeploymentRecord } from "../../builds/readers/hardhat-deployment.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { parseMetadata } from "../../solidity/metadata.ts";
import { type Json, withoutUndefined } from "../../text/is-object.ts";
import { toAddress, toChainId, toLibraries, toText } from "../checked-values.ts";
import {
  BAD_ADDRESS,
  type Deployment,
  type DeploymentReader,
  type PassedOver,
  recordedContract,
} from "../model.ts";
import { isRecordFile, listFolder, orReason, readRecord, readRecordText } from "../record-file.ts";

/** The files in which versions 1 and 2 store the chain ID. */
const CHAIN_FILES = { v1: ".chainId", v2: ".chain" } as const;

export const hardhatDeploy: DeploymentReader = {
  tool: "hardhat-deploy",
  folder: (project) => project.hardhatDeploy,
  ids: "hardhat-deploy networks",
  locate: async (folder, files, peek) => {
    const isOwn =
      Object.values(CHAIN_FILES).some((name) => files.includes(name)) ||
      (await peek?.(files.filter(isRecordFile)))?.some(({ json }) => isRecord(json)) === true;
    return isOwn ? [{ location: folder, chainId: await readChainId(folder, files) }] : [];
  },
  recognise: (json) => (isRecord(json) ? "part" : undefined),
  read: async (folder, project) => [await readHardhatDeploy(folder, project)],
};

function isRecord({ address, abi }: Json): boolean {
  return typeof address === "string" && Array.isArray(abi);
}

const PROXY_SUFFIXES = ["_Proxy", "_DiamondProxy"];

interface Entry {
  readonly name: string;
  readonly file: string;
  readonly recorded: RecordedDeployment;
}

export async function readHardhatDeploy(folder: string, project: ProjectPaths): Promise<Deployment> {
  const { files } = await listFolder(folder);
  const passedOver: PassedOver[] = [];
  const entries: Entry[] = [];
  for (const base of files.filter(isRecordFile)) {
    const name = path.basename(base, ".json");
    const file = path.join(folder, base);
    const read = await orReason(readRecord(file));
    const entry = "reason" in read ? broken(read.reason) : parseEntry(name, file, read.value);
    if ("reason" in entry) passedOver.push({ name, file, ...entry });
    else entries.push(entry);
  }
  const locations = [folder, ...listArtifactFolders(project)];
  const recordedUnder = new Set(entries.map(({ name, recorded }) => `${name} ${recorded.address}`));
  // `Counter_Proxy.json` records the proxy's own deployment, so `Counter.json`, which scripts use, isn't needed.
  const hasOwnFile = ({ name, recorded }: Entry): boolean =>
    PROXY_SUFFIXES.some((suffix) => recordedUnder.has(`${name}${suffix} ${recorded.address}`));
  const contracts = entries.flatMap((entry) =>
    hasOwnFile(entry) ? [] : [recordedContract(entry.name, entry.file, entry.recorded, locations)],
  );
  const chainId = await readChainId(folder, files);
  const chainFile = Object.values(CHAIN_FILES).find((name) => files.includes(name));
  // If the chain ID is unknown, the deployments may be on the requested chain, so they can't be skipped silently.
  if (chainId === undefined && chainFile !== undefined)
    passedOver.push({
      name: chainFile,
      file: path.join(folder, chainFile),
      ...broken("it does not contain a chain id"),
    });
  return { tool: "hardhat-deploy", location: folder, chainId, contracts, passedOver };
}

type Reason = Pick<PassedOver, "reason" | "isBroken" | "address">;

function broken(reason: string): Reason {
  return { reason, isBroken: true };
}

function parseEntry(name: string, file: string, json: Json): Entry | Reason {
  const { bytecode, contractName, implementation, inputSourceName, metadata, sourceName } = json;
  const address = toAddress(json.address);
  if (address === undefined)
    return json.address === undefined ? { reason: "it has no address" } : BAD_ADDRESS;
  // Scripts use a proxy through this file. It has the implementation's ABI (in version 2, also its code and name), and
  // the last upgrade's transaction.
  if (implementation !== undefined) return { name, file, recorded: { address, transactionHashes: [] } };
  const record = readDeploymentRecord(json);
  const hashes = record?.transactionHashes ?? [];
  if (hashes.length === 0 && toText(bytecode) === undefined)
    return { reason: "someone else deployed it: the record has neither a transaction nor code", address };
  const target = parseMetadata(metadata);
  // Prefers the compiler's path, which is valid in the file's own build and in the project's build.
  const source = toText(inputSourceName) ?? toText(sourceName) ?? target?.inputSourceName;
  const bare = toText(contractName) ?? target?.name;
  const fullName = source === undefined || bare === undefined ? bare : `${source}:${bare}`;
  const recorded = { ...record, address, transactionHashes: hashes, contractName: fullName };
  return { name, file, recorded: withoutUndefined({ ...recorded, ...toLibraries(json.libraries) }) };
}

async function readChainId(folder: string, files: readonly string[]): Promise<number | undefined> {
  if (files.includes(CHAIN_FILES.v2)) {
    const json = await readRecord(path.join(folder, CHAIN_FILES.v2)).catch(ifUnusable(undefined));
    const chainId = toChainId(json?.chainId);
    if (chainId !== undefined) return chainId;
  }
  if (!files.includes(CHAIN_FILES.v1)) return undefined;
  const text = await readRecordText(path.join(folder, CHAIN_FILES.v1), 1024).catch(ifUnusable(""));
  return toChainId(text.trim());
}
