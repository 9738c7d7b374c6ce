import { getAddress } from "ethers/address";
import { CreationWitness } from "../../chain/creation-witness.ts";
import type { CreationFacts, DeploymentFacts } from "../../chain/deployment-facts.ts";
import type { CodeOnChain } from "../../chain/read-code.ts";
import { confirmCreation, readCreation } from "../../chain/read-creation.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { isTransactionHash } from "../../domain/target.ts";
import type { Found } from "../findings.ts";
import type { Run } from "../run.ts";
import { isCreationVisible } from "./expect-creation.ts";
import { refuseEntity, refuseSystemContract } from "./non-contract.ts";
import { readCode } from "./read-code.ts";

/**
 * The code that is on chain now.
 *
 * @param known What was just read.
 * @throws Ended for what is no contract.
 */
export async function readContractCode(
  run: Run,
  address: string,
  known: CodeOnChain | undefined,
): Promise<CodeOnChain> {
  await refuseSystemContract(run, address);
  run.ports.onProgress({ type: "reading", what: "code" });
  const found = known ?? (await readCode(run, address));
  await refuseEntity(run, address, found.code);
  return found;
}

/** Deployment facts: the code on chain, and the transaction that created it. */
export async function readDeployment(
  run: Run,
  address: string,
  { code: runtimeBytecode, blockNumber }: CodeOnChain,
  stored: ContractRecord | undefined,
): Promise<DeploymentFacts> {
  const { request, findings, ports } = run;
  const { chain, chainId, query, signal, onProgress } = ports;
  const hints = {
    fromOption: request.creationTransactionHash,
    fromDeployments: await recordedHashes(run, address),
    fromRecord: hashIn(stored),
  };
  const witness = new CreationWitness(query, address, signal);
  const sources = { chain, chainId, address, runtimeBytecode, witness, signal };
  const creation = await readCreation(sources, hints, blockNumber);
  onProgress({
    type: "target",
    input: request.target.input,
    address,
    contractId: findings.target.contractId,
    codeBytes: codeLength(runtimeBytecode),
    creationTransactionHash: creation?.transactionHash ?? null,
    creationKnownFrom: creation?.knownFrom ?? null,
  });
  onProgress({ type: "stored", match: findings.match, unknown: findings.storedUnknown });
  return { chainId, address, runtimeBytecode, blockNumber, creation, query: witness.knowledge };
}

/**
 * The facts with the creating transaction that a record names, where no other source knew one and the chain confirms it.
 * A service can find it while it compiles, and the next run would take it from the record: both say the same of it.
 */
export async function withRecordedCreation(
  { ports: { chain, query, signal } }: Run,
  facts: DeploymentFacts,
  record: Pick<ContractRecord, "deployment">,
): Promise<DeploymentFacts> {
  const hash = hashIn(record);
  if (facts.creation !== undefined || hash === undefined) return facts;
  const sources = { ...facts, chain, witness: new CreationWitness(query, facts.address, signal), signal };
  const creation = await confirmCreation(sources, hash, "record");
  return typeof creation === "string" ? facts : { ...facts, creation };
}

function hashIn(record: Pick<ContractRecord, "deployment"> | undefined): string | undefined {
  const hash = record?.deployment?.transactionHash;
  return hash != null && isTransactionHash(hash) ? hash.toLowerCase() : undefined;
}

/** What the report says of the creation. */
export function creationFound(creation: CreationFacts | undefined): Found {
  const { factory = null, initCode, transactionHash = null } = creation ?? {};
  return {
    target: {
      creationTransactionHash: transactionHash,
      factory: factory === null ? undefined : getAddress(factory),
      initCode: initCode && { shownBy: initCode.shownBy, isInput: isCreationVisible(creation) },
    },
  };
}

/** A record that was not asked for is no witness: an old one raises no alarm, and a current one saves the search. */
async function recordedHashes({ request, ports }: Run, address: string): Promise<readonly string[]> {
  if (request.recorded.length > 0)
    return request.recorded.flatMap(({ transactionHashes }) => transactionHashes);
  if (request.creationTransactionHash !== undefined) return [];
  return (await ports.recordedTransactions?.(address)) ?? [];
}
