import { setTimeout as sleep } from "node:timers/promises";
import { assert } from "chai";
import { Transaction } from "ethers";
import { startLocalServices } from "../../src/local.ts";
import { queryContract } from "../helpers/conformance/shapes.ts";
import { heldFor } from "../helpers/held-for.ts";
import { type DevelopmentChain, startDevelopmentChain } from "../helpers/local/development-chain.ts";
import {
  type RecordedVerification,
  recordedQueries,
  recordedVerificationErrors,
  recordedVerifications,
} from "../helpers/services/recordings.ts";
import { KEPT_COMPILER } from "../helpers/solc.ts";

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIME = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?$/;
const FORMS: Readonly<Record<string, RegExp>> = {
  verificationId: ID,
  errorId: ID,
  matchId: /^\d+$/,
  verifiedAt: TIME,
  jobStartTime: TIME,
  jobFinishTime: TIME,
  compilationTime: /^\d+$/,
};

/** Replaces whatever may legitimately differ between two runs, such as ids and times, and sorts keys. */
function normalise(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(normalise);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]): [string, unknown] => {
    const form = FORMS[key];
    return [key, typeof inner === "string" && form?.test(inner) ? `<${key}>` : normalise(inner)];
  });
  return Object.fromEntries(entries.sort(([one], [other]) => (one < other ? -1 : 1)));
}

const RECORDED = new Map(
  recordedVerifications().map(([file, recorded]) => [file.replace(/\.json$/, ""), recorded]),
);
/** All recorded verifications, in the order in which they happened: later ones build on earlier ones. */
const NAMES = [
  ...["plain", "comment-changed", "upgrade-match-to-exact", "already-verified", "constructor-arguments"],
  ...["immutables", "library-itself", "linked-library", "linked-library-settings-added"],
  ...["metadata-hash-none", "wrong-source", "same-length-different-code", "optimizer-off"],
  ...["compiler-error", "identifier-not-found", "not-deployed", "wrong-creation-transaction"],
] as const;
type Name = (typeof NAMES)[number];
const recorded = (name: Name): RecordedVerification => RECORDED.get(name) ?? assert.fail(name);
/** Early enough before the first recorded block to leave a second for each missing block. */
const CHAIN_START = new Date("2026-11-21T09:15:00Z");
/** A development chain has no contracts that were deleted or created from files, and numbers its contracts differently. */
const LEDGER_ONLY = /created from a file|deleted|^(?!plain).*, by contract id$/;

type Replayed = Pick<
  RecordedVerification,
  "lookupBefore" | "submitResponse" | "polls" | "lookupAfter" | "record"
>;

describe("conformance - the local services answer as recorded", () => {
  const chain = heldFor(async () => {
    const started = await startDevelopmentChain({ chainId: 296, initialDate: CHAIN_START });
    await replayChain(started);
    return started;
  });
  const services = heldFor(() => startLocalServices({ chain, compilers: [KEPT_COMPILER] }));
  const replays = new Map<Name, Replayed>();
  before(async () => {
    for (const name of NAMES) replays.set(name, await replay(recorded(name), services.verification.url));
  });
  const replayOf = (name: Name): Replayed => replays.get(name) ?? assert.fail(name);

  it("should do so for every recording", () => assert.sameMembers([...NAMES], [...RECORDED.keys()]));

  for (const name of NAMES)
    it(`should do so for a verification: ${name}`, () => {
      const of = ({ lookupBefore, submitResponse, polls, lookupAfter, record }: Replayed) =>
        [lookupBefore, submitResponse, polls.at(0), polls.at(-1), lookupAfter, record].map(
          (answer) => answer && [answer.status ?? 200, normalise(answer.body)],
        );
      assert.deepEqual(of(replayOf(name)), of(recorded(name)));
    });

  it("should keep the first match's ID and time after an upgrade, with a different ID per contract", () => {
    const storedAfter = (name: Name) => replayOf(name).lookupAfter.body as Readonly<Record<string, string>>;
    const upgraded = storedAfter("upgrade-match-to-exact");
    const { match, ...first } = storedAfter("comment-changed");
    assert.deepEqual([match, upgraded.match], ["match", "exact_match"]);
    assert.deepEqual([upgraded.matchId, upgraded.verifiedAt], [first.matchId, first.verifiedAt]);
    const job = replayOf("upgrade-match-to-exact").polls.at(-1)?.body as { contract: { matchId: string } };
    assert.equal(job.contract.matchId, first.matchId);
    const names = ["plain", "constructor-arguments", "immutables", "linked-library"] as const;
    assert.lengthOf([...new Set(names.map((name) => storedAfter(name).matchId))], names.length);
  });

  for (const { about, request, response } of recordedVerificationErrors())
    it(`should do so for the request: ${about}`, async () => {
      const answer = await ask(services.verification.url, request.method, request.path, request.body);
      assert.deepEqual([answer.status, answer.contentType], [response.status, response.contentType]);
      assert.deepEqual(normalise(answer.body), normalise(response.body));
    });

  for (const { about, request, response } of recordedQueries()) {
    if (LEDGER_ONLY.test(about)) continue;
    it(`should do so for the query: ${about}`, async () => {
      const { status, body } = await ask(services.query.url, request.method, await translated(request.path));
      assert.equal(status, response.status);
      if (status !== 200) return assert.deepEqual(body, response.body);
      const of = (answer: unknown) => {
        const { evm_address, runtime_bytecode, bytecode, deleted, created_timestamp, timestamp } =
          queryContract.parse(answer);
        assert.deepEqual(timestamp, { from: created_timestamp ?? "", to: null });
        return [evm_address, runtime_bytecode, bytecode, deleted, created_timestamp?.split(".")[0]];
      };
      assert.deepEqual(of(body), of(response.body));
    });
  }

  /** The recorded ledger numbered its contracts from 5001 on, and gave them times with nanoseconds. */
  async function translated(path: string): Promise<string> {
    const { body } = await ask(services.query.url, "GET", `/api/v1/contracts/${recorded("plain").address}`);
    const { contract_id, created_timestamp } = queryContract.parse(body);
    return path
      .replace("5001", contract_id?.split(".").at(-1) ?? "")
      .replace("1795253078.123456789", created_timestamp ?? "");
  }
});

