import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { listArtifactFolders, type ProjectPaths } from "../../builds/project/project-paths.ts";
import { findPackagedBuilds } from "../../builds/readers/packaged-builds.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { asObject, isObject, type Json, listObjects } from "../../text/is-object.ts";
import { toAddress, toChainId, toText, toTransactionHash } from "../checked-values.ts";
import {
  BAD_ADDRESS,
  type DeployedContract,
  type Deployment,
  type DeploymentReader,
  type DevelopmentNode,
  type Found,
  type PassedOver,
  recordedContract,
} from "../model.ts";
import { isRecordFile, listFolder, readRecord, unusableRecord } from "../record-file.ts";

const TOOL = { tool: "openzeppelin", naming: "role" } as const;

/** Opens files with unknown names too: they are small, and newer plugin versions may have names for further chains. */
export const openzeppelin: DeploymentReader = {
  ...TOOL,
  // OpenZeppelin Upgrades reads this variable itself.
  folder: ({ root }) => path.resolve(root, process.env.MANIFEST_DEFAULT_DIR || ".openzeppelin"),
  locate: async (folder, files, peek) => {
    if (peek === undefined) return [];
    const records = files.filter(isRecordFile);
    const named = records.filter((file) => parseChainId(file) !== undefined);
    const others = await peek(records.filter((file) => !named.includes(file)));
    const found = [...named, ...others.flatMap(({ name, json }) => (isUpgradesManifest(json) ? name : []))];
    return found.map((name) => createFound(path.join(folder, name)));
  },
  recognise: (json) => (isUpgradesManifest(json) ? "record" : undefined),
  locateOfNode,
  read: async (file, project) => [await readUpgradesManifest(file, project)],
};

function createFound(location: string): Found {
  return { location, chainId: parseChainId(location) };
}

/** Contract names, keyed by kind of proxy, because the manifest contains no names. */
const PROXY_NAMES: Readonly<Record<string, string>> = {
  transparent: "transparent proxy",
  uups: "UUPS proxy",
  beacon: "beacon proxy",
};
const EARLIER_NODE = "no code at its address: the manifest is from the node's earlier run";

function isUpgradesManifest(json: Json): boolean {
  return typeof json.manifestVersion === "string";
}

/** Lists proxies, implementations, and the older ProxyAdmin (version 4). The links between them are on the chain. */
async function readUpgradesManifest(file: string, project: ProjectPaths): Promise<Deployment> {
  const json = await readRecord(file);
  refuseOtherFormat(file, json);
  const chainId = parseChainId(file);
  const more = chainId !== undefined && isDevelopmentChain(chainId) ? { whyGone: EARLIER_NODE } : {};
  const passedOver: PassedOver[] = [];
  const contracts: DeployedContract[] = [];
  for (const [name, entry] of listEntries(json)) {
    const recorded = toRecord(entry);
    if (recorded === undefined) passedOver.push({ name, file, ...BAD_ADDRESS });
    else contracts.push({ ...recordedContract(name, file, recorded, listArtifactFolders(project)), ...more });
  }
  return { ...TOOL, location: file, chainId, contracts, passedOver };
}

function listEntries({ admin, proxies, impls }: Json): readonly (readonly [name: string, entry: Json])[] {
  return [
    ...(isObject(admin) ? [["ProxyAdmin", admin] as const] : []),
    ...listObjects(proxies).map((it) => [PROXY_NAMES[toText(it.kind) ?? ""] ?? "proxy", it] as const),
    ...listObjects(Object.values(asObject(impls))).flatMap(listImplementations),
  ];
}

/** Lists all addresses. The transaction belongs to `address`; redeploying the same code adds further addresses. */
function listImplementations(entry: Json) {
  const { address, allAddresses } = entry;
  const others = (Array.isArray(allAddresses) ? allAddresses : []).filter((each) => each !== address);
  return [entry, ...others.map((other) => ({ address: other }))].map(
    (each) => ["implementation", each] as const,
  );
}

