import { assert } from "chai";
import type { Report } from "../../../src/report.ts";
import { verifyContract } from "../../../src/verify.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { type HederaOptions, hederaWorld, screenOf } from "../../helpers/hedera-world.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";

const { address, hash, id } = RECORDED.A;

async function verified(options: HederaOptions = {}): Promise<{ report: Report; links: [string, string][] }> {
  await using world = await hederaWorld(options);
  const request = { address, buildInfo: world.buildInfo, fresh: true };
  const report = await verifyContract(request, world.hre);
  const [contract] = report.contracts;
  const links = (contract?.links ?? []).filter(({ label }) => label !== "record");
  return { report, links: links.map(({ label, url }) => [label, url.toLowerCase()]) };
}

describe("hardhat - links to explorers", function () {
  this.timeout(30_000);

  it("should point to the contract, its ID and its transaction, under the configured name and without secrets", async () => {
    const explorer = { url: "https://user:secret@hashscan.io/testnet/?key=1", name: "HashScan" };
    const { links } = await verified({ config: { chains: { 296: { explorer } } } });
    assert.deepEqual(links, [
      ["HashScan", `https://hashscan.io/testnet/contract/${address}`],
      ["HashScan id", `https://hashscan.io/testnet/contract/${id}`],
      ["HashScan transaction", `https://hashscan.io/testnet/transaction/${hash}`],
    ]);
  });

  it("should not point to HashScan unless HashScan reads the service in use", async () => {
    const { report, links } = await verified();
    assert.isEmpty(links);
    assert.lengthOf(report.contracts[0]?.links ?? [], 1, "the record");
    expectGolden("hedera/verified-verbose.txt", screenOf(report, true));
  });
});
