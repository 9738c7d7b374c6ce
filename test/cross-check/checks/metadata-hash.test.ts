import { assert } from "chai";

import { metadataHash } from "../../../src/internal/cross-check/checks/metadata-hash.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ContractMetadata, ContractRecord } from "../../../src/internal/domain/record.ts";
import { compile, contractOf } from "../../helpers/compile.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const EXACT = ["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"] as const;

function withMetadata(
  evidence: Evidence,
  change: (metadata: ContractMetadata) => ContractMetadata,
): Evidence {
  const { metadata } = evidence.record;
  if (metadata === undefined || metadata === null) throw new Error("The record has to have metadata.");
  return { ...evidence, record: { ...evidence.record, metadata: change(structuredClone(metadata)) } };
}

describe("cross-check - the metadata's hash on chain", () => {
  for (const name of EXACT) {
    it(`is that of the recorded metadata: ${name}`, () => {
      assert.equal(metadataHash.run(recordedEvidence(recording(name))).status, "passed");
    });
  }

  it("does not depend on the order of keys", () => {
    const evidence = withMetadata(
      recordedEvidence(recording("plain")),
      (metadata) => Object.fromEntries(Object.entries(metadata).reverse()) as ContractMetadata,
    );
    assert.equal(metadataHash.run(evidence).status, "passed");
  });

  for (const [what, change] of [
    ["another setting", (m) => ({ ...m, settings: { ...m.settings, evmVersion: "paris" } })],
    [
      "another hash of a source",
      (m) => ({ ...m, sources: { "contracts/Counter.sol": { keccak256: "0x00" } } }),
    ],
    ["one source more", (m) => ({ ...m, sources: { ...m.sources, "More.sol": { keccak256: "0x00" } } })],
    ["another compiler", (m) => ({ ...m, compiler: { version: "0.8.27+commit.40a35a09" } })],
    ["a character beyond ASCII in it", (m) => ({ ...m, output: { ...(m.output as object), title: "—" } })],
    ["another ABI inside", (m) => ({ ...m, output: { abi: [] } })],
  ] satisfies readonly (readonly [string, (metadata: ContractMetadata) => ContractMetadata])[]) {
    it(`is not that of metadata with ${what}`, () => {
      const evidence = withMetadata(recordedEvidence(recording("plain")), change);
      assert.equal(metadataHash.run(evidence).status, "failed");
    });
  }

  it("is that of metadata beyond ASCII, which the compiler writes as escapes", () => {
    const contract = contractOf(
      compile({
        "contracts/Größe.sol":
          "// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n/// @title Größe € 😀\ncontract A { /// @notice für alle\n function f() external {} }",
      }),
      "contracts/Größe.sol",
      "A",
    );
    const record = {
      runtimeMatch: "exact_match",
      metadata: JSON.parse(contract.metadata) as ContractMetadata,
    } as ContractRecord;
    const evidence = recordedEvidence(recording("plain"));
    const facts = { ...evidence.facts, runtimeBytecode: `0x${contract.evm.deployedBytecode.object}` };
    assert.equal(metadataHash.run({ ...evidence, record, facts }).status, "passed");
  });

  it("is skipped where the match does not cover it, or the code has none", () => {
    for (const name of ["comment-changed", "metadata-hash-none"] as const) {
      assert.equal(metadataHash.run(recordedEvidence(recording(name))).status, "skipped");
    }
  });

  it("is compared also where the record claims less than it has", () => {
    const evidence = recordedEvidence(recording("plain"));
    const record = { ...evidence.record, runtimeMatch: "match" } as const;
    assert.equal(metadataHash.run({ ...evidence, record }).status, "passed");
    const other = withMetadata({ ...evidence, record }, (m) => ({ ...m, output: { abi: [] } }));
    assert.equal(metadataHash.run(other).status, "skipped");
    assert.equal(metadataHash.run({ ...evidence, record: { ...record, metadata: null } }).status, "skipped");
  });

  it("is unknown without metadata", () => {
    const evidence = recordedEvidence(recording("plain"));
    const record = { ...evidence.record, metadata: null };
    assert.equal(metadataHash.run({ ...evidence, record }).status, "unknown");
  });
});
