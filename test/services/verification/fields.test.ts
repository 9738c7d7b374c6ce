import { assert } from "chai";
import { validateSubmission } from "../../../src/internal/services/verification/checked-submission.ts";
import { type ContractField, VerificationService } from "../../../src/services.ts";
import { EXACT, SUBMISSION } from "../../helpers/services/examples.ts";
import { failureOf, misuseOf } from "../../helpers/services/failure-of.ts";
import { json, serve } from "../../helpers/services/fault-server.ts";
import { ADDRESS, QUICK } from "../../helpers/services/quick.ts";

async function ask(body: object, fields: readonly ContractField[]) {
  await using server = await serve(json(200, { ...EXACT, ...body }));
  const service = new VerificationService({ ...QUICK, url: server.url });
  return (await service.contract(296, ADDRESS, { fields })) ?? assert.fail("not verified");
}

const LAYOUT = {
  storage: [{ astId: 3, contract: "a.sol:A", label: "count", offset: 0, slot: "0", type: "t_struct" }],
  types: {
    t_struct: {
      encoding: "inplace",
      label: "struct A.S",
      numberOfBytes: "32",
      members: [{ label: "x", offset: 0, slot: "0", type: "t_uint256" }],
    },
    t_uint256: { encoding: "inplace", label: "uint256", numberOfBytes: "32" },
  },
};

describe("services - verification service - fields of a record", () => {
  it("should contain only the requested parts", async () => {
    const record = await ask(
      {
        compilation: { name: "A", compilerVersion: "v0.8.28+commit.7893614a" },
        deployment: { blockNumber: "7" },
      },
      ["compilation.name", "compilation.compilerVersion", "deployment.blockNumber"],
    );
    assert.deepEqual(record.compilation, { name: "A", compilerVersion: "0.8.28+commit.7893614a" });
    assert.deepEqual(record.deployment as unknown, { blockNumber: "7" });
    assert.isUndefined(record.compilation?.language);
    assert.isUndefined(record.abi);
  });

  it("should reject a part of the wrong type", async () => {
    for (const [field, body] of [
      ["compilation.name", { compilation: { name: 7 } }],
      ["signatures.function", { signatures: { function: [{ signature: 1 }] } }],
      ["proxyResolution.implementations", { proxyResolution: { implementations: [{ address: "0x1" }] } }],
      ["runtimeBytecode.immutableReferences", { runtimeBytecode: { immutableReferences: [] } }],
      ["stdJsonInput.sources", { stdJsonInput: { sources: { "a.sol": "text" } } }],
    ] as const)
      assert.equal((await failureOf(ask(body, [field]))).kind, "unusable", field);
  });

  it("should read the parts of every field that has parts", async () => {
    const body = {
      signatures: { event: [{ signature: "E()", signatureHash32: "0x01", signatureHash4: "0x02" }] },
      proxyResolution: { proxyType: "EIP1967Proxy" },
      stdJsonInput: { language: "Solidity" },
      stdJsonOutput: { contracts: { "a.sol": { A: {} } } },
      runtimeBytecode: { immutableReferences: { "3": [{ start: 1, length: 32 }] }, onchainBytecode: "0xAB" },
    };
    const record = await ask(body, [
      "signatures.event",
      "proxyResolution.proxyType",
      "stdJsonInput.language",
      "stdJsonOutput.contracts",
      "runtimeBytecode.immutableReferences",
      "runtimeBytecode.onchainBytecode",
    ]);
    assert.deepEqual(JSON.parse(JSON.stringify(record)), {
      ...EXACT,
      ...body,
      runtimeBytecode: { ...body.runtimeBytecode, onchainBytecode: "0xab" },
    });
  });

  it("should read Solidity's storage layouts, including nested types", async () => {
    const record = await ask(
      { storageLayout: LAYOUT, transientStorageLayout: { storage: [], types: null } },
      ["storageLayout", "transientStorageLayout"],
    );
    assert.deepEqual(JSON.parse(JSON.stringify(record.storageLayout)), LAYOUT);
    assert.deepEqual(record.transientStorageLayout, { storage: [], types: null });
  });

  it("should read Vyper's storage layout, even if a variable is named storage", async () => {
    const storageLayout = {
      storage: { type: "uint256", slot: 0, n_slots: 1 },
      owner: { type: "address", slot: 1 },
    };
    const record = await ask({ storageLayout }, ["storageLayout"]);
    assert.deepEqual(JSON.parse(JSON.stringify(record.storageLayout)), storageLayout);
  });

  it("should treat fields that the service lacks as missing", async () => {
    const record = await ask({ abi: null, compilation: null }, ["abi", "compilation.name", "userdoc"]);
    assert.isNull(record.abi);
    assert.isNull(record.compilation);
    assert.isUndefined(record.userdoc);
  });
});

describe("services - verification service - invalid submissions", () => {
  for (const [what, wrong] of [
    ["latest as the compiler version", { compilerVersion: "latest" }],
    ["an identifier without a name", { contractIdentifier: "a.sol" }],
    ["a creation transaction hash in upper case", { creationTransactionHash: `0x${"AB".repeat(32)}` }],
    [
      "a language that no service compiles",
      { stdJsonInput: { language: "SolidityAST", sources: {}, settings: {} } },
    ],
  ] as const)
    it(`should not send ${what}`, async () => {
      await using server = await serve(json(202, {}));
      const service = new VerificationService({ ...QUICK, url: server.url });
      assert.equal(await misuseOf(service.submit(296, ADDRESS, { ...SUBMISSION, ...wrong })), "VC106");
      assert.isEmpty(server.requests);
    });

  it("should accept every language that Sourcify compiles", async () => {
    for (const language of ["Solidity", "Yul", "Vyper", "Fe"]) {
      const stdJsonInput = { language, sources: {}, settings: {} };
      assert.equal(validateSubmission({ ...SUBMISSION, stdJsonInput }).stdJsonInput.language, language);
    }
  });
});
