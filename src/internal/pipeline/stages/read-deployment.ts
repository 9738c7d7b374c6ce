import { getAddress } from "ethers/address";
import { ifAnswered } from "../../chain/chain-port.ts";
import { CreationWitness } from "../../chain/creation-witness.ts";
import { type CreationFacts, type DeploymentFacts, isCreationVisible } from "../../chain/deployment-facts.ts";
import { type CodeOnChain, waitForCode } from "../../chain/read-code.ts";
import { confirmCreation, readCreation } from "../../chain/read-creation.ts";
import { readQuery } from "../../chain/read-query.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { isHedera } from "../../domain/hedera.ts";
import type { ContractRecord } from "../../domain/record.ts";
import { isTransactionHash } from "../../domain/target.ts";
import { advice, again, chooseContractNetwork, chooseNetwork } from "../../errors/next-step.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { totalWaitMs } from "../../services/retry.ts";
import { formatCount } from "../../text/amounts.ts";
import { Ended, type Found, type Run } from "../run.ts";
import { findEntityWithoutCode, refuseAccount, refuseEntity, refuseSystemContract } from "./non-contract.ts";
import { createPatience, type RunPatience } from "./patience.ts";

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

export async function readDeployment(
  run: Run,
  address: string,
  { code: runtimeBytecode, blockNumber }: CodeOnChain,
  stored: ContractRecord | undefined,
): Promise<DeploymentFacts> {
  const { request, ports } = run;
  const { chain, chainId, query, signal, onProgress } = ports;
  const hints = {
    fromOption: request.creationTransactionHash,
    fromDeployments: await listRecordedHashes(run, address),
    fromRecord: getRecordedHash(stored),
  };
  const witness = new CreationWitness(query, address, signal);
  const sources = { chain, chainId, address, runtimeBytecode, witness, signal };
  const creation = await readCreation(sources, hints, blockNumber);
  onProgress({ type: "target" });
  onProgress({ type: "stored" });
  return { chainId, address, runtimeBytecode, blockNumber, creation, query: witness.knowledge };
}

/**
 * The service may find the transaction while compiling, or after a reorganization moved it to another block. Reads it
 * as the next run would.
 */
export async function addRecordedCreation(
  { ports: { chain, query, signal } }: Run,
  facts: DeploymentFacts,
  record: Pick<ContractRecord, "deployment">,
): Promise<DeploymentFacts> {
  const hash = getRecordedHash(record);
  const { creation: known } = facts;
  if (hash === undefined || (known !== undefined && !mayHaveMoved(known, hash, record))) return facts;
  const sources = { ...facts, chain, witness: new CreationWitness(query, facts.address, signal), signal };
  const creation = await confirmCreation(sources, hash, "record");
  if (typeof creation === "string") return facts;
  const { blockNumber, transactionIndex, timestampS } = creation;
  return {
    ...facts,
    creation: known === undefined ? creation : { ...known, blockNumber, transactionIndex, timestampS },
  };
}

/** True if the record has the same transaction at a different position in the chain. */
function mayHaveMoved(
  known: CreationFacts,
  hash: string,
  { deployment }: Pick<ContractRecord, "deployment">,
): boolean {
  const isAt = (place: "blockNumber" | "transactionIndex") =>
    deployment?.[place] == null || deployment[place] === String(known[place]);
  return known.transactionHash === hash && !(isAt("blockNumber") && isAt("transactionIndex"));
}

function getRecordedHash(record: Pick<ContractRecord, "deployment"> | undefined): string | undefined {
  const hash = record?.deployment?.transactionHash;
  return hash != null && isTransactionHash(hash) ? hash.toLowerCase() : undefined;
}

export function describeCreation(creation: CreationFacts | undefined): Found {
  const { factory = null, initCode, transactionHash = null } = creation ?? {};
  return {
    target: {
      creationTransactionHash: transactionHash,
      factory: factory === null ? undefined : getAddress(factory),
      initCode: initCode && { shownBy: initCode.shownBy, isInput: isCreationVisible(creation) },
    },
  };
}

/** A deployment record that the user didn't name is only a hint: an outdated one causes no error. */
async function listRecordedHashes({ request, ports }: Run, address: string): Promise<readonly string[]> {
  if (request.recorded.length > 0)
    return request.recorded.flatMap(({ transactionHashes }) => transactionHashes);
  // A deployment record that lists the contract without a transaction was already read.
  if (request.origins.length > 0) return [];
  if (request.creationTransactionHash !== undefined) return [];
  return (await ports.recordedTransactions?.(address)) ?? [];
}

/**
 * `0x` doesn't prove that there is no contract: a lagging node returns it, and so does Hedera's relay while its mirror
 * node fails. The query service is therefore consulted too.
 */
