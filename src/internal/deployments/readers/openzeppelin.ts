import { existsSync } from "node:fs";
import path from "node:path";
import { compiledTo, type ProjectPaths } from "../../builds/project/project-paths.ts";
import type { RecordedDeployment } from "../../domain/build.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { isObject } from "../../text/is-object.ts";
import { addressOf, objectsOf, textOf, transactionHashOf } from "../checked-values.ts";
import type { DeployedContract, Deployment, PassedOver } from "../model.ts";
import { readRecord } from "../record-file.ts";
import { unusableRecord } from "../unusable-record.ts";
import { chainIdOfUpgrades, otherNamesOf } from "./openzeppelin-files.ts";

type Json = Readonly<Record<string, unknown>>;

/** The names of an entry's contract, which the manifest does not have. */
const PROXY_NAMES: Readonly<Record<string, string>> = {
  transparent: "transparent proxy",
  uups: "UUPS proxy",
  beacon: "beacon proxy",
};
const EARLIER_NODE = "there is no code at its address: the manifest is of an earlier run of the node";

/** Whether a file's content is that of a manifest of OpenZeppelin Upgrades. */
export function isUpgradesManifest(json: Json): boolean {
  return typeof json.manifestVersion === "string";
}

/**
 * Reads a manifest of OpenZeppelin Upgrades: its proxies, their implementations, and the ProxyAdmin of version 4. It has
 * neither names nor arguments, and not which proxy runs what: the chain has that.
 *
 * @param file Absolute path.
 * @throws VC704 for another format, and where the chain has a second manifest beside it.
 */
export async function readUpgradesManifest(file: string, project: ProjectPaths): Promise<Deployment> {
  refuseSecond(file);
  const json = await readRecord(file);
  refuseOtherFormat(file, json);
  const chainId = chainIdOfUpgrades(file);
  const buildSource = { kind: "build-files", locations: compiledTo(project), isNamed: false } as const;
  const isOfDevelopment = chainId !== undefined && isDevelopmentChain(chainId);
  const passedOver: PassedOver[] = [];
  const contracts: DeployedContract[] = [];
  for (const { name, recorded } of entriesOf(json)) {
    if (recorded === undefined) {
      passedOver.push({
        name,
        file,
        reason: "its address is invalid or has a wrong checksum",
        isBroken: true,
      });
      continue;
    }
    const { address } = recorded;
    contracts.push({
      name,
      file,
      target: { kind: "address", input: address, address },
      recorded,
      buildSource,
      contract: undefined,
      ...(isOfDevelopment ? { whyGone: EARLIER_NODE } : {}),
    });
  }
  return { tool: "openzeppelin", location: file, chainId, contracts, passedOver };
}

interface Entry {
  readonly name: string;
  /** Undefined for an invalid address. */
  readonly recorded: RecordedDeployment | undefined;
}

function entriesOf({ admin, proxies, impls }: Json): readonly Entry[] {
  return [
    ...(isObject(admin) ? [{ name: "ProxyAdmin", recorded: recordOf(admin) }] : []),
    ...objectsOf(proxies).map((proxy) => ({
      name: PROXY_NAMES[textOf(proxy.kind) ?? ""] ?? "proxy",
      recorded: recordOf(proxy),
    })),
    ...objectsOf(Object.values(isObject(impls) ? impls : {})).flatMap(implementationsOf),
  ];
}

/** The transaction is that of `address`; equal code that was deployed again has further addresses. */
function implementationsOf(entry: Json): readonly Entry[] {
  const { address, allAddresses } = entry;
  const others = (Array.isArray(allAddresses) ? allAddresses : []).filter((each) => each !== address);
  return [entry, ...others.map((other) => ({ address: other }))].map((each) => ({
    name: "implementation",
    recorded: recordOf(each),
  }));
}

function recordOf({
  address: written,
  txHash,
  remoteDeploymentId: remote,
}: Json): RecordedDeployment | undefined {
  const address = addressOf(written);
  if (address === undefined) return undefined;
  const hash = transactionHashOf(txHash);
  const remoteDeploymentId = textOf(remote);
  // What sends for others may replace the transaction by another one.
  if (remoteDeploymentId !== undefined) return { address, transactionHashes: [], remoteDeploymentId };
  return { address, transactionHashes: hash === undefined ? [] : [hash] };
}

/** The plugin itself refuses to work on then: nothing says which of the two is the latest. */
function refuseSecond(file: string): void {
  const second = otherNamesOf(file).find((name) => existsSync(path.join(path.dirname(file), name)));
  if (second === undefined) return;
  throw unusableRecord(
    file,
    `${second} beside it is of the same chain, and OpenZeppelin Upgrades works with one of them only: keep the latest`,
  );
}

function refuseOtherFormat(file: string, json: Json): void {
  const { manifestVersion, proxies, impls } = json;
  if (typeof manifestVersion !== "string")
    throw unusableRecord(file, "it is no manifest of OpenZeppelin Upgrades: it has no manifestVersion");
  const [major = Number.NaN] = manifestVersion.split(".").map(Number);
  if (major < 3)
    throw unusableRecord(
      file,
      `manifestVersion ${manifestVersion} is of the OpenZeppelin CLI, which is not read`,
    );
  if (major !== 3)
    throw unusableRecord(file, `manifestVersion ${manifestVersion} is unknown; 3.0 to 3.2 are read`);
  // Version 3.0 and 3.1 had no proxies.
  if (!isObject(impls) || !(proxies === undefined || Array.isArray(proxies)))
    throw unusableRecord(file, "it has no impls, or its proxies are no list");
}
