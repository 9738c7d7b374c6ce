import { assert } from "chai";
import type { Problem } from "../../src/internal/errors/problem.ts";
import type { Ports } from "../../src/internal/pipeline/ports.ts";
import { FakeChain, transactionHash } from "../helpers/fake-chain.ts";
import { expectGolden } from "../helpers/golden.ts";
import { NOT_VERIFIED, queryAnswer, stored } from "../helpers/pipeline/answers.ts";
import { ADDRESS, CREATION, deployedChain } from "../helpers/pipeline/deployed.ts";
import { factIn, type Run, runPipeline, type Setting } from "../helpers/pipeline/world.ts";
import { problemScreen } from "../helpers/problem-screen.ts";
import { type Behaviour, json, text } from "../helpers/services/fault-server.ts";

const NOT_FOUND = json(404, { _status: { messages: [{ message: "Not found" }] } });
/** The wait of 8 attempts. */
const LONGEST_MS = 16_750;
const QUICK_MS = 3000;

interface Mirror {
  /** When its newest block ended, in seconds from the real now; one for each question, the last one goes on. */
  readonly blockAfterS: readonly number[];
  readonly contract?: Behaviour;
  /** How far its clock is ahead of the clock here, by its Date header. @default no such header */
  readonly clockAheadS?: number;
}

function mirror({ blockAfterS, contract = NOT_FOUND, clockAheadS }: Mirror): Behaviour {
  let asked = 0;
  return (request, response) => {
    response.sendDate = false;
    if (request.url?.startsWith("/api/v1/blocks") !== true) return contract(request, response);
    const afterS = blockAfterS[Math.min(asked++, blockAfterS.length - 1)] ?? 0;
    const to = (Date.now() / 1000 + afterS).toFixed(6);
    const block = { count: 1, hash: "0x12", number: 9, previous_hash: "0x11", timestamp: { from: to, to } };
    const date =
      clockAheadS === undefined ? {} : { date: new Date(Date.now() + clockAheadS * 1000).toUTCString() };
    json(200, { blocks: [block], links: { next: null } }, date)(request, response);
  };
}

async function waitedFor(setting: Setting) {
  const waits: number[] = [];
  const wait = async (ms: number): Promise<void> => {
    waits.push(ms);
  };
  const chain = Object.assign(setting.chain ?? new FakeChain(), { wait });
  const clock: Ports["clock"] = { elapsedMs: () => performance.now(), now: () => new Date(), wait };
  const ports = { appearAttempts: 8, clock, ...setting.ports };
  const script = { record: [NOT_VERIFIED], ...setting.script };
  const run = await runPipeline({ ...setting, script, chain, ports });
  return { ...run, waits, waitedMs: waits.reduce((sum, ms) => sum + ms, 0) };
}

const screenOf = ({ report }: Run): string =>
  problemScreen(report.error as Problem).replace(/127\.0\.0\.1:\d+/g, "127.0.0.1:5551");

describe("pipeline - the wait for missing code", () => {
  it("should last as long as the ports say, and be reported with its option", async () => {
    const run = await waitedFor({ ports: { codeWaitMs: QUICK_MS } });
    assert.deepEqual([run.report.error?.code, run.waitedMs], ["VC301", QUICK_MS]);
    assert.match(factIn(run.report, "Waited") ?? "", /^3\.0 s; .+--wait /);
    expectGolden("outcomes/no-code-after-a-wait.txt", screenOf(run));
  });

  describe("after a named transaction", () => {
    const minedS = 1_790_000_300;
    const ports = (nowS: number): Setting["ports"] => ({
      codeWaitMs: QUICK_MS,
      freshCodeWaitMs: LONGEST_MS,
      clock: { elapsedMs: () => performance.now(), now: () => new Date(nowS * 1000) },
    });
    const missing = () => Object.assign(deployedChain(), { code: async () => "0x" });

    for (const [what, hash, nowS, expectedMs] of [
      ["the transaction is younger than a minute", CREATION, minedS + 59, LONGEST_MS],
      ["the transaction is older", CREATION, minedS + 61, QUICK_MS],
      ["the node doesn't have the transaction", transactionHash(99), minedS + 3600, LONGEST_MS],
    ] as const)
      it(`should last ${expectedMs} ms if ${what}`, async () => {
        const request = { creationTransactionHash: hash };
        const run = await waitedFor({ chain: missing(), request, ports: ports(nowS) as object });
        assert.deepEqual([run.report.error?.code, run.waitedMs], ["VC301", expectedMs]);
      });
  });
});

describe("pipeline - a query service that has no contract", () => {
  for (const [target, code, golden] of [
    [ADDRESS, "VC301", "no-code"],
    ["0.0.5001", "VC502", "no-id"],
  ] as const)
    it(`should end the wait after a 404 if its newest block is newer than the first question: ${code}`, async () => {
      const query = [mirror({ blockAfterS: [-4, -3, -2, 60] })];
      const run = await waitedFor({ target, script: { query } });
      assert.deepEqual([run.report.error?.code, run.exitCode], [code, 1]);
      // The block is first read before the wait.
      assert.deepEqual(run.waits, [1000, 1500, 2250]);
      assert.match(factIn(run.report, "Waited") ?? "", /^4\.8 s, until http/);
      expectGolden(`outcomes/${golden}-by-the-query-service.txt`, screenOf(run));
    });

  for (const [why, query] of [
    ["while its newest block is older", mirror({ blockAfterS: [-2] })],
    ["because the local clock is slow", mirror({ blockAfterS: [60], clockAheadS: 61 })],
    ["if it doesn't tell its newest block", NOT_FOUND],
  ] as const)
    it(`should not end the wait ${why}`, async () => {
      const run = await waitedFor({ target: ADDRESS, script: { query: [query] } });
      assert.deepEqual([run.report.error?.code, run.waitedMs], ["VC301", LONGEST_MS]);
    });

  it("should not end the wait if it has the contract before the node does", async () => {
    const chain = deployedChain();
    chain.lag = 5;
    const query = [mirror({ blockAfterS: [60], contract: queryAnswer() })];
    const { report, waits } = await waitedFor({ chain, script: { query, record: [stored()] } });
    assert.equal(report.outcome, "already-verified");
    assert.isAtLeast(waits.length, 5);
  });

  it("should not end the wait if its request for the contract fails", async () => {
    const query = [mirror({ blockAfterS: [60], contract: text(503, "") })];
    const { report, exitCode, waitedMs } = await waitedFor({ script: { query } });
    assert.deepEqual([report.error?.code, exitCode, waitedMs], ["VC306", 3, LONGEST_MS]);
  });
});
