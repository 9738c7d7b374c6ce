import { ifAnswered } from "../../chain/chain-port.ts";
import type { QueryKnowledge } from "../../chain/deployment-facts.ts";
import { type CodeOnChain, waitForCode } from "../../chain/read-code.ts";
import { readQuery } from "../../chain/read-query.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { isHedera } from "../../domain/hedera.ts";
import { advice, again, chooseNetwork } from "../../errors/next-step.ts";
import type { QueryContract } from "../../services/query/model.ts";
import { waitMsOf } from "../../services/retry.ts";
import { Ended } from "../findings.ts";
import type { Run } from "../run.ts";
import { entityWithoutCode, refuseAccount } from "./non-contract.ts";
import { patienceOf, type RunPatience } from "./patience.ts";
import { refuseForeignService } from "./refuse-foreign-service.ts";

/**
 * The code on chain. `0x` is no proof of no contract: a node answers it while it lags, and Hedera's relay while its
 * mirror node fails. So the query service is asked as well.
 *
 * @throws Ended `not-deployed` where neither has a code, `unavailable` where the query service knows one or fails
 */
export async function readCode(run: Run, address: string): Promise<CodeOnChain> {
  const { chain, chainId, query, signal, onProgress } = run.ports;
  let patience = undefined as RunPatience | undefined;
  const found = await waitForCode(chain, address, signal, async () => {
    if (isHedera(chainId)) await refuseAccount(run, address);
    patience = await patienceOf(run, address);
    if (patience.waitMs > 0) onProgress({ type: "waiting-for-code", address, chainId });
    return patience;
  });
  if (found.code !== "0x") return found;
  const waited = patience?.ended().words;
  const answer = await readQuery(query, address, signal);
  if (isInProcessByDefault(run))
    throw await notDeployed(run, address, { waited, otherChain: ofOtherChain(run, answer) });
  switch (answer.state) {
    case "not-configured":
    case "not-found":
      throw await notDeployed(run, address, { waited });
    case "known":
      return await readKnown(run, address, answer.contract, waited);
    case "unavailable":
      await refuseForeignService(run, answer.error);
      throw unknownCode(run, address, answer);
  }
}

/** The query service knows the contract, so that the node lags, unless the contract has no code there either. */
async function readKnown(
  run: Run,
  address: string,
  contract: QueryContract,
  waited: string | undefined,
): Promise<CodeOnChain> {
  const { runtime_bytecode: code, deleted } = contract;
  if (deleted)
    throw await notDeployed(run, address, { waited, known: `${nameOf(contract)}, which was deleted` });
  if (code === null || code === "0x")
    throw await notDeployed(run, address, { waited, known: `${nameOf(contract)}, without code` });
  const { chain, chainId, appearAttempts, signal, onProgress } = run.ports;
  const again = await waitForCode(chain, address, signal, () => {
    const waitMs = waitMsOf(appearAttempts);
    if (waitMs > 0) onProgress({ type: "waiting-for-code", address, chainId });
    return { waitMs };
  });
  if (again.code !== "0x") return again;
  throw unknownCode(run, address, { state: "known", contract });
}

function unknownCode(
  run: Run,
  address: string,
  answer: Extract<QueryKnowledge, { state: "known" | "unavailable" }>,
): Ended {
  const { chain, query } = run.ports;
  return new Ended("unavailable", {
    code: "VC306",
    values: { address },
    facts: [
      ["Network", `${chain.networkName}, whose node has no code there`],
      ["Asked too", query?.url],
      [
        "It said",
        answer.state === "known" ? `there is ${nameOf(answer.contract)}` : `nothing: ${answer.error.reason}`,
      ],
    ],
    likely: whyNoCode(answer),
    next: again,
  });
}

/** What the query service knows of the address, which then is of another chain than this process has. */
function ofOtherChain({ ports }: Run, answer: QueryKnowledge): string | undefined {
  return answer.state === "known" ? `${ports.query?.url} knows ${nameOf(answer.contract)}` : undefined;
}

function whyNoCode({ state }: QueryKnowledge): string {
  return state === "known"
    ? "the node lags behind, or the service that it reads from fails"
    : "a node can also answer this while the service that it reads from fails";
}

function nameOf({ contract_id, evm_address }: QueryContract): string {
  return contract_id === null ? `a contract at ${evm_address}` : `the contract ${contract_id}`;
}

interface Knowledge {
  /** What the query service knows at the address, in words. */
  readonly known?: string;
  /** The same, where it can't be of this chain. */
  readonly otherChain?: string | undefined;
  /** How long the code was waited for, in words. */
  readonly waited?: string | undefined;
}

/** There is no contract at the address. */
async function notDeployed(
  run: Run,
  address: string,
  { known, otherChain, waited }: Knowledge,
): Promise<Ended> {
  const { chain, chainId } = run.ports;
  const found = known === undefined ? await entityWithoutCode(run, address) : undefined;
  if (found !== undefined && found.entity.hasKey !== false) return found.ended;
  const account = found?.entity.name ?? (await readAccount(run, address));
  return new Ended("not-deployed", {
    code: "VC301",
    values: { address, chainId },
    facts: [
      ["Network", chain.networkName],
      ["There is", known ?? account],
      ["Another chain", otherChain],
      ["Waited", waited],
    ],
    likely: known === undefined ? whyNotThere(run, account !== undefined) : undefined,
    next:
      known !== undefined
        ? chooseNetwork("deploy it again, or choose the network that has it, with")
        : account === undefined || isOnDefaultNetwork(run)
          ? chooseNetwork("choose the network that has the contract, with")
          : advice("name the address of the contract: this one is an account's"),
  });
}

function whyNotThere(run: Run, isAccount: boolean): string {
  const remote = run.request.recorded.find(({ remoteDeploymentId }) => remoteDeploymentId !== undefined);
  if (remote !== undefined)
    return `its remote deployment ${remote.remoteDeploymentId} was not completed yet, or failed`;
  if (isOnDefaultNetwork(run)) return run.ports.words.network.forgotten;
  if (isAccount) return "it is the address of an account, such as the deployer's, and not of the contract";
  return isDevelopmentChain(run.ports.chainId)
    ? "the node was started anew since, or the address is of another network"
    : "the address is of another network, or the deployment failed";
}

function isOnDefaultNetwork({ ports: { chain, words } }: Run): boolean {
  return chain.networkName === words.defaultNetwork;
}

/** Whether the chain is the host's own inside this process, which no option named. It lags behind nothing. */
function isInProcessByDefault(run: Run): boolean {
  const { operators, chainId } = run.ports;
  return isOnDefaultNetwork(run) && operators?.urls.node === undefined && isDevelopmentChain(chainId);
}

/** In words, what an account without code has; undefined where it has nothing, or the node does not say. */
async function readAccount({ ports }: Run, address: string): Promise<string | undefined> {
  const { chain, signal } = ports;
  const account = await ifAnswered(signal, () => chain.account(address, signal));
  if (account === undefined) return undefined;
  const { balance, nonce } = account;
  if (balance === 0n && nonce === 0) return undefined;
  const sent = nonce === 0 ? "" : `, which sent ${nonce} ${nonce === 1 ? "transaction" : "transactions"}`;
  return `an account without code${sent}${balance === 0n ? "" : `, with a balance of ${balance} wei`}`;
}
