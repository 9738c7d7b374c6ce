import { tmpdir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { assert } from "chai";
import { replay, verifyContract, verifyDeployments } from "../../src/verify.ts";
import { temporaryFolder, writeHardhat3 } from "../helpers/build-files.ts";
import { connectionThat, fakeHre } from "../helpers/commands/fake-hre.ts";
import { silentServer } from "../helpers/commands/silent-server.ts";
import { compile } from "../helpers/compile.ts";
import { thrownBy } from "../helpers/thrown.ts";

const ADDRESS = "0x000000000000000000000000000000000000dEaD";
const EMPTY = "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.20;\ncontract Empty {}\n";
const SERVICE = { url: "http://127.0.0.1:9" };
const silence = (): Promise<never> => new Promise(() => {});

describe("hardhat - the deadline", () => {
  for (const [who, configured, asked, seconds] of [
    ["the request", {}, { timeout: 0.2 }, 0.2],
    ["the configuration without a limit in the request", { timeout: 1 }, {}, 1],
  ] as const)
    it(`should limit the wait for the chain id to what ${who} allows for the whole run`, async () => {
      const hre = fakeHre(tmpdir(), { verification: SERVICE, ...configured });
      const { report, ms } = await timed(() =>
        verifyContract({ address: ADDRESS, connection: connectionThat(silence), ...asked }, hre),
      );
      assert.isBelow(ms, 50_000);
      const error = report.contracts[0]?.error;
      assert.equal(error?.code, "VC302");
      const reason = error?.facts.find(({ label }) => label === "Reason")?.value;
      assert.equal(reason, `no answer within ${seconds} s`);
    });

  it("should suggest the same command if the user stops the wait for the chain id", async () => {
    const hre = fakeHre(tmpdir(), { verification: SERVICE });
    const caller = () => ({ connection: connectionThat(silence), signal: AbortSignal.timeout(100) });
    const one = await verifyContract({ address: ADDRESS, minMatch: "exact_match", ...caller() }, hre);
    const all = await verifyDeployments({ deployments: ["m3.json"], shard: "1/2", ...caller() }, hre);
    for (const [error, next] of [
      [one.contracts[0]?.error, new RegExp(`verify-contract ${ADDRESS} .*--min-match exact_match`)],
      [all.error, /verify-contract deployments m3\.json .*--shard 1\/2/],
    ] as const) {
      assert.equal(error?.code, "VC408");
      assert.match(error?.next ?? "", next);
    }
  });

  it("should report that the user stopped a replay during the wait for the chain id", async () => {
    const request = { evidence: "run.evidence.gz", connection: connectionThat(silence) };
    const work = () =>
      replay({ ...request, signal: AbortSignal.timeout(100) }, fakeHre(tmpdir(), { verification: SERVICE }));
    await thrownBy(work, "VC408");
  });

  it("should count the wait for the chain id towards the deadline", async () => {
    await using folder = await temporaryFolder();
    await writeHardhat3(folder, "build-1", compile({ "project/contracts/Empty.sol": EMPTY }));
    await using service = await silentServer();
    const connection = connectionThat(async (method) => {
      if (method !== "eth_chainId") return silence();
      await delay(2_900);
      return "0x7a69";
    });
    const hre = fakeHre(folder.path, { verification: { url: service.url } });
    const { report, ms } = await timed(() =>
      verifyContract({ address: ADDRESS, timeout: 3, connection }, hre),
    );
    assert.isAbove(ms, 2_700);
    assert.isBelow(ms, 5_600);
    assert.equal(report.contracts[0]?.error?.code, "VC407");
  });
});

async function timed<T>(work: () => Promise<T>): Promise<{ readonly report: T; readonly ms: number }> {
  const startedAt = performance.now();
  const report = await work();
  return { report, ms: performance.now() - startedAt };
}
