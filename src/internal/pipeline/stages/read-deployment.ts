import { ChainError } from "../../chain/chain-port.ts";
import type { DeploymentFacts } from "../../chain/deployment-facts.ts";
import { readCreation } from "../../chain/read-creation.ts";
import { waitForCode } from "../../chain/wait-for-code.ts";
import { codeLength } from "../../domain/code-template.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { isTransactionHash } from "../../domain/target.ts";
import { advice } from "../../errors/next-step.ts";
import { problem } from "../../errors/problem.ts";
import { Ended, type Run } from "../run.ts";

/** Deployment facts: the code that is on chain now, and the transaction that created it. */
export async function readDeployment(
  run: Run,
  address: string,
  stored: ContractRecord | undefined,
): Promise<DeploymentFacts> {
  const { chain, chainId, appearAttempts, signal, onProgress } = run.ports;
  const { code: runtimeBytecode, blockNumber } = await waitForCode(
    chain,
    address,
    appearAttempts,
    signal,
    () => onProgress({ type: "waiting-for-code", address, chainId }),
  );
  run.draft.target.blockNumber = blockNumber ?? null;
  if (runtimeBytecode === "0x") throw await notDeployed(run, address);

  const named = stored?.deployment?.transactionHash;
  const hints = {
    fromOption: run.request.creationTransactionHash,
    fromDeployments: await recordedHashes(run, address),
    fromRecord:
      named !== undefined && named !== null && isTransactionHash(named) ? named.toLowerCase() : undefined,
  };
  const creation = await readCreation(chain, address, hints, blockNumber, signal);
  run.draft.target.creationTransactionHash = creation?.transactionHash ?? null;
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
  return { chainId, address, runtimeBytecode, blockNumber, creation };
}

/** A record that was not asked for is no witness: an old one raises no alarm, and a current one saves the search. */
async function recordedHashes({ request, ports }: Run, address: string): Promise<readonly string[]> {
  if (request.recorded.length > 0)
    return request.recorded.flatMap(({ transactionHashes }) => transactionHashes);
  if (request.creationTransactionHash !== undefined) return [];
  return (await ports.recordedTransactions?.(address)) ?? [];
}

async function notDeployed(run: Run, address: string): Promise<Ended> {
  const { chain, chainId } = run.ports;
  const account = await readAccount(run, address);
  return new Ended(
    "not-deployed",
    problem("VC301", {
      values: { address, chainId },
      facts: [
        ["Network", chain.networkName],
        ["There is", account],
      ],
      likely: whyNotThere(run, account !== undefined),
      next:
        account === undefined || run.isOnDefaultNetwork()
          ? advice("choose the network that has the contract, with --network")
          : advice("name the address of the contract: this one is an account's"),
    }),
  );
}

function whyNotThere(run: Run, isAccount: boolean): string {
  if (run.isOnDefaultNetwork())
    return "--network was forgotten: this is Hardhat's own chain inside this process, which is empty";
  if (isAccount) return "it is the address of an account, such as the deployer's, and not of the contract";
  return isDevelopmentChain(run.ports.chainId)
    ? "the node was started anew since, or the address is of another network"
    : "the address is of another network, or the deployment failed";
}

/** In words, what an account without code has; undefined where it has nothing, or the node does not say. */
async function readAccount({ ports }: Run, address: string): Promise<string | undefined> {
  const { chain, signal } = ports;
  try {
    const { balance, nonce } = await chain.account(address, signal);
    if (balance === 0n && nonce === 0) return undefined;
    const sent = nonce === 0 ? "" : `, which sent ${nonce} ${nonce === 1 ? "transaction" : "transactions"}`;
    return `an account without code${sent}${balance === 0n ? "" : `, with a balance of ${balance} wei`}`;
  } catch (error) {
    if (error instanceof ChainError && !signal.aborted) return undefined;
    throw error;
  }
}