/** The same signed transactions in blocks of the same number and time: addresses, hashes and deployments are the recorded ones. */
async function replayChain(chain: DevelopmentChain): Promise<void> {
  const transactions = NAMES.map((name) => recorded(name).chain.creationTransaction).filter(
    (transaction) => transaction !== null,
  );
  const byHash = new Map(transactions.map((transaction) => [transaction.hash, transaction]));
  for (const transaction of byHash.values()) {
    const missing = Number(transaction.blockNumber) - 1 - Number(await chain.request("eth_blockNumber"));
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
    assert.equal(await chain.request("eth_sendRawTransaction", serialized), transaction.hash);
  }
  // The recording has the hash of another contract's creation, because this one's was not recorded.
  const { address, build, chain: facts } = recorded("wrong-creation-transaction");
  const from = facts.creationTransaction?.from;
  await chain.request("hardhat_setNonce", from, "0x104");
  const data = `0x${build.output.evm.bytecode.object}`;
  const hash = await chain.request("eth_sendTransaction", { from, data, gas: "0x1c9c380" });
  const receipt = await chain.request("eth_getTransactionReceipt", hash);
  assert.equal((receipt as { contractAddress: string }).contractAddress, address);
}

async function replay(
  { chainId, address, submission }: RecordedVerification,
  serviceUrl: string,
): Promise<Replayed> {
  const contract = `/v2/contract/${chainId}/${address}`;
  const lookupBefore = await ask(serviceUrl, "GET", contract);
  const submitResponse = await ask(serviceUrl, "POST", `/v2/verify/${chainId}/${address}`, submission);
  const polls = [];
  if (submitResponse.status === 202) {
    const { verificationId } = submitResponse.body as { verificationId: string };
    for (let isEnded = false; !isEnded; await sleep(20)) {
      const poll = await ask(serviceUrl, "GET", `/v2/verify/${verificationId}`);
      polls.push(poll);
      isEnded = (poll.body as { isJobCompleted: boolean }).isJobCompleted;
    }
  }
  const lookupAfter = await ask(serviceUrl, "GET", contract);
  const record = await ask(serviceUrl, "GET", `${contract}?fields=all`);
  return { lookupBefore, submitResponse, polls, lookupAfter, record };
}

/** One request; a string body is sent as it is. */
async function ask(baseUrl: string, method: string, path: string, body?: unknown) {
  const sent = typeof body === "string" ? body : JSON.stringify(body);
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    ...(body == null ? {} : { headers: { "content-type": "application/json" }, body: sent }),
  });
  const contentType = response.headers.get("content-type") ?? "";
  const text = await response.text();
  return {
    status: response.status,
    contentType,
    body: (contentType.startsWith("application/json") ? JSON.parse(text) : text) as unknown,
  };
}
