import { ifAnswered } from "../../chain/chain-port.ts";
import { isDevelopmentChain } from "../../domain/development-chain.ts";
import { advice, chooseNetwork } from "../../errors/next-step.ts";
import { problem } from "../../errors/problem.ts";
import { Ended, type Run } from "../run.ts";
import { entityWithoutCode } from "./non-contract.ts";

interface Knowledge {
  /** What the query service knows at the address, in words. */
  readonly known?: string;
  /** The same, where it can't be of this chain. */
  readonly otherChain?: string | undefined;
}

/** There is no contract at the address. */
export async function notDeployed(
  run: Run,
  address: string,
  { known, otherChain }: Knowledge = {},
): Promise<Ended> {
  const { chain, chainId } = run.ports;
  const found = known === undefined ? await entityWithoutCode(run, address) : undefined;
  if (found !== undefined && found.entity.hasKey !== false) return found.end();
  const account = found?.entity.name ?? (await readAccount(run, address));
  return new Ended(
    "not-deployed",
    problem(
      "VC301",
      {
        values: { address, chainId },
        facts: [
          ["Network", chain.networkName],
          ["There is", known ?? account],
          ["Another chain", otherChain],
        ],
        likely: known === undefined ? whyNotThere(run, account !== undefined) : undefined,
        next:
          known !== undefined
            ? chooseNetwork("deploy it again, or choose the network that has it, with")
            : account === undefined || run.isOnDefaultNetwork()
              ? chooseNetwork("choose the network that has the contract, with")
              : advice("name the address of the contract: this one is an account's"),
      },
      { words: run.ports.words },
    ),
  );
}

function whyNotThere(run: Run, isAccount: boolean): string {
  const remote = run.request.recorded.find(({ remoteDeploymentId }) => remoteDeploymentId !== undefined);
  if (remote !== undefined)
    return `its remote deployment ${remote.remoteDeploymentId} was not completed yet, or failed`;
  if (run.isOnDefaultNetwork()) return run.ports.words.network.forgotten;
  if (isAccount) return "it is the address of an account, such as the deployer's, and not of the contract";
  return isDevelopmentChain(run.ports.chainId)
    ? "the node was started anew since, or the address is of another network"
    : "the address is of another network, or the deployment failed";
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
