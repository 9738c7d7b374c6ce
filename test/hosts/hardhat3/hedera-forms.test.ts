import path from "node:path";
import { assert } from "chai";
import { getAddress } from "ethers/address";
import type { ContractReport, Report } from "../../../src/report.ts";
import { checkContract, checkContracts, verifyContract, verifyDeployments } from "../../../src/verify.ts";
import { comparable, replayed } from "../../helpers/evidence/record-pipeline.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { type HederaOptions, type HederaWorld, hederaWorld, screenOf } from "../../helpers/hedera-world.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";

const EVM = getAddress(RECORDED.A.address);
const LONG_ZERO = "0x0000000000000000000000000000000000001b59";
const FORMS = [RECORDED.A.address, EVM, LONG_ZERO, RECORDED.A.id, "7001"] as const;
const QUICK = { retry: { attempts: 1, appearAttempts: 1 } };

const only = ({ contracts }: Report): ContractReport => contracts[0] ?? assert.fail("There is one contract.");

const requestFor = ({ folder }: HederaWorld, address: string) => ({
  address,
  buildInfo: `${folder.path}/artifacts`,
});

async function manifest(world: HederaWorld, addresses: readonly string[]): Promise<string> {
  const contracts = addresses.map((address, index) => ({ address, name: `entry ${index}` }));
  await world.folder.write("all.json", { schema: "verify-contract-deployments/1", chainId: 296, contracts });
  return `${world.folder.path}/all.json`;
}

describe("hardhat - the forms of an address on Hedera", function () {
  this.timeout(30_000);

  for (const form of FORMS)
    it(`should submit under the address that the mirror node names: ${form}`, async () => {
      await using world = await hederaWorld();
      const report = await verifyContract({ ...requestFor(world, form), fresh: true }, world.hre);
      assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
      assert.deepEqual([only(report).target.address, only(report).target.contractId], [EVM, RECORDED.A.id]);
      const addresses = world.submissions.map(({ address }) => address);
      assert.deepEqual(addresses, [EVM]);
    });

  it("should submit under the long-zero address where the contract has no other", async () => {
    await using world = await hederaWorld({ way: "B" });
    const report = await verifyContract({ ...requestFor(world, RECORDED.B.address), fresh: true }, world.hre);
    assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
    const found = world.submissions.map(({ address }) => address.toLowerCase());
    assert.deepEqual(found, [RECORDED.B.address]);
  });

  it("should submit nothing while the mirror node does not say which address it is", async () => {
    await using world = await hederaWorld({ mirror: () => ({ status: 503 }), config: QUICK });
    const report = await verifyContract({ ...requestFor(world, LONG_ZERO), fresh: true }, world.hre);
    assert.deepEqual([only(report).error?.code, report.exitCode], ["VC501", 3]);
    assert.isEmpty(world.submissions);
  });

  it("should take all forms of a contract for one in a deployment, with all its records", async () => {
    await using world = await hederaWorld();
    const forms = [EVM, LONG_ZERO, RECORDED.A.id];
    const file = await manifest(world, forms);
    const request = { deployments: [file], buildInfo: `${world.folder.path}/artifacts`, fresh: true };
    const report = await verifyDeployments(request, world.hre);
    assert.lengthOf(report.contracts, 1);
    assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
    assert.lengthOf(only(report).deployments, forms.length);
    assert.deepEqual([only(report).target.address, only(report).target.contractId], [EVM, RECORDED.A.id]);
    const addresses = world.submissions.map(({ address }) => address);
    assert.deepEqual(addresses, [EVM]);
    const asked = world.ledger.mirrorCalls.filter((path) => /^\/contracts\/[^/?]+$/.test(path));
    assert.isAtMost(asked.length, 3, "two forms are resolved, and the contract is read once");
  });

  it("should replay the evidence of such a deployment, with its links", async () => {
    await using world = await hederaWorld({ stored: [LONG_ZERO] });
    const file = await manifest(world, [LONG_ZERO, RECORDED.A.id]);
    const evidence = path.join(world.folder.path, "run.evidence.gz");
    const buildInfo = `${world.folder.path}/artifacts`;
    const request = { deployments: [file], buildInfo, fresh: true, evidence };
    const recorded = await verifyDeployments(request, world.hre);
    assert.equal(only(recorded).outcome, "verified", JSON.stringify(only(recorded).error));
    const { report } = await replayed(evidence);
    assert.deepEqual(comparable(report), comparable(recorded));
    assert.deepEqual(only(report).links, only(recorded).links);
  });

  it("should take a named contract and its record for one in a check", async () => {
    await using world = await hederaWorld({ stored: [EVM] });
    const file = await manifest(world, [RECORDED.A.address]);
    const request = {
      targets: [file, RECORDED.A.id, LONG_ZERO],
      buildInfo: `${world.folder.path}/artifacts`,
    };
    const report = await checkContracts(request, world.hre);
    assert.lengthOf(report.contracts, 1);
    assert.equal(only(report).outcome, "already-verified", JSON.stringify(only(report).error));
  });

  it("should keep the forms apart that the mirror node does not resolve, and say why each fails", async () => {
    await using world = await hederaWorld({ mirror: () => ({ status: 503 }), config: QUICK });
    const file = await manifest(world, [RECORDED.A.id, LONG_ZERO]);
    const request = { deployments: [file], buildInfo: `${world.folder.path}/artifacts`, fresh: true };
    const { contracts, exitCode } = await verifyDeployments(request, world.hre);
    const codes = contracts.map(({ error }) => error?.code);
    assert.deepEqual(codes, ["VC501", "VC501"]);
    assert.equal(exitCode, 3);
    assert.isEmpty(world.submissions);
  });

  for (const form of FORMS)
    it(`should find a record under the long-zero address, and name it: check ${form}`, async () => {
      await using world = await hederaWorld({ stored: [LONG_ZERO] });
      const report = await checkContract(requestFor(world, form), world.hre);
      const { error, otherForm } = only(report);
      assert.deepEqual([error?.code, otherForm?.address.toLowerCase()], ["VC414", LONG_ZERO]);
      assert.equal(otherForm?.match.runtimeMatch, "exact_match");
      const onRecord = error?.facts.find(({ label }) => label === "On record")?.value ?? "";
      assert.match(onRecord, /^under 0x0000.*1b59: exact match/i);
      if (form === RECORDED.A.id) expectGolden("hedera/check-other-form.txt", screenOf(report));
    });

  it("should verify beside a record under the long-zero address, and name that", async () => {
    const screens: HederaOptions = { stored: [LONG_ZERO] };
    await using world = await hederaWorld(screens);
    const report = await verifyContract({ ...requestFor(world, RECORDED.A.id), fresh: true }, world.hre);
    assert.equal(only(report).outcome, "verified", JSON.stringify(only(report).error));
    assert.equal(only(report).otherForm?.address.toLowerCase(), LONG_ZERO);
    const addresses = world.submissions.map(({ address }) => address);
    assert.deepEqual(addresses, [EVM]);
    expectGolden("hedera/verified-beside-other-form.txt", screenOf(report));
  });
});