export async function readCode(run: Run, address: string): Promise<CodeOnChain> {
  const { chain, chainId, query, signal, onProgress } = run.ports;
  let patience = undefined as RunPatience | undefined;
  const found = await waitForCode(chain, address, signal, async () => {
    if (isHedera(chainId)) await refuseAccount(run, address);
    patience = await createPatience(run, address);
    if (patience.waitMs > 0) onProgress({ type: "waiting-for-code", address, chainId });
    return patience;
  });
  if (found.code !== "0x") return found;
  const waited = patience?.ended().words;
  const answer = await readQuery(query, address, signal);
  if (isInProcessByDefault(run))
    throw await endNotDeployed(run, address, {
      waited,
      // Omits the contract's id, so that screens can group a run's contracts by this cause.
      otherChain: answer.state === "known" ? `${query?.url} has a contract at this address` : undefined,
    });
  switch (answer.state) {
    case "not-configured":
    case "not-found":
      throw await endNotDeployed(run, address, { waited });
    case "known":
      return await readKnown(run, address, answer.contract, waited);
    case "unavailable":
      throw endUnknownCode(run, address, {
        said: `no answer: ${answer.error.reason}`,
        likely: "a node may also return no code while its own data source fails",
        cause: answer.error,
      });
  }
}

/** If the query service has the code, the node must be lagging. */
async function readKnown(
  run: Run,
  address: string,
  contract: QueryContract,
  waited: string | undefined,
): Promise<CodeOnChain> {
  const { runtime_bytecode: code, deleted } = contract;
  if (deleted || code === null || code === "0x") {
    const known = `${formatContract(contract)}, ${deleted ? "deleted" : "without code"}`;
    throw await endNotDeployed(run, address, { waited, known });
  }
  const { chain, chainId, appearAttempts, signal, onProgress } = run.ports;
  const again = await waitForCode(chain, address, signal, () => {
    const waitMs = totalWaitMs(appearAttempts);
    if (waitMs > 0) onProgress({ type: "waiting-for-code", address, chainId });
    return { waitMs };
  });
  if (again.code !== "0x") return again;
  const likely = "the node lags behind, or its own data source fails";
  throw endUnknownCode(run, address, { said: `it has ${formatContract(contract)}`, likely });
}

/** For callers that can continue without a contract. */
export function endWithoutContract(error: unknown): Ended {
  if (error instanceof Ended && error.outcome === "not-deployed") return error;
  throw error;
}

function endUnknownCode(
  run: Run,
  address: string,
  { said, likely, cause }: { readonly said: string; readonly likely: string; readonly cause?: unknown },
): Ended {
  const { chain, query } = run.ports;
  const facts = [
    ["Network", `${chain.networkName}, whose node has no code there`],
    ["Also asked", query?.url],
    ["It said", said],
  ] as const;
  return new Ended("unavailable", { code: "VC306", values: { address }, facts, likely, next: again }, cause);
}

function formatContract({ contract_id, evm_address }: QueryContract): string {
  return contract_id === null ? `a contract at ${evm_address}` : `the contract ${contract_id}`;
}

interface Knowledge {
  /** The query service's entity at the address. */
  readonly known?: string;
  readonly otherChain?: string | undefined;
  readonly waited?: string | undefined;
}

async function endNotDeployed(
  run: Run,
  address: string,
  { known, otherChain, waited }: Knowledge,
): Promise<Ended> {
  const { chain, chainId } = run.ports;
  const found = known === undefined ? await findEntityWithoutCode(run, address) : undefined;
  if (found !== undefined && found.entity.hasKey !== false) return found.ended;
  const account = found?.entity.name ?? (await readAccount(run, address));
  return new Ended("not-deployed", {
    code: "VC301",
    values: { address, chainId },
    facts: [
      ["Network", chain.networkName],
      ["Found", known ?? account],
      ["Query service", otherChain],
      ["Waited", waited],
    ],
    likely: known === undefined ? explainAbsence(run, account !== undefined) : undefined,
    next:
      known !== undefined ||
      (account === undefined && isDevelopmentChain(chainId) && !isOnDefaultNetwork(run))
        ? chooseNetwork("redeploy it, or choose its network with")
        : account === undefined || isOnDefaultNetwork(run)
          ? chooseContractNetwork
          : advice("use the contract's address; this one belongs to an account"),
  });
}

function explainAbsence(run: Run, isAccount: boolean): string {
  const remote = run.request.recorded.find(({ remoteDeploymentId }) => remoteDeploymentId !== undefined);
  if (remote !== undefined)
    return `its remote deployment ${remote.remoteDeploymentId} hasn't completed yet, or failed`;
  if (isOnDefaultNetwork(run)) return run.ports.words.network.forgotten;
  if (isAccount) return "it is an account's address, such as the deployer's, not the contract's";
  return isDevelopmentChain(run.ports.chainId)
    ? "the node has been restarted, or the address belongs to another network"
    : "the address belongs to another network, or the deployment failed";
}

export function isOnDefaultNetwork({ ports: { chain, words } }: Run): boolean {
  return chain.networkName === words.defaultNetwork;
}

/** A chain in the host's process never lags. */
export function isInProcessByDefault(run: Run): boolean {
  const { operators, chainId } = run.ports;
  return isOnDefaultNetwork(run) && operators?.urls.node === undefined && isDevelopmentChain(chainId);
}

/** Undefined if the account has no balance or transactions, or if the node doesn't respond. */
async function readAccount({ ports }: Run, address: string): Promise<string | undefined> {
  const { chain, signal } = ports;
  const account = await ifAnswered(signal, () => chain.account(address, signal));
  if (account === undefined) return undefined;
  const { balance, nonce } = account;
  if (balance === 0n && nonce === 0) return undefined;
  const sent = nonce === 0 ? "" : `, which has sent ${formatCount(nonce, "transaction")}`;
  return `an account ${balance === 0n ? "without code" : "with a balance but no code"}${sent}`;
}
