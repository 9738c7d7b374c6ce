import { assert } from "chai";
import { getCreate2Address } from "ethers/address";
import { keccak256 } from "ethers/crypto";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import type { RecordedDeployment } from "../../src/internal/domain/build.ts";
import { type Body, checkOf, withBody, withBuildOf, withCreation } from "../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const linked = recordedEvidence(recording("linked-library"));
const withArguments = recordedEvidence(recording("constructor-arguments"));
const OTHER_HASH = `0x${"ab".repeat(32)}`;
const OTHER_ADDRESS = `0x${"ab".repeat(20)}`;

function recorded(evidence: Evidence, more: Partial<RecordedDeployment>): Evidence {
  const { facts } = evidence;
  const record = {
    address: facts.address,
    transactionHashes: [facts.creation?.transactionHash ?? ""],
    ...more,
  };
  return { ...evidence, recorded: [record] };
}

type Case = readonly [what: string, status: string, id: string, evidence: Evidence];

const library = linked.libraries[0] ?? assert.fail("The recording is linked.");
const creationCode = withArguments.facts.creation?.creationBytecode ?? assert.fail("It has creation code.");
const { contract } = plain.build ?? assert.fail("It has a build.");
const file = contract.sourceName.slice(contract.sourceName.lastIndexOf("/") + 1);

const salt = `0x${"00".repeat(31)}01`;
const byCreate2 = (code: string): Evidence => {
  const address = getCreate2Address(OTHER_ADDRESS, salt, keccak256(creationCode));
  const evidence = withCreation(
    { ...withArguments, facts: { ...withArguments.facts, address } },
    { creationBytecode: undefined },
  );
  return recorded(evidence, { creationCode: code, create2: { deployer: OTHER_ADDRESS, salt } });
};

const CASES: readonly Case[] = [
  ["the creating transaction", "passed", "recorded-transaction", recorded(plain, {})],
  [
    "several transactions, of which one is the creating one",
    "passed",
    "recorded-transaction",
    recorded(plain, { transactionHashes: [OTHER_HASH, plain.facts.creation?.transactionHash ?? ""] }),
  ],
  [
    "another transaction",
    "failed",
    "recorded-transaction",
    recorded(plain, { transactionHashes: [OTHER_HASH] }),
  ],
  ["no transaction", "skipped", "recorded-transaction", recorded(plain, { transactionHashes: [] })],
  [
    "a transaction where the chain shows none",
    "skipped",
    "recorded-transaction",
    { ...recorded(plain, {}), facts: { ...plain.facts, creation: undefined } },
  ],
  [
    "a record of another address",
    "skipped",
    "recorded-transaction",
    recorded(plain, { address: OTHER_ADDRESS }),
  ],

  ["the contract's name", "passed", "recorded-contract", recorded(plain, { contractName: contract.name })],
  [
    "its name and path in another folder",
    "passed",
    "recorded-contract",
    recorded(plain, { contractName: `elsewhere/${file}:${contract.name}` }),
  ],
  ["another name", "failed", "recorded-contract", recorded(plain, { contractName: "Vault" })],
  [
    "its name in another file",
    "failed",
    "recorded-contract",
    recorded(plain, { contractName: `contracts/Other.sol:${contract.name}` }),
  ],
  ["no name", "skipped", "recorded-contract", recorded(plain, {})],
  [
    "a name without a build",
    "skipped",
    "recorded-contract",
    { ...recorded(plain, { contractName: "A" }), build: undefined },
  ],

  [
    "the library",
    "passed",
    "recorded-libraries",
    recorded(linked, { libraries: { [library.name]: library.address } }),
  ],
  [
    "the library by its bare name, and others",
    "passed",
    "recorded-libraries",
    recorded(linked, {
      libraries: {
        Other: OTHER_ADDRESS,
        [library.name.split(":")[1] ?? ""]: library.address.toUpperCase().replace("0X", "0x"),
      },
    }),
  ],
  [
    "the library at another address",
    "failed",
    "recorded-libraries",
    recorded(linked, { libraries: { [library.name]: OTHER_ADDRESS } }),
  ],
  [
    "no library by that name",
    "skipped",
    "recorded-libraries",
    recorded(linked, { libraries: { Other: OTHER_ADDRESS } }),
  ],
  [
    "libraries of a contract that has none",
    "skipped",
    "recorded-libraries",
    recorded(plain, { libraries: { A: OTHER_ADDRESS } }),
  ],

  [
    "the creation code that was sent",
    "passed",
    "constructor-arguments",
    recorded(withArguments, { creationCode }),
  ],
  [
    "creation code with other arguments",
    "failed",
    "constructor-arguments",
    recorded(withArguments, { creationCode: `${creationCode.slice(0, -2)}ff` }),
  ],
  [
    "another contract's creation code",
    "failed",
    "constructor-arguments",
    recorded(withArguments, { creationCode: plain.facts.creation?.creationBytecode ?? "0x" }),
  ],
  ["the creation code of CREATE2", "passed", "constructor-arguments", byCreate2(creationCode)],
  [
    "other creation code of CREATE2",
    "failed",
    "constructor-arguments",
    byCreate2(`${creationCode.slice(0, -2)}ff`),
  ],
];

