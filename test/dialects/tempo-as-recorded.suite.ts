import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { Transaction } from "ethers";
import { normalise } from "../helpers/conformance/normalise.ts";
import { heldFor } from "../helpers/held-for.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { OWN_CONNECTION } from "../helpers/own-connection.ts";
import { serveDialect } from "./services/dialect-service.ts";
import { tempo } from "./services/tempo.ts";

const FOLDER = new URL("../fixtures/recorded/dialects/tempo/", import.meta.url);
const CHAIN_ID = 31337;

interface Recorded {
  readonly about: string;
  readonly chain: { readonly creationTransaction: RecordedTransaction | null };
  readonly submission?: unknown;
  readonly laterSubmission?: unknown;
  readonly answers: readonly {
    readonly about: string;
    readonly request: {
      readonly method: string;
      readonly path: string;
      readonly body?: string;
      readonly headers?: object;
    };
    readonly status: number;
    readonly body: unknown;
  }[];
}

interface RecordedTransaction {
  readonly hash: string;
  readonly nonce: string;
  readonly from: string;
  readonly input: string;
  readonly gas: string;
  readonly blockNumber: string;
  readonly maxFeePerGas: string;
  readonly maxPriorityFeePerGas: string;
  readonly r: string;
  readonly s: string;
  readonly yParity: string;
}

/** In chain order: match ids count up, and compilations are shared. */
const RECORDINGS = readdirSync(FOLDER)
  .map((name) => [name, JSON.parse(readFileSync(new URL(name, FOLDER), "utf8")) as Recorded] as const)
  .sort(([, one], [, other]) => blockOf(one) - blockOf(other));

function blockOf({ chain }: Recorded): number {
  return Number(chain.creationTransaction?.blockNumber ?? 0);
}

/** Compares the imitation of Tempo's worker with its recorded answers. */
describe("dialects - the Tempo server answers as recorded", function () {
  this.timeout(120_000);
  const chain = heldFor(() => startDevelopmentChain({ chainId: CHAIN_ID }));
  const service = heldFor(() =>
    serveDialect(tempo({ chainId: String(CHAIN_ID), rpcUrl: chain.rpcUrl, request: chain.request })),
  );

  before(async () => {
    const made = new Set<string>();
    for (const [, { chain: facts }] of RECORDINGS) {
      const { creationTransaction } = facts;
      if (creationTransaction === null || made.has(creationTransaction.hash)) continue;
      made.add(creationTransaction.hash);
      await replay(chain, creationTransaction);
    }
  });

  for (const [name, recorded] of RECORDINGS)
    it(name, async () => {
      const jobs = new Map<string, string>();
      for (const { about, request, status, body } of recorded.answers) {
        const { method, path } = request;
        // The recording lacks these bodies, and a pending job is a matter of timing.
        const isKnown = request.headers === undefined && !isOfAnotherBody(body);
        const isOfService = /^\/v2\/(contract|verify)\//.test(path) && !path.startsWith("/v2/verify/1");
        if (!isKnown || !isOfService || about === "job pending") continue;
        const sent = about === "submit the original" ? recorded.laterSubmission : recorded.submission;
        const answer = await askUntil(
          `${service.url}${[...jobs].reduce((url, [old, own]) => url.replace(old, own), path)}`,
          method,
          sent,
          about === "job completed",
        );
        const { verificationId } = body as { verificationId?: string };
        if (status === 202 && verificationId !== undefined)
          jobs.set(verificationId, (answer.body as { verificationId: string }).verificationId);
        const answered = { status: answer.status, body: normalise(answer.body) };
        assert.deepEqual(answered, { status, body: normalise(body) }, about);
      }
    });
});

function isOfAnotherBody(answer: unknown): boolean {
  const { customCode = "" } = answer as { customCode?: string };
  return [
    "missing_params",
    "not_implemented",
    "invalid_contract_identifier",
    "invalid_json",
    "body_too_large",
  ].includes(customCode);
}

async function askUntil(
  url: string,
  method: string,
  body: unknown,
  isCompleted: boolean,
): Promise<{ readonly status: number; readonly body: unknown }> {
  for (;;) {
    const response = await fetch(url, {
      method,
      headers: OWN_CONNECTION,
      ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.includes("json") === true;
    const answer = { status: response.status, body: isJson ? JSON.parse(text) : text };
    if (!isCompleted || (answer.body as { isJobCompleted: boolean }).isJobCompleted) return answer;
    await sleep(20);
  }
}

/** Mines the transaction in a block of the recorded number, so address, hash and deployment are equal. */
async function replay(chain: DevelopmentChain, transaction: RecordedTransaction): Promise<void> {
  const block = Number(await chain.request("eth_blockNumber"));
  const missing = Number(transaction.blockNumber) - 1 - block;
  if (missing > 0) await chain.request("hardhat_mine", `0x${missing.toString(16)}`);
  await chain.request("hardhat_setNonce", transaction.from, transaction.nonce);
  await chain.request("hardhat_setNextBlockBaseFeePerGas", "0x8");
  const { r, s, yParity } = transaction;
  const { serialized } = Transaction.from({
    type: 2,
    chainId: BigInt(CHAIN_ID),
    nonce: Number(transaction.nonce),
    gasLimit: BigInt(transaction.gas),
    maxFeePerGas: BigInt(transaction.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(transaction.maxPriorityFeePerGas),
    to: null,
    data: transaction.input,
    signature: { r, s, yParity: yParity === "0x1" ? 1 : 0 },
  });
  const hash = await chain.request("eth_sendRawTransaction", serialized);
  if (hash !== transaction.hash) throw new Error(`Replayed ${hash}, recorded ${transaction.hash}.`);
}
