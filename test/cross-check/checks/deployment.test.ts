import { assert } from "chai";
import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../../src/internal/domain/build.ts";
import { itFails, itHas } from "../../helpers/cross-check/check-tables.ts";
import { OTHER_HASH, recorded } from "../../helpers/cross-check/deployment-record.ts";
import {
  checkOf,
  evidenceOf,
  FOREIGN,
  initCode,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withCreation,
  withFacts,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";

const plain = evidenceOf("plain");
const named = evidenceOf("constructor-arguments");
const codeOf = ({ facts }: Evidence): string =>
  facts.creation?.initCode?.bytecode ?? assert.fail("It has creation code.");

describe("cross-check - deployment-transaction", () => {
  const transactionHash = `0x${"cd".repeat(32)}`;
  itFails(
    "deployment-transaction",
    { "another hash": set("deployment.transactionHash", OTHER_HASH) },
    { "another creation transaction on chain": (it) => withCreation(it, { transactionHash }) },
  );

  const byAnother = withBody("plain", set("deployment.deployer", FOREIGN));
  itHas("deployment-transaction", {
    failed: {
      "a deployer that isn't the signer": byAnother,
      "another transaction without a signature": withCreation(plain, { transactionHash, isSigned: false }),
    },
    // Nodes report different senders.
    unknown: { "another deployer without a signature": withCreation(byAnother, { isSigned: false }) },
    skipped: {
      "no hash, because services keep block and deployer of a wrong transaction": withBody("plain", (body) =>
        Object.assign(body.deployment, { transactionHash: null, blockNumber: "1" }),
      ),
    },
  });
});

/** The arguments that the recorded contract was deployed with. */
const ARGUMENTS =
  "0x0000000000000000000000000000000000000000000000000000000000000005000000000000000000000000000000000000000000000000000000000000004000000000000000000000000000000000000000000000000000000000000000036162630000000000000000000000000000000000000000000000000000000000";

describe("cross-check - constructor-arguments", () => {
  const deployed = (constructorArguments = ARGUMENTS, more: Partial<RecordedDeployment> = {}) =>
    recorded(named, { constructorArguments, ...more });
  const full = deployed();
  const withoutHash = deployed(ARGUMENTS, { transactionHashes: [] });
  const bare = recorded(named, { transactionHashes: [] });

  const code = codeOf(named);
  const otherCode = `${code.slice(0, -2)}ff`;
  const salt = `0x${"00".repeat(31)}01`;
  const byCreate2 = (creationCode: string): Evidence => {
    const address = getCreate2Address(FOREIGN, salt, keccak256(code));
    const evidence = withCreation(withFacts(named, { address }), { initCode: undefined });
    return recorded(evidence, { creationCode, create2: { deployer: FOREIGN, salt } });
  };

  itHas("constructor-arguments", {
    passed: {
      "the recorded arguments": full,
      "no arguments": recorded(plain, { constructorArguments: "0x" }),
      "an address in lower case": deployed(ARGUMENTS, { address: named.facts.address.toLowerCase() }),
      "a record with arguments beside one without": {
        ...named,
        recorded: [...bare.recorded, ...withoutHash.recorded],
      },
      "the creation code that was sent": recorded(named, { creationCode: code }),
      "the creation code of CREATE2": byCreate2(code),
    },
    failed: {
      "other arguments": deployed(ARGUMENTS.replace("5", "6")),
      "truncated arguments": deployed(ARGUMENTS.slice(0, -64)),
      "no arguments, if there are some": deployed("0x"),
      "arguments, if there are none": recorded(plain, { constructorArguments: ARGUMENTS }),
      "creation code with other arguments": recorded(named, { creationCode: otherCode }),
      "another contract's creation code": recorded(named, { creationCode: codeOf(plain) }),
      "other creation code of CREATE2": byCreate2(otherCode),
    },
    skipped: {
      "no record of the deployment": named,
      "a record without arguments": bare,
      "a record of another address": deployed(ARGUMENTS, { address: FOREIGN }),
      "the same address on another network": deployed("0x", { transactionHashes: [OTHER_HASH] }),
      "a contract created by another one": withCreation(full, { initCode: undefined }),
      "a creation transaction with other code": withCreation(full, { initCode: initCode(codeOf(plain)) }),
      "an unknown creation transaction": withFacts(full, { creation: undefined }),
      "only a standard JSON input": withBuildOf(full, () => ({ compiled: undefined })),
    },
  });

  it("should name the argument that differs, or show both encodings if the ABI doesn't fit them", () => {
    const resultOf = (constructorArguments: string) => {
      const { expected, actual } = checkOf("constructor-arguments", deployed(constructorArguments));
      return [expected ?? "", actual ?? ""];
    };
    assert.deepEqual(resultOf(ARGUMENTS.replace("5", "6")), ["y 6", "y 5"]);
    const [expected, actual] = resultOf(`${ARGUMENTS}00`);
    assert.notEqual(expected, actual);
    assert.match(expected ?? "", /, 129 bytes$/);
    assert.equal(resultOf("0x00")[0], "0x00, 1 byte");
  });
});

describe("cross-check - recorded-transaction", () => {
  const hash = plain.facts.creation?.transactionHash ?? "";
  itHas("recorded-transaction", {
    passed: {
      "the creation transaction": recorded(plain, {}),
      "several transactions that include the creating one": recorded(plain, {
        transactionHashes: [OTHER_HASH, hash],
      }),
    },
    failed: { "another transaction": recorded(plain, { transactionHashes: [OTHER_HASH] }) },
    skipped: {
      "no transaction": recorded(plain, { transactionHashes: [] }),
      "a transaction, if the chain shows none": withFacts(recorded(plain, {}), { creation: undefined }),
      "a record of another address": recorded(plain, { address: FOREIGN }),
    },
  });
});

describe("cross-check - recorded-contract", () => {
  const { contract } = plain.build ?? assert.fail("It has a build.");
  const { name, sourceName } = contract;
  const file = sourceName.slice(sourceName.lastIndexOf("/") + 1);
  const versioned = `npm/@maths/lib@1.2.0/${file}`;
  const inPackage = withBuildOf(plain, () => ({
    contract: { ...contract, sourceName: versioned, inputSourceName: versioned },
  }));
  const as = (contractName: string, evidence = plain): Evidence => recorded(evidence, { contractName });
  const beforeJudgement = { ...plain, isImplementationJudged: true };
  const weaker = { ...plain.record, match: "match", runtimeMatch: "match", creationMatch: "match" } as const;
  const otherMetadata = { ...weaker.metadata, output: {} };
  itHas("recorded-contract", {
    passed: {
      "the contract's name": as(name),
      "its name and path below another project's folder": as(`lib/other/contracts/${file}:${name}`),
      "its name and file name": as(`${file}:${name}`),
      "its name and file in a package, which Hardhat 3 names with its version": as(
        `@maths/lib/${file}:${name}`,
        inPackage,
      ),
      "the name of a proxy itself": as(name, beforeJudgement),
    },
    failed: {
      "its name and file in another folder": as(`contracts/elsewhere/${file}:${name}`),
      "another name": as("Vault"),
      "its name in another file": as(`contracts/Other.sol:${name}`),
      "a name that differs from an exact record's, without a build": as("A", withoutBuild(plain)),
      "a name that differs from metadata with its hash on chain, without a build": as(
        "A",
        withoutBuild({ ...plain, record: weaker }),
      ),
    },
    unknown: {
      "another name for a proxy, before the run has judged its implementation": as("Vault", beforeJudgement),
    },
    skipped: {
      "no name": recorded(plain, {}),
      "an exact record's name, without a build": as(name, withoutBuild(plain)),
      "a name that differs from a weaker record's, without a build": as(
        "A",
        withoutBuild({ ...plain, record: { ...weaker, metadata: otherMetadata } }),
      ),
    },
  });
});

describe("cross-check - several deployment records", () => {
  const linked = evidenceOf("linked-library");
  const [library = assert.fail("The recording is linked.")] = linked.libraries;
  const { contract } = plain.build ?? assert.fail("It has a build.");
  const records = (contractName: string, more: Partial<RecordedDeployment> = {}) =>
    recorded(plain, { contractName, ...more }).recorded;
  const good = records(contract.name);
  const older = records("Vault", { transactionHashes: [OTHER_HASH] });

  it("should use the record that fits if an address has several", () => {
    const evidence = { ...plain, recorded: [...older, ...good] };
    for (const id of ["recorded-transaction", "recorded-contract"])
      assert.equal(statusOf(id, evidence), "passed", id);
  });

  it("should compare the user's demands with the contract, whatever the tools recorded", () => {
    const tool = recorded(linked, { libraries: { [library.name]: library.address ?? "" } }).recorded;
    for (const [id, wrong] of [
      ["recorded-transaction", { transactionHashes: [OTHER_HASH] }],
      ["recorded-libraries", { libraries: { [library.name]: FOREIGN } }],
      ["constructor-arguments", { constructorArguments: `0x${"00".repeat(32)}` }],
    ] as const) {
      const { address } = linked.facts;
      const demanded = { address, transactionHashes: [], ...wrong, isDemanded: true } as const;
      for (const all of [[...tool, demanded], [demanded, ...tool], [demanded]])
        assert.equal(statusOf(id, { ...linked, recorded: all }), "failed", id);
    }
  });

  it("should use records of older deployments only if there is none of the current one", () => {
    for (const all of [older, [...good, ...records("Vault")]])
      assert.equal(statusOf("recorded-contract", { ...plain, recorded: all }), "failed");
  });
});
