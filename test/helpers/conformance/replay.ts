import { setTimeout } from "node:timers/promises";
import { Transaction } from "ethers";
import type { DevelopmentChain } from "../local/development-chain.ts";
import { type Answer, PHENOMENA, type Phenomenon, recordedPhenomenon } from "./recordings.ts";

/** Before the first recorded block, with a second for each block that has to be there. */
export const CHAIN_START = new Date("2026-11-21T09:15:00Z");

const POLL_INTERVAL_MS = 20;

/**
 * Puts the recorded contracts on a chain: the same signed transactions in blocks of the same number and time, so
 * that addresses, transaction hashes and deployments are those of the recordings.
 */
export async function replayChain(chain: DevelopmentChain): Promise<void> {
  const transactions = PHENOMENA.flatMap((name) => {
    const { creationTransaction } = recordedPhenomenon(name).chain;
    return creationTransaction === null ? [] : [creationTransaction];
  });
  const byHash = new Map(transactions.map((transaction) => [transaction.hash, transaction]));
  for (const transaction of byHash.values()) {
    const block = Number(await chain.request("eth_blockNumber"));
    const missing = Number(transaction.blockNumber) - 1 - block;
    if (missing > 0) await chain.request("hardhat_mine", `0x${missing.toString(16)}`);
    await chain.request("hardhat_setNonce", transaction.from, transaction.nonce);
    await chain.request("evm_setNextBlockTimestamp", Number(transaction.blockTimestamp));
    await chain.request("hardhat_setNextBlockBaseFeePerGas", "0x8");
    const { serialized } = Transaction.from({
      type: 2,
      chainId: BigInt(transaction.chainId),
      nonce: Number(transaction.nonce),
      gasLimit: BigInt(transaction.gas),
      maxFeePerGas: BigInt(transaction.maxFeePerGas),
      maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas),
      to: transaction.to,
      value: BigInt(transaction.value),
      data: transaction.input,
      signature: { r: transaction.r, s: transaction.s, yParity: transaction.yParity === "0x1" ? 1 : 0 },
    });
    const hash = await chain.request("eth_sendRawTransaction", serialized);
    if (hash !== transaction.hash) throw new Error(`Replayed ${hash}, recorded ${transaction.hash}.`);
  }
  // Its own creation was not recorded: the recording gives the hash of another one.
  const { address, build, chain: facts } = recordedPhenomenon("wrong-creation-transaction");
  const from = facts.creationTransaction?.from;
  await chain.request("hardhat_setNonce", from, "0x104");
  const data = `0x${build.output.evm.bytecode.object}`;
  const hash = await chain.request("eth_sendTransaction", { from, data, gas: "0x1c9c380" });
  const receipt = await chain.request("eth_getTransactionReceipt", hash);
  const made = (receipt as { contractAddress: string }).contractAddress;
  if (made !== address) throw new Error(`Replayed ${made}, recorded ${address}.`);
}

/** Does against a running verification service what was recorded, and writes down what it answers. */
export async function replay(recorded: Phenomenon, serviceUrl: string): Promise<Phenomenon> {
  const { chainId, address, submission } = recorded;
  const contract = `/v2/contract/${chainId}/${address}`;
  const lookupBefore = await ask(serviceUrl, "GET", contract);
  const submitResponse = await ask(serviceUrl, "POST", `/v2/verify/${chainId}/${address}`, submission);
  const polls: Answer[] = [];
  if (submitResponse.status === 202) {
    const { verificationId } = submitResponse.body as { verificationId: string };
    for (let isJobCompleted = false; !isJobCompleted; await setTimeout(POLL_INTERVAL_MS)) {
      const poll = await ask(serviceUrl, "GET", `/v2/verify/${verificationId}`);
      polls.push(poll);
      ({ isJobCompleted } = poll.body as { isJobCompleted: boolean });
    }
  }
  const lookupAfter = await ask(serviceUrl, "GET", contract);
  const record = await ask(serviceUrl, "GET", `${contract}?fields=all`);
  return { ...recorded, lookupBefore, submitResponse, polls, lookupAfter, record };
}

/** One request; a string body is sent as it is. */
export async function ask(baseUrl: string, method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(body == null
      ? {}
      : {
          headers: { "content-type": "application/json" },
          body: typeof body === "string" ? body : JSON.stringify(body),
        }),
  });
  const contentType = response.headers.get("content-type") ?? "";
  const text = await response.text();
  return {
    status: response.status,
    contentType,
    body: contentType.startsWith("application/json") ? JSON.parse(text) : text,
  };
}
