import { assert } from "chai";
import { OTHER_HASH, recorded } from "../../helpers/cross-check/deployment-record.ts";
import { evidenceOf, FOREIGN, statusOf } from "../../helpers/cross-check/one-check.ts";

const plain = evidenceOf("plain");

const linked = evidenceOf("linked-library");

const library = linked.libraries[0] ?? assert.fail("The recording is linked.");

const { contract } = plain.build ?? assert.fail("It has a build.");

describe("cross-check - several deployment records", () => {
  it("should use the record that fits if an address has several", () => {
    const good = recorded(plain, { contractName: contract.name }).recorded;
    const bad = recorded(plain, { contractName: "Vault", transactionHashes: [OTHER_HASH] }).recorded;
    const evidence = { ...plain, recorded: [...bad, ...good] };
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
      const demanded = {
        address: linked.facts.address,
        transactionHashes: [],
        ...wrong,
        isDemanded: true,
      } as const;
      for (const all of [[...tool, demanded], [demanded, ...tool], [demanded]])
        assert.equal(statusOf(id, { ...linked, recorded: all }), "failed", id);
    }
  });

  it("should use records of older deployments only if there is none of the current one", () => {
    const older = recorded(plain, { contractName: "Vault", transactionHashes: [OTHER_HASH] }).recorded;
    const alone = { ...plain, recorded: older };
    assert.equal(statusOf("recorded-contract", alone), "failed");
    const two = recorded(plain, { contractName: "Vault" }).recorded;
    const good = recorded(plain, { contractName: contract.name }).recorded;
    assert.equal(statusOf("recorded-contract", { ...plain, recorded: [...good, ...two] }), "failed");
  });
});
