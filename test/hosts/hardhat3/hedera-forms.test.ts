import path from "node:path";
import { assert } from "chai";
import { getAddress } from "ethers/address";
import type { ContractReport, Report } from "../../../src/report.ts";
import { checkContract, checkContracts, verifyContract, verifyDeployments } from "../../../src/verify.ts";
import { only } from "../../helpers/cli.ts";
import { comparable, replayed } from "../../helpers/evidence/record-pipeline.ts";
import { expectGolden } from "../../helpers/golden.ts";
import { type HederaWorld, hederaWorld, screenOf } from "../../helpers/hedera-world.ts";
import { RECORDED } from "../../helpers/recorded-ledger.ts";

const EVM = getAddress(RECORDED.A.address);
const LONG_ZERO = "0x0000000000000000000000000000000000001b59";
const FORMS = [EVM, LONG_ZERO, RECORDED.A.id] as const;
const QUICK = { retry: { attempts: 1, appearAttempts: 1 } };

const verifyForm = (world: HederaWorld, address: string): Promise<Report> =>
  verifyContract({ address, buildInfo: world.buildInfo, fresh: true }, world.hre);
const submittedTo = ({ submissions }: HederaWorld): readonly string[] =>
  submissions.map(({ address }) => address);

async function manifest({ folder }: HederaWorld, addresses: readonly string[]): Promise<string> {
  const contracts = addresses.map((address, index) => ({ address, name: `entry ${index}` }));
  return folder.write("all.json", { schema: "verify-contract-deployments/1", chainId: 296, contracts });
}

async function deploymentOf(world: HederaWorld, addresses: readonly string[], evidence?: string) {
  const deployments = [await manifest(world, addresses)];
  const request = { deployments, buildInfo: world.buildInfo, fresh: true };
  return verifyDeployments({ ...request, ...(evidence && { evidence }) }, world.hre);
}

function assertOnly(report: Report, outcome: ContractReport["outcome"]): void {
  assert.equal(only(report).outcome, outcome, JSON.stringify(only(report).error));
}

/** Under the EVM address, and with the contract's id. */
function assertVerified(report: Report, world: HederaWorld): void {
  assertOnly(report, "verified");
  assert.deepEqual([only(report).target.address, only(report).target.contractId], [EVM, RECORDED.A.id]);
  assert.deepEqual(submittedTo(world), [EVM]);
}

describe("hardhat - the forms of an address on Hedera", function () {
  this.timeout(30_000);

  for (const form of FORMS)
    it(`should be submitted as the address that the mirror node names: ${form}`, async () => {
      await using world = await hederaWorld();
      assertVerified(await verifyForm(world, form), world);
    });

  it("should be submitted as the long-zero address if the contract has no other", async () => {
    await using world = await hederaWorld({ way: "B" });
    assertOnly(await verifyForm(world, RECORDED.B.address), "verified");
    const submitted = submittedTo(world).map((address) => address.toLowerCase());
    assert.deepEqual(submitted, [RECORDED.B.address]);
  });

  it("should not be submitted until the mirror node has resolved them", async () => {
    await using world = await hederaWorld({ mirror: () => ({ status: 503 }), config: QUICK });
    const report = await verifyForm(world, LONG_ZERO);
    assert.deepEqual([only(report).error?.code, report.exitCode], ["VC501", 3]);
    // A deployment keeps the forms apart, and says why each fails.
    const { contracts, exitCode } = await deploymentOf(world, [RECORDED.A.id, LONG_ZERO]);
    assert.deepEqual([exitCode, ...contracts.map(({ error }) => error?.code)], [3, "VC501", "VC501"]);
    assert.isEmpty(world.submissions);
  });

  it("should be merged into one contract in a deployment, with all records", async () => {
    await using world = await hederaWorld();
    const report = await deploymentOf(world, FORMS);
    assertVerified(report, world);
    assert.lengthOf(only(report).deployments, FORMS.length);
    const asked = world.ledger.mirrorCalls.filter((path) => /^\/contracts\/[^/?]+$/.test(path));
    assert.isAtMost(asked.length, 3, "two forms are resolved, and the contract is read once");
  });

  it("should be replayed from such a deployment's evidence, with links", async () => {
    await using world = await hederaWorld({ stored: [LONG_ZERO] });
    const evidence = path.join(world.folder.path, "run.evidence.gz");
    const recorded = await deploymentOf(world, [LONG_ZERO, RECORDED.A.id], evidence);
    assertOnly(recorded, "verified");
    const { report } = await replayed(evidence);
    assert.deepEqual(comparable(report), comparable(recorded));
    assert.deepEqual(only(report).links, only(recorded).links);
  });

  it("should be merged in a check of a named contract and its record", async () => {
    await using world = await hederaWorld({ stored: [EVM] });
    const targets = [await manifest(world, [RECORDED.A.address]), RECORDED.A.id, LONG_ZERO];
    const report = await checkContracts({ targets, buildInfo: world.buildInfo }, world.hre);
    assertOnly(report, "already-verified");
  });

  for (const address of FORMS)
    it(`should point a check of ${address} to the record under the long-zero address`, async () => {
      await using world = await hederaWorld({ stored: [LONG_ZERO] });
      const report = await checkContract({ address, buildInfo: world.buildInfo }, world.hre);
      const { error, otherForm } = only(report);
      assert.deepEqual([error?.code, otherForm?.address.toLowerCase()], ["VC414", LONG_ZERO]);
      assert.equal(otherForm?.match.runtimeMatch, "exact_match");
      const onRecord = error?.facts.find(({ label }) => label === "On record")?.value ?? "";
      assert.match(onRecord, /^under 0x0000.*1b59: exact match/i);
      if (address === RECORDED.A.id) expectGolden("hedera/check-other-form.txt", screenOf(report));
    });

  it("should be verified next to a record under the long-zero address, and name it", async () => {
    await using world = await hederaWorld({ stored: [LONG_ZERO] });
    const report = await verifyForm(world, RECORDED.A.id);
    assertVerified(report, world);
    assert.equal(only(report).otherForm?.address.toLowerCase(), LONG_ZERO);
    expectGolden("hedera/verified-beside-other-form.txt", screenOf(report));
  });
});
