import { assert } from "chai";
import type { Match } from "../../src/internal/domain/record.ts";
import { ContractStore } from "../../src/internal/local/verification/contract-store.ts";
import type { Verified } from "../../src/internal/local/verification/verified.ts";

const ADDRESS = `0x${"ab".repeat(20)}`;

function verified(match: Match): Verified {
  const side = { match, onchain: "0x01", transformations: [], transformationValues: {} };
  const code = { code: "0x01", sourceMap: "", linkReferences: {}, cborAuxdata: {} };
  return {
    creation: side,
    runtime: side,
    deployment: { transactionHash: null, blockNumber: null, transactionIndex: null, deployer: null },
    compilationTimeMs: 1,
    compilation: {
      language: "Solidity",
      compilerVersion: "0.8.28+commit.7893614a",
      path: "A.sol",
      name: "A",
      settings: {},
      sources: {},
      sourceIds: {},
      abi: [],
      metadata: undefined,
      userdoc: {},
      devdoc: {},
      storageLayout: {},
      transientStorageLayout: {},
      creation: code,
      runtime: { ...code, immutableReferences: {} },
    },
  };
}

describe("local - contract store", () => {
  it("should keep id and time of the first match when a better one comes a day later", () => {
    const store = new ContractStore();
    store.store(ADDRESS, "first", verified("match"), "2026-01-01T00:00:00Z");
    const isStored = store.store(
      ADDRESS.toUpperCase(),
      "second",
      verified("exact_match"),
      "2026-01-02T00:00:00Z",
    );
    assert.isTrue(isStored);
    const stored = store.get(ADDRESS);
    assert.equal(stored?.matchId, "1");
    assert.equal(stored?.verifiedAt, "2026-01-01T00:00:00Z");
    assert.equal(stored?.verificationId, "second");
    assert.equal(stored?.runtime.match, "exact_match");
  });

  it("should keep what it has when nothing gets better", () => {
    const store = new ContractStore();
    store.store(ADDRESS, "first", verified("exact_match"), "2026-01-01T00:00:00Z");
    const isStored = store.store(ADDRESS, "second", verified("match"), "2026-01-02T00:00:00Z");
    assert.isFalse(isStored);
    assert.equal(store.get(ADDRESS)?.verificationId, "first");
  });
});