describe("cross-check - deployment records", () => {
  for (const [what, status, id, evidence] of CASES)
    it(`should have ${status} ${id} for ${what}`, () => {
      const check = checkOf(id, evidence);
      assert.equal(check.status, status, JSON.stringify(check));
    });

  it("should take the record that fits where there are several of one address", () => {
    const good = recorded(plain, { contractName: contract.name }).recorded;
    const bad = recorded(plain, { contractName: "Vault", transactionHashes: [OTHER_HASH] }).recorded;
    const evidence = { ...plain, recorded: [...bad, ...good] };
    for (const id of ["recorded-transaction", "recorded-contract"])
      assert.equal(checkOf(id, evidence).status, "passed", id);
  });

  it("should compare the user's demands with the contract, whatever the tools recorded", () => {
    const tool = recorded(linked, { libraries: { [library.name]: library.address } }).recorded;
    for (const [id, wrong] of [
      ["recorded-transaction", { transactionHashes: [OTHER_HASH] }],
      ["recorded-libraries", { libraries: { [library.name]: OTHER_ADDRESS } }],
      ["constructor-arguments", { constructorArguments: `0x${"00".repeat(32)}` }],
    ] as const) {
      const demanded = {
        address: linked.facts.address,
        transactionHashes: [],
        ...wrong,
        isDemanded: true,
      } as const;
      for (const all of [[...tool, demanded], [demanded, ...tool], [demanded]])
        assert.equal(checkOf(id, { ...linked, recorded: all }).status, "failed", id);
    }
  });

  it("should use records of older deployments only if there is none of this one", () => {
    const older = recorded(plain, { contractName: "Vault", transactionHashes: [OTHER_HASH] }).recorded;
    const alone = { ...plain, recorded: older };
    assert.equal(checkOf("recorded-contract", alone).status, "failed");
    const two = recorded(plain, { contractName: "Vault" }).recorded;
    const good = recorded(plain, { contractName: contract.name }).recorded;
    assert.equal(checkOf("recorded-contract", { ...plain, recorded: [...good, ...two] }).status, "failed");
  });

  it("should require an inferred reference only where the chain has a value", () => {
    const immutables = recordedEvidence(recording("immutables"));
    const zeros = Buffer.from(immutables.facts.runtimeBytecode.slice(2), "hex").indexOf(Buffer.alloc(3));
    assert.isAbove(zeros, 0);
    const guessed = (evidence: Evidence) =>
      withBuildOf(evidence, ({ compiled }) => {
        if (compiled === undefined) return {};
        const { runtime } = compiled;
        const references = { ...runtime.immutableReferences, [`@${zeros}`]: [{ start: zeros, length: 3 }] };
        return {
          compiled: {
            ...compiled,
            runtime: { ...runtime, immutableReferences: references, isInferred: true },
          },
        };
      });
    assert.equal(checkOf("record-references", guessed(immutables)).status, "passed");
    const withoutPlaces = withBody("immutables", (body: Body) => {
      body.runtimeBytecode.immutableReferences = {};
    });
    assert.equal(checkOf("record-references", guessed(withoutPlaces)).status, "failed");
  });
});