function toRecord(entry: Json): RecordedDeployment | undefined {
  const address = toAddress(entry.address);
  if (address === undefined) return undefined;
  const hash = toTransactionHash(entry.txHash);
  const remoteDeploymentId = toText(entry.remoteDeploymentId);
  // A relayer may replace the transaction.
  if (remoteDeploymentId !== undefined) return { address, transactionHashes: [], remoteDeploymentId };
  return { address, transactionHashes: hash === undefined ? [] : [hash] };
}

function refuseOtherFormat(file: string, json: Json): void {
  const { manifestVersion, proxies, impls } = json;
  if (typeof manifestVersion !== "string")
    throw unusableRecord(file, "it isn't an OpenZeppelin Upgrades manifest: it has no manifestVersion");
  const [major = Number.NaN] = manifestVersion.split(".").map(Number);
  if (major !== 3)
    throw unusableRecord(file, `manifestVersion ${manifestVersion} is not supported, only 3.0 to 3.2 are`);
  // Versions 3.0 and 3.1 don't list proxies.
  if (!isObject(impls) || !(proxies === undefined || Array.isArray(proxies)))
    throw unusableRecord(file, "it has no impls, or its proxies aren't a list");
}

/**
 * OpenZeppelin Upgrades keeps a development node's manifest in the system's temporary folder. The file name identifies
 * the node's run, so a manifest from an earlier run isn't used.
 */
async function locateOfNode(
  chainId: number,
  { root }: Pick<ProjectPaths, "root">,
  node: DevelopmentNode,
): Promise<readonly Found[]> {
  // All projects share the folder, but a project without OpenZeppelin Upgrades hasn't written anything there.
  if (findPackagedBuilds(root).length === 0 || !(await hasManifests(chainId))) return [];
  const instance = await node();
  if (instance?.chainId !== chainId) return [];
  const base = `${instance.tool}-${chainId}-${instance.instanceId}.json`;
  const location = path.join(tmpdir(), DEVELOPMENT_FOLDER, base);
  return existsSync(location) ? [createFound(location)] : [];
}

const DEVELOPMENT_FOLDER = "openzeppelin-upgrades";

/** Saves a request to the node if there is nothing to find. */
async function hasManifests(chainId: number): Promise<boolean> {
  const listed = await listFolder(path.join(tmpdir(), DEVELOPMENT_FOLDER)).catch(() => undefined);
  return listed?.files.some((file) => parseChainId(file) === chainId) ?? false;
}

/** For all other chains, the name is `unknown-<chain id>.json` (upgrades-core 1.46). */
export const NAMED_CHAINS: Readonly<Record<string, number>> = {
  mainnet: 1,
  morden: 2,
  ropsten: 3,
  rinkeby: 4,
  goerli: 5,
  optimism: 10,
  kovan: 42,
  bsc: 56,
  "bsc-testnet": 97,
  polygon: 137,
  sonic: 146,
  "optimism-goerli": 420,
  base: 8453,
  holesky: 17000,
  "arbitrum-one": 42161,
  "arbitrum-nova": 42170,
  "arbitrum-goerli": 421613,
  "arbitrum-sepolia": 421614,
  "avalanche-fuji": 43113,
  avalanche: 43114,
  celo: 42220,
  "celo-alfajores": 44787,
  "polygon-mumbai": 80001,
  "base-sepolia": 84532,
  "celo-sepolia": 11142220,
  sepolia: 11155111,
  "op-sepolia": 11155420,
};

const BY_ID = /^(?:unknown|(?:anvil|hardhat))-(\d+)(?:-0x[0-9a-fA-F]+)?\.json$/;

/** Only the file name contains the chain ID. */
function parseChainId(file: string): number | undefined {
  const base = path.basename(file);
  const name = base.replace(/\.json$/, "");
  if (Object.hasOwn(NAMED_CHAINS, name) && base.endsWith(".json")) return NAMED_CHAINS[name];
  return toChainId(BY_ID.exec(base)?.[1]);
}
