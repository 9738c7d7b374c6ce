import type { BuildSource } from "../../builds/build-source.ts";
import { foundryProjectOf } from "../../builds/project/foundry-project.ts";
import type { ProjectPaths } from "../../builds/project/project-paths.ts";
import { isObject } from "../../text/is-object.ts";
import { chainIdOf, objectsOf } from "../checked-values.ts";
import { type DeployedContract, type Deployment, FAILED, type PassedOver } from "../model.ts";
import { readRecord } from "../record-file.ts";
import { unusableRecord } from "../unusable-record.ts";
import { scriptFolderOf } from "./foundry-files.ts";
import { creationsOf, outcomeOf, sequenceOf } from "./foundry-sequence.ts";

type Json = Readonly<Record<string, unknown>>;

const NOT_SENT = "it was not broadcast";

/**
 * Reads a broadcast of `forge script`: `run-latest.json`, or the `run.json` of a script that ran on several chains.
 *
 * @param file Absolute path.
 * @returns One deployment per chain.
 * @throws VC704
 */
export async function readBroadcast(file: string, project: ProjectPaths): Promise<readonly Deployment[]> {
  const json = await readRecord(file);
  const { artifacts } = await foundryProjectOf(file);
  const locations = [artifacts, project.artifacts];
  const buildSource: BuildSource = { kind: "build-files", locations, isNamed: false };
  if (!isBroadcast(json)) throw unusableRecord(file, "it is not a broadcast: it has no transactions");
  return sequencesOf(json).map((each) => deploymentOf(each, file, buildSource));
}

/** Whether a file has the form of a broadcast of `forge script`. */
export function isBroadcast(json: Json): boolean {
  const sequences = sequencesOf(json);
  return sequences.length > 0 && sequences.every(({ transactions }) => Array.isArray(transactions));
}

/** The broadcast of a script that ran on several chains has one sequence per chain. */
function sequencesOf(json: Json): readonly Json[] {
  return Array.isArray(json.deployments) ? objectsOf(json.deployments) : [json];
}

/** An entry of an unknown type may have created a contract. */
function isTransaction(entry: unknown): boolean {
  return isObject(entry) && (entry.transactionType == null || TYPES.has(entry.transactionType));
}

const TYPES: ReadonlySet<unknown> = new Set(["CALL", "CREATE", "CREATE2"]);

function deploymentOf(json: Json, file: string, buildSource: BuildSource): Deployment {
  const sequence = sequenceOf(json);
  const { transactions, receipts, libraries } = sequence;
  const chainId = chainIdOf(json.chain);
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
    const { mayHaveFailed, hashes } = outcomeOf(sent, sequence);
    for (const { name, address, ...how } of creationsOf(sent)) {
      if (address === undefined) {
        const whyNot: Pick<PassedOver, "reason" | "isBroken"> = mayHaveFailed
          ? { reason: FAILED }
          : { reason: "its address is invalid or has a wrong checksum", isBroken: true };
        passedOver.push({ name, file, ...whyNot });
        continue;
      }
      const recorded = { address, transactionHashes: hashes, ...how, ...libraries };
      const target = { kind: "address", input: address, address } as const;
      const contract = { name, file, target, recorded, buildSource, contract: undefined };
      contracts.push(mayHaveFailed ? { ...contract, mayHaveFailed } : contract);
    }
  }
  for (const [name, named] of Object.entries(libraries.libraries ?? {})) {
    const isDeployedHere = contracts.some(({ target }) => target.input === named);
    if (isSent && !isDeployedHere)
      passedOver.push({ name, file, reason: `it was there before, at ${named}` });
  }
  const broadcast = { script: scriptFolderOf(file), timestampMs: timestampOf(json) };
  return { tool: "foundry", location: file, chainId, broadcast, contracts, passedOver };
}

/** Older versions of forge wrote seconds, newer ones write milliseconds. */
function timestampOf({ timestamp }: Json): number | undefined {
  if (typeof timestamp !== "number" || !Number.isFinite(timestamp)) return undefined;
  return timestamp < LAST_AS_SECONDS ? timestamp * 1000 : timestamp;
}

/** In seconds the year 5138, in milliseconds the year 1973. */
const LAST_AS_SECONDS = 100_000_000_000;
