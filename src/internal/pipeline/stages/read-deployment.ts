import { getAddress } from "ethers/address";
import { CreationWitness } from "../../chain/creation-witness.ts";
import type { CreationFacts, DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readCreation } from "../../chain/read-creation.ts";
import { codeLength } from "../../domain/code-template.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { isTransactionHash } from "../../domain/target.ts";
import type { Run } from "../run.ts";
import { codeOfChain } from "./code-of-contract.ts";
import { isCreationVisible } from "./expect-creation.ts";
import { refuseEntity, refuseSystemContract } from "./non-contract.ts";
import { readCode } from "./read-code.ts";

/** Deployment facts: the code that is on chain now, and the transaction that created it. */
export async function readDeployment(
  run: Run,
  address: string,
  stored: ContractRecord | undefined,
): Promise<DeploymentFacts> {
  const { chain, chainId, query, signal, onProgress } = run.ports;
  await refuseSystemContract(run, address);
  onProgress({ type: "reading", what: "code" });
  const { code: runtimeBytecode, blockNumber } = await readCode(run, address);
  await refuseEntity(run, { address, runtimeBytecode, blockNumber });
  run.draft.target.blockNumber = blockNumber ?? null;
  run.postpone("code", () => Object.assign(run.draft, codeOfChain(runtimeBytecode)));

  const named = stored?.deployment?.transactionHash;
  const hints = {
    fromOption: run.request.creationTransactionHash,
    fromDeployments: await recordedHashes(run, address),
    fromRecord:
      named !== undefined && named !== null && isTransactionHash(named) ? named.toLowerCase() : undefined,
  };
  const witness = new CreationWitness(query, address, signal);
  const sources = { chain, chainId, address, runtimeBytecode, witness, signal };
  const creation = await readCreation(sources, hints, blockNumber);
  noteCreation(run, creation);
  onProgress({
    type: "target",
    input: run.request.target.input,
    address,
    contractId: run.draft.target.contractId,
    codeBytes: codeLength(runtimeBytecode),
    creationTransactionHash: creation?.transactionHash ?? null,
    creationKnownFrom: creation?.knownFrom ?? null,
  });
  onProgress({ type: "stored", match: run.draft.match, unknown: run.draft.storedUnknown });
  const { knowledge } = witness;
  return {
    chainId,
    address,
    runtimeBytecode,
    blockNumber,
    creation,
    ...(knowledge === undefined ? {} : { query: knowledge }),
  };
}

function noteCreation(run: Run, creation: CreationFacts | undefined): void {
  const { target } = run.draft;
  target.creationTransactionHash = creation?.transactionHash ?? null;
  if (creation === undefined) return;
  const { factory, initCode } = creation;
  if (factory !== null) target.factory = getAddress(factory);
  if (initCode !== undefined)
    target.initCode = { shownBy: initCode.shownBy, isInput: isCreationVisible(creation) };
}

/** A record that was not asked for is no witness: an old one raises no alarm, and a current one saves the search. */
async function recordedHashes({ request, ports }: Run, address: string): Promise<readonly string[]> {
  if (request.recorded.length > 0)
    return request.recorded.flatMap(({ transactionHashes }) => transactionHashes);
  if (request.creationTransactionHash !== undefined) return [];
  return (await ports.recordedTransactions?.(address)) ?? [];
}
