import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ContractMetadata, ContractRecord } from "../../../src/internal/domain/record.ts";
import { compile, contractOf } from "../../helpers/compile.ts";
import { statusOf, withoutBuild } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";
import { solcOf } from "../../helpers/solc.ts";

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
  for (const name of EXACT)
    it(`is that of the recorded metadata: ${name}`, () =>
      assert.equal(statusOf("metadata-hash", recordedEvidence(recording(name))), "passed"));

  it("does not depend on the order of keys", () => {
    const evidence = withMetadata(
      recordedEvidence(recording("plain")),
      (metadata) => Object.fromEntries(Object.entries(metadata).reverse()) as ContractMetadata,
    );
    assert.equal(statusOf("metadata-hash", evidence), "passed");
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
  ] satisfies readonly (readonly [string, (metadata: ContractMetadata) => ContractMetadata])[])
    it(`is not that of metadata with ${what}`, () => {
      const evidence = withMetadata(recordedEvidence(recording("plain")), change);
      assert.equal(statusOf("metadata-hash", evidence), "failed");
    });

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
    assert.equal(statusOf("metadata-hash", { ...evidence, record, facts }), "passed");
  });

  it("is skipped where the match does not cover it, or the code has none", () => {
    for (const name of ["comment-changed", "metadata-hash-none"] as const)
      assert.equal(statusOf("metadata-hash", recordedEvidence(recording(name))), "skipped");
  });

  it("is compared also where the record claims less than it has", () => {
    const evidence = recordedEvidence(recording("plain"));
    const weaker = { match: "match", creationMatch: "match", runtimeMatch: "match" } as const;
    const record = { ...evidence.record, ...weaker };
    assert.equal(statusOf("metadata-hash", { ...evidence, record }), "passed");
    const other = withMetadata({ ...evidence, record }, (m) => ({ ...m, output: { abi: [] } }));
    assert.equal(statusOf("metadata-hash", other), "skipped");
    assert.equal(
      statusOf("metadata-hash", { ...evidence, record: { ...record, metadata: null } }),
      "skipped",
    );
  });

  it("fails for other metadata if the creation match is exact, because the creation code contains the hash too", () => {
    const evidence = recordedEvidence(recording("plain"));
    const record = { ...evidence.record, creationMatch: "exact_match", runtimeMatch: "match" } as const;
    assert.equal(statusOf("metadata-hash", { ...evidence, record }), "passed");
    const other = withMetadata({ ...evidence, record }, (m) => ({ ...m, output: { abi: [] } }));
    assert.equal(statusOf("metadata-hash", other), "failed");
  });

  it("is unknown without metadata", () => {
    const evidence = recordedEvidence(recording("plain"));
    const record = { ...evidence.record, metadata: null };
    assert.equal(statusOf("metadata-hash", { ...evidence, record }), "unknown");
  });

  it("is that of the metadata of compilers before 0.5.9, and fails for hidden settings", () => {
    const sources = { "Größe.sol": { content: "/// @title Größe\ncontract A { }" } };
    const outputSelection = { "*": { "*": ["metadata", "evm.deployedBytecode.object"] } };
    const settings = { optimizer: { enabled: true, runs: 200 }, outputSelection };
    const input = JSON.stringify({ language: "Solidity", sources, settings });
    const { A } = JSON.parse(solcOf("solc-0.4.26").compile(input)).contracts["Größe.sol"];
    const { facts, ...evidence } = withoutBuild(recordedEvidence(recording("plain")));
    const old: Evidence = {
      ...evidence,
      facts: { ...facts, runtimeBytecode: `0x${A.evm.deployedBytecode.object}` },
      record: { ...evidence.record, metadata: JSON.parse(A.metadata) },
    };
    assert.equal(statusOf("metadata-hash", old), "passed");
    const optimizer = { details: {}, runs: 200 };
    const hidden = withMetadata(old, (m) => ({ ...m, settings: { ...m.settings, optimizer } }));
    assert.equal(statusOf("metadata-hash", hidden), "failed");
  });

  it("is skipped where the code does not end with a hash, although the record claims one", () => {
    const { facts, ...evidence } = recordedEvidence(recording("plain"));
    const none = { ...evidence, facts: { ...facts, runtimeBytecode: "0x6001" } };
    assert.equal(statusOf("metadata-hash", none), "skipped");
  });
});
