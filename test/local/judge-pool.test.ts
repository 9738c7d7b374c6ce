import { createServer } from "node:http";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { assert } from "chai";
import { getAddress } from "ethers";
import {
  defaultTimeLimitMs,
  type Judgement,
  JudgePool,
  type JudgeRequest,
} from "../../src/internal/local/verification/judge-pool.ts";
import { temporaryFolder } from "../helpers/build-files.ts";
import type { Deployed } from "../helpers/deploy.ts";
import { heldFor } from "../helpers/held-for.ts";
import { listening } from "../helpers/listening.ts";
import { creationCode, deploy, INPUT } from "../helpers/local/contracts.ts";
import { startDevelopmentChain } from "../helpers/local/development-chain.ts";
import { OWN_CONNECTION } from "../helpers/own-connection.ts";
import { KEPT_COMPILER } from "../helpers/solc.ts";
import { countProcesses } from "../helpers/solidity/count-processes.ts";
import { faultySoljson, hangingExecutable, untilEnded } from "../helpers/solidity/faulty-compiler.ts";

/** Rejected for its language, before a compiler or a chain is used. */
const REQUEST: JudgeRequest = {
  submission: {
    stdJsonInput: { language: "None", sources: {} },
    compilerVersion: "0.8.28+commit.7893614a",
    contractIdentifier: "A.sol:A",
  },
  chain: { rpcUrl: "http://127.0.0.1:1", chainId: "31337" },
  address: `0x${"ab".repeat(20)}`,
  compilers: [],
};
const WORKERS = { workers: 1, timeLimitMs: 60_000 };

const requestFor = (
  rpcUrl: string,
  { address, transactionHash }: Deployed,
  compilers: JudgeRequest["compilers"],
): JudgeRequest => ({
  ...REQUEST,
  submission: {
    ...REQUEST.submission,
    stdJsonInput: INPUT,
    contractIdentifier: "contracts/All.sol:Box",
    creationTransactionHash: transactionHash,
  },
  chain: { ...REQUEST.chain, rpcUrl },
  address: getAddress(address),
  compilers,
});

function codeOf(judgement: Judgement): string {
  return judgement.kind === "failed" ? judgement.failure.customCode : judgement.kind;
}

/** The judgements of a pool that is closed afterwards. */
async function judgedBy(pool: JudgePool, requests: readonly JudgeRequest[]): Promise<readonly Judgement[]> {
  try {
    return await Promise.all(requests.map((request) => pool.judge(request)));
  } finally {
    await pool.close();
  }
}

function workersFor(pool: JudgePool, judgements: number): Promise<number> {
  return countProcesses("judge-worker", async () => {
    const all = await judgedBy(pool, Array(judgements).fill(REQUEST));
    assert.deepEqual(all.map(codeOf), Array(judgements).fill("invalid_language"));
  });
}

describe("local - judge pool", function () {
  it("should allow large sources more time", () => {
    const limitFor = (length: number): number =>
      defaultTimeLimitMs({
        submission: {
          ...REQUEST.submission,
          stdJsonInput: {
            language: "Solidity",
            sources: { "A.sol": { content: "a".repeat(length) }, "B.sol": { content: "b".repeat(length) } },
          },
        },
      });
    assert.equal(limitFor(0), 180_000);
    assert.equal(limitFor(250_000), 480_000);
  });

  this.timeout(60_000);
  const chain = heldFor(() => startDevelopmentChain());

  it("should keep a worker with its loaded compilers, however many jobs it judged", async () => {
    assert.equal(await workersFor(new JudgePool(WORKERS), 60), 1);
  });

  it("should replace a worker that keeps too much memory, and judge the jobs that waited", async () => {
    const pool = new JudgePool({ ...WORKERS, mostKeptBytes: 1 });
    assert.equal(await workersFor(pool, 2), 2);
  });

  it("should end an executable together with its worker at the time limit", async () => {
    await using folder = await temporaryFolder();
    const { path, pids } = await hangingExecutable(folder);
    const request = requestFor(chain.rpcUrl, await deploy(chain, creationCode("Box")), [{ path }]);
    // On a busy machine, a short time limit can pass before the compiler has started.
    for (let limitMs = 2_000; (await pids()).length === 0; limitMs *= 2) {
      const options = { ...WORKERS };
      const pool = new JudgePool(options);
      // Starting a worker takes longest.
      await pool.judge(REQUEST);
      options.timeLimitMs = limitMs;
      const [judgement] = await judgedBy(pool, [request]);
      const failure = judgement?.kind === "failed" ? judgement.failure : undefined;
      assert.match(failure?.errorData?.compilerErrorMessage ?? "", /took longer/);
      const [pid] = await pids();
      if (pid !== undefined) await untilEnded(pid);
    }
  });

  it("should match the creation though the node closes connections that were idle during the compilation", async () => {
    const used = new WeakSet<Socket>();
    await using node = await listening(
      createServer(async (incoming, response) => {
        if (used.has(incoming.socket)) return incoming.socket.destroy();
        used.add(incoming.socket);
        const body = await buffer(incoming);
        const type = { "content-type": "application/json" };
        const answer = await fetch(chain.rpcUrl, {
          method: "POST",
          headers: { ...type, ...OWN_CONNECTION },
          body,
        });
        response.writeHead(200, type).end(await answer.text());
      }),
    );
    const request = requestFor(node.url, await deploy(chain, creationCode("Box")), [KEPT_COMPILER]);
    const [judgement] = await judgedBy(new JudgePool(WORKERS), [request]);
    assert.equal(judgement?.kind === "verified" && judgement.verified.creation.match, "exact_match");
  });

  it("should retry a job once after a worker crash, and continue with the next", async () => {
    await using folder = await temporaryFolder();
    await using other = await temporaryFolder();
    const once = await faultySoljson(folder, { kind: "dies", signal: "SIGKILL", times: 1 });
    const always = await faultySoljson(other, { kind: "dies", signal: "SIGKILL", times: 9 });
    const deployed = await deploy(chain, creationCode("Box"));
    const requests = [once, always].map(({ path }) => requestFor(chain.rpcUrl, deployed, [{ path }]));
    const judgements = await judgedBy(new JudgePool(WORKERS), [...requests, REQUEST]);
    assert.deepEqual(judgements.map(codeOf), ["verified", "internal_error", "invalid_language"]);
    assert.deepEqual([(await once.pids()).length, (await always.pids()).length], [2, 2]);
  });
});
