import { assert } from "chai";
import { verifyContract } from "../../../src/verify.ts";
import { only } from "../../helpers/cli.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { hederaWorld, screenOf } from "../../helpers/hedera-world.ts";
import { ARGUMENT, type LedgerOptions, RECORDED } from "../../helpers/recorded-ledger.ts";

/** Verifies a contract of the recorded ledger, with real code, on the defaults of chain 296. */
async function verifyRecorded(way: keyof typeof RECORDED, options: LedgerOptions = {}) {
  await using world = await hederaWorld({ way, ...options });
  const { hre, buildInfo, ledger, submissions } = world;
  const { address } = RECORDED[way];
  const report = await verifyContract({ address, buildInfo, fresh: true }, hre);
  return { report, ledger, sent: submissions[0]?.body ?? "" };
}

/** The screens that describe the creation differently. */
const SCREENS: readonly string[] = ["B-without-traces", "C-without-traces", "D-with-traces"];

describe("hardhat - recorded Hedera contracts", function () {
  this.timeout(30_000);

  it("should be verified with 7 requests to the relay and 5 to the mirror node", async () => {
    const { report, ledger } = await verifyRecorded("A");
    assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
    assert.isAtMost(ledger.relayCalls.length, 7, ledger.relayCalls.join("\n"));
    assert.isAtMost(ledger.mirrorCalls.length, 5, ledger.mirrorCalls.join("\n"));
  });

  for (const [way, traces] of [
    ["A", false],
    ["B", false],
    ["B2", false],
    ["C", false],
    ["D", true],
    ["E", true],
    ["G", true],
  ] as const)
    it(`should be verified with their creation: ${way}, ${traces ? "with" : "without"} traces`, async () => {
      const { report, sent } = await verifyRecorded(way, { traces });
      const contract = only(report);
      assert.equal(contract.outcome, "verified", JSON.stringify(contract.error));
      assert.equal(contract.target.creationTransactionHash, RECORDED[way].hash);
      assert.equal(JSON.parse(sent).creationTransactionHash, RECORDED[way].hash);
      const statusOf = (id: string) => contract.checks.find((check) => check.id === id)?.status;
      for (const id of ["created-in-block", "stale-record", "creation-code-query"])
        assert.equal(statusOf(id), "passed", id);
      const encoded = way === "G" ? undefined : `0x${ARGUMENT}`;
      assert.equal(contract.constructorArguments?.encoded, encoded);
      const screen = `${way}-${traces ? "with" : "without"}-traces`;
      if (SCREENS.includes(screen)) expectGolden(`hedera/${screen}.txt`, screenOf(report));
    });
});
