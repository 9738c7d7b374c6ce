import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { assert } from "chai";
import { readCandidates } from "../../../src/internal/builds/read-candidates.ts";
import { hardhatDeployment } from "../../../src/internal/builds/readers/hardhat-deployment.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import { checkOf, withBuildOf, withCreation } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const FOLDER = fileURLToPath(new URL("../../fixtures/build-files/", import.meta.url));
const named = recordedEvidence(recording("constructor-arguments"));
const plain = recordedEvidence(recording("plain"));

/** The arguments that the recorded contract was deployed with. */
const ARGUMENTS =
  "0x0000000000000000000000000000000000000000000000000000000000000005000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000036162630000000000000000000000000000000000000000000000000000000000";

function deployed(evidence: Evidence, more: Partial<RecordedDeployment> = {}): Evidence {
  const deployment: RecordedDeployment = {
    address: evidence.facts.address,
    transactionHashes: [evidence.facts.creation?.transactionHash ?? ""],
    constructorArguments: ARGUMENTS,
    ...more,
  };
  return { ...evidence, recorded: [deployment] };
}

type Case = readonly [what: string, status: string, evidence: Evidence];

const factory = withCreation(named, { creationBytecode: undefined });
const other = recording("plain").chain.creationTransaction?.input;

const CASES: readonly Case[] = [
  ["the recorded arguments", "passed", deployed(named)],
  ["no arguments", "passed", deployed(plain, { constructorArguments: "0x" })],
  [
    "digits in upper case",
    "passed",
    deployed(named, { constructorArguments: `0x${ARGUMENTS.slice(2).toUpperCase()}` }),
  ],
  ["an address in lower case", "passed", deployed(named, { address: named.facts.address.toLowerCase() })],
  ["other arguments", "failed", deployed(named, { constructorArguments: ARGUMENTS.replace("5", "6") })],
  [
    "arguments that are cut short",
    "failed",
    deployed(named, { constructorArguments: ARGUMENTS.slice(0, -64) }),
  ],
  ["a byte more", "failed", deployed(named, { constructorArguments: `${ARGUMENTS}00` })],
  ["no arguments where there are some", "failed", deployed(named, { constructorArguments: "0x" })],
  ["arguments where there are none", "failed", deployed(plain)],
  ["no record of the deployment", "skipped", named],
  ["a record of another address", "skipped", deployed(named, { address: `0x${"ab".repeat(20)}` })],
  [
    "the same address of another network",
    "skipped",
    deployed(named, { transactionHashes: [`0x${"ab".repeat(32)}`], constructorArguments: "0x" }),
  ],
  ["a contract that another one created", "skipped", deployed(factory)],
  [
    "a creating transaction with other code",
    "skipped",
    deployed(withCreation(named, { creationBytecode: other })),
  ],
  [
    "a creating transaction that is not known",
    "skipped",
    { ...deployed(named), facts: { ...named.facts, creation: undefined } },
  ],
  ["only a standard JSON input", "skipped", withBuildOf(deployed(named), () => ({ compiled: undefined }))],
];

describe("cross-check - constructor arguments", () => {
  for (const [what, status, evidence] of CASES)
    it(`should have ${status} for ${what}`, () => {
      const check = checkOf("constructor-arguments", evidence);
      assert.equal(check.status, status, JSON.stringify(check));
      assert.isBelow((check.actual ?? "").length, 300);
    });

  it("should skip a record without arguments, and take one without a transaction", () => {
    const address = named.facts.address;
    const withDeployment = (deployment: RecordedDeployment) => ({ ...named, recorded: [deployment] });
    const bare = withDeployment({ address, transactionHashes: [] });
    assert.equal(checkOf("constructor-arguments", bare).status, "skipped");
    const full = withDeployment({ address, transactionHashes: [], constructorArguments: ARGUMENTS });
    assert.equal(checkOf("constructor-arguments", full).status, "passed");
  });
});

interface Fact {
  readonly name: string;
  readonly address: string;
  readonly creationTransactionHash: string;
  readonly creationInput: string | null;
  readonly constructorArguments: string;
}

for (const tool of ["hardhat-deploy-v1", "hardhat-deploy-v2"])
  describe(`build - the record of a deployment, ${tool}`, () => {
    it("should have the address, the transaction and the arguments that are on chain", async () => {
      const { candidates } = await readCandidates([FOLDER + tool], FOLDER);
      const { contracts } = JSON.parse(readFileSync(`${FOLDER}${tool}/facts.json`, "utf8")) as {
        contracts: readonly Fact[];
      };
      let compared = 0;
      for (const { deployment, file: written } of candidates) {
        const fact = contracts.find(
          ({ address }) => address.toLowerCase() === deployment?.address.toLowerCase(),
        );
        assert.isDefined(fact, deployment?.address);
        // An upgrade writes its own transaction there.
        const isFaceOfProxy = tool === "hardhat-deploy-v1" && written.endsWith("/Counter.json");
        const hashes = isFaceOfProxy ? [] : [fact?.creationTransactionHash];
        assert.deepEqual(deployment?.transactionHashes, hashes);
        if (deployment?.constructorArguments === undefined) continue;
        assert.equal(deployment.constructorArguments, fact?.constructorArguments, fact?.name);
        compared++;
      }
      assert.isAbove(compared, 5);
    });

    it("should have the storage layout of the proxy itself, not of its implementation", async () => {
      const { candidates } = await readCandidates([FOLDER + tool], FOLDER);
      const vault = candidates.find(({ name }) => name === "Vault");
      assert.property(vault?.storageLayout, "storage");
      for (const { storageLayout, inputSourceName, name } of candidates)
        assert.match(
          JSON.stringify(storageLayout ?? { storage: [] }),
          new RegExp(`"storage":\\[(\\]|.*"${inputSourceName}:${name}")`),
        );
    });
  });

describe("build - the record of a deployment that is odd", () => {
  const file = `${FOLDER}hardhat-deploy-v1/deployments/development/Vault.json`;
  const json = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, unknown>>;
  const read = (more: object) =>
    hardhatDeployment({ path: file, json: { ...json, ...more } })?.candidate.deployment;

  it("should encode a big number as ethers 5 writes it", () => {
    const [owner, , name] = json.args as readonly unknown[];
    const big = { type: "BigNumber", hex: "0x4563918244f40000" };
    assert.deepEqual(read({ args: [owner, big, name] }), read({}));
    assert.isDefined(read({})?.constructorArguments);
  });

  it("should leave out arguments that do not fit the constructor, or were not kept exactly", () => {
    const [owner, , name] = json.args as readonly unknown[];
    for (const args of [[owner], [owner, 5e18, name], [owner, "many", name], "none", [{}, [], 1], null])
      assert.notProperty(read({ args }), "constructorArguments");
    assert.notProperty(read({ argsData: "0xzz" }), "constructorArguments");
  });
});
