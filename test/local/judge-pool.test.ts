import { assert } from "chai";

import { JudgePool } from "../../src/internal/local/verification/judge-pool.ts";
import type { Judgement, JudgeRequest } from "../../src/internal/local/verification/judgement.ts";

/** Judged by its language alone: neither a compiler nor a chain is asked. */
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
const WORKERS = { workers: 1, mostQueued: 10, timeLimitMs: 60_000 };

function codeOf(judgement: Judgement): string {
  return judgement.kind === "failed" ? judgement.failure.customCode : judgement.kind;
}

async function workersFor(pool: JudgePool, judgements: number): Promise<number> {
  let workers = 0;
  const count = (): void => {
    workers += 1;
  };
  process.on("worker", count);
  try {
    for (let judgement = 0; judgement < judgements; judgement++)
      assert.equal(codeOf(await pool.judge(REQUEST)), "invalid_language");
    return workers;
  } finally {
    process.off("worker", count);
    await pool.close();
  }
}

describe("local - judge pool", () => {
  it("should keep a worker, whose compilers are loaded, however much it judged", async () => {
    assert.equal(await workersFor(new JudgePool(WORKERS), 60), 1);
  });

  it("should replace a worker that keeps too much memory, and judge on", async () => {
    assert.equal(await workersFor(new JudgePool({ ...WORKERS, mostKeptBytes: 1 }), 3), 3);
  });

  it("should judge what waited for a worker that is replaced", async () => {
    const pool = new JudgePool({ ...WORKERS, mostKeptBytes: 1 });
    try {
      const judgements = await Promise.all([1, 2, 3].map(() => pool.judge(REQUEST)));
      assert.deepEqual(judgements.map(codeOf), Array(3).fill("invalid_language"));
    } finally {
      await pool.close();
    }
  });
});
