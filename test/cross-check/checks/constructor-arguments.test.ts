import { assert } from "chai";
import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import {
  itHasStatus,
  OTHER_ADDRESS,
  type RecordedCase,
  recorded,
} from "../../helpers/cross-check/deployment-record.ts";
import { checkOf, initCode, withBuildOf, withCreation } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

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

const factory = withCreation(named, { initCode: undefined });
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
    deployed(withCreation(named, { initCode: initCode(other) })),
  ],
  [
    "a creating transaction that is not known",
    "skipped",
    { ...deployed(named), facts: { ...named.facts, creation: undefined } },
  ],
  ["only a standard JSON input", "skipped", withBuildOf(deployed(named), () => ({ compiled: undefined }))],
];

const withArguments = recordedEvidence(recording("constructor-arguments"));

const creationCode = withArguments.facts.creation?.initCode?.bytecode ?? assert.fail("It has creation code.");

const salt = `0x${"00".repeat(31)}01`;

const byCreate2 = (code: string): Evidence => {
  const address = getCreate2Address(OTHER_ADDRESS, salt, keccak256(creationCode));
  const evidence = withCreation(
    { ...withArguments, facts: { ...withArguments.facts, address } },
    { initCode: undefined },
  );
  return recorded(evidence, { creationCode: code, create2: { deployer: OTHER_ADDRESS, salt } });
};

const CODE_ON_RECORD: readonly RecordedCase[] = [
  ["the creation code that was sent", "passed", recorded(withArguments, { creationCode })],
  [
    "creation code with other arguments",
    "failed",
    recorded(withArguments, { creationCode: `${creationCode.slice(0, -2)}ff` }),
  ],
  [
    "another contract's creation code",
    "failed",
    recorded(withArguments, { creationCode: plain.facts.creation?.initCode?.bytecode ?? "0x" }),
  ],
  ["the creation code of CREATE2", "passed", byCreate2(creationCode)],
  ["other creation code of CREATE2", "failed", byCreate2(`${creationCode.slice(0, -2)}ff`)],
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
    const both = { ...named, recorded: [...bare.recorded, ...full.recorded] };
    assert.equal(checkOf("constructor-arguments", both).status, "passed");
  });
});

describe("cross-check - constructor arguments, the creation code of a deployment record", () => {
  itHasStatus("constructor-arguments", CODE_ON_RECORD);

  it("should name the argument that differs, and show neither where the ABI does not fit as equal", () => {
    const resultOf = (constructorArguments: string) => {
      const { expected, actual } = checkOf(
        "constructor-arguments",
        deployed(named, { constructorArguments }),
      );
      return [expected ?? "", actual ?? ""];
    };
    assert.deepEqual(resultOf(ARGUMENTS.replace("5", "6")), ["y 6", "y 5"]);
    const [expected, actual] = resultOf(`${ARGUMENTS}00`);
    assert.notEqual(expected, actual);
    assert.match(expected ?? "", /, 129 bytes$/);
  });
});
