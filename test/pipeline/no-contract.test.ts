import { assert } from "chai";
import type { Problem } from "../../src/internal/errors/problem.ts";
import { HARDHAT_WORDS } from "../../src/internal/hosts/hardhat3/host.ts";
import type { ContractReport } from "../../src/internal/report/model.ts";
import { compile } from "../helpers/compile.ts";
import { FIXED } from "../helpers/contracts.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { expectGolden } from "../helpers/golden.ts";
import { NOT_VERIFIED, queryAnswer, record } from "../helpers/pipeline/answers.ts";
import { ADDRESS } from "../helpers/pipeline/deployed.ts";
import { runPipeline } from "../helpers/pipeline/world.ts";
import { contractScreen, problemScreen } from "../helpers/problem-screen.ts";
import { json } from "../helpers/services/fault-server.ts";
import { thrownBy } from "../helpers/thrown.ts";

const OTHERS = [compile({ "project/contracts/Fixed.sol": FIXED })];
const NO_BUILD = {
  buildSource: { kind: "build-files", locations: ["/nowhere/at/all"], isNamed: false },
} as const;

function problemOf({ error }: ContractReport): Problem {
  assert(error !== undefined);
  return error as Problem;
}

describe("pipeline - an address without a contract", () => {
  const script = { record: [NOT_VERIFIED] };
  for (const [name, account] of [
    ["a deployer", { balance: 9_999_000_000_000_000_000n, nonce: 3 }],
    ["an account that sent all it had", { balance: 0n, nonce: 1 }],
  ] as const)
    it(`should be called an account if it is ${name}`, async () => {
      const chain = new FakeChain();
      chain.accounts.set(ADDRESS.toLowerCase(), account);
      const { report } = await runPipeline({ chain, script });
      assert.deepEqual([report.outcome, report.error?.code], ["not-deployed", "VC301"]);
      assert.notMatch(JSON.stringify(report.error), /started anew/);
      expectGolden(`outcomes/${name.replaceAll(" ", "-")}.txt`, problemScreen(problemOf(report)));
    });

  it("should be called empty if it has nothing or the node doesn't say", async () => {
    const chain = new FakeChain();
    const { report } = await runPipeline({ chain, script });
    expectGolden("outcomes/nothing-at-the-address.txt", problemScreen(problemOf(report)));

    chain.failing.add("eth_getBalance");
    const { report: silent } = await runPipeline({ chain, script });
    assert.deepEqual(silent.error, report.error);
  });
});

describe("pipeline - an address without a contract, in the host's words", () => {
  const script = { record: [NOT_VERIFIED] };

  it("should suggest a forgotten network if Hardhat's own chain is empty but a query service isn't", async () => {
    const words = { ...HARDHAT_WORDS, defaultNetwork: new FakeChain().networkName };
    const queried = { ...script, query: [queryAnswer()] };
    const { report } = await runPipeline({
      chain: new FakeChain(),
      script: queried,
      ports: { words, chainId: 31337 },
    });
    assert.deepEqual([report.outcome, report.error?.code], ["not-deployed", "VC301"]);
    assert.equal(report.error?.likely, HARDHAT_WORDS.network.forgotten);
    assert.equal(report.error?.next, "choose the network that has the contract, with --network");
    expectGolden("outcomes/network-forgotten.txt", problemScreen(problemOf(report)));
  });

  it("should suggest what to do about an id that the query service doesn't know", async () => {
    const { report } = await runPipeline({
      target: "0.0.5001",
      script: { ...script, query: [json(404, { _status: { messages: [{ message: "Not found" }] } })] },
    });
    assert.equal(report.error?.code, "VC502");
    expectGolden("outcomes/an-unknown-id.txt", contractScreen(report));
  });
});

describe("pipeline - an address without code, and a query service", () => {
  const empty = () => new FakeChain();
  for (const [what, query] of [
    ["knows a contract with code", queryAnswer()],
    ["is too busy", json(429, { _status: { messages: [{ message: "Too many requests" }] } })],
  ] as const)
    it(`should be unavailable if the query service ${what}`, async () => {
      const { report, exitCode, service } = await runPipeline({
        chain: empty(),
        script: { record: [NOT_VERIFIED], query: [query] },
      });
      assert.deepEqual([report.outcome, report.error?.code, exitCode], ["unavailable", "VC306", 3]);
      assert.equal(service.count("submit"), 0);
      const name = `outcomes/no-code-and-a-query-service-that-${what.replaceAll(" ", "-")}.txt`;
      expectGolden(name, problemScreen(problemOf(report)).replace(/(127\.0\.0\.1):\d+/g, "$1:5555"));
    });

  for (const [what, more] of [
    ["was deleted", { deleted: true }],
    ["has no code", { bytecode: "0x", runtime_bytecode: "0x" }],
  ] as const)
    it(`should have no contract if the query service says that it ${what}`, async () => {
      const script = { record: [NOT_VERIFIED], query: [queryAnswer(more)] };
      const { report } = await runPipeline({ chain: empty(), script });
      assert.equal(report.error?.code, "VC301");
      expectGolden(
        `outcomes/a-contract-that-${what.replaceAll(" ", "-")}.txt`,
        problemScreen(problemOf(report)),
      );
    });
});

function storedBefore(match: "match" | "exact_match") {
  return json(200, { ...record(match), verifiedAt: "2026-11-21T09:24:39Z" });
}

describe("pipeline - a contract without a local build that someone verified before", () => {
  it("should show the record, and suggest a check", async () => {
    const { report, service } = await runPipeline({
      builds: OTHERS,
      script: { record: [storedBefore("match")] },
    });
    assert.deepEqual([report.outcome, service.count("submit")], ["no-build", 0]);
    assert.equal(report.error?.next, `npx hardhat verify-contract check ${ADDRESS} --network fake`);
    expectGolden("outcomes/no-build-and-a-record.txt", contractScreen(report));
  });

  it("should show the record even if nothing is compiled", async () => {
    const run = () => runPipeline({ script: { record: [storedBefore("exact_match")] }, request: NO_BUILD });
    const error = await thrownBy(run);
    assert.equal(error.code, "VC201");
    expectGolden("outcomes/nothing-compiled-and-a-record.txt", problemScreen(error.problem));
  });
});
