import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ContractMetadata, ContractRecord } from "../../../src/internal/domain/record.ts";
import { codesOf, compile, compileWith, contractOf } from "../../helpers/compile.ts";
import { itFails, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  all,
  type Body,
  type Change,
  drop,
  evidenceOf,
  set,
  statusOf,
  withBody,
  withFacts,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";

const HASH = `0x${"ab".repeat(32)}`;

describe("cross-check - record-sources", () => {
  const content = (change: (old: string) => string): Change => set("sources.*.content", change);
  itFails("record-sources", {
    "an additional character": content((old) => `${old} `),
    "text that isn't valid Unicode": content((old) => `${old}\ud800`),
    "another line ending": content((old) => old.replaceAll("\n", "\r\n")),
    "another hash in the metadata": set("metadata.sources.*.keccak256", HASH),
  });
});

describe("cross-check - build-sources", () => {
  const emptied = set("sources.*.content", "");
  const emptyHash = "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
  itFails("build-sources", {
    "a source and its hash together": all(emptied, set("metadata.sources.*.keccak256", emptyHash)),
    "a source, without metadata": all(emptied, drop("metadata")),
    "an additional source in the metadata": ({ metadata }) =>
      Object.assign(metadata.sources, { "contracts/More.sol": { keccak256: HASH } }),
  });

  it("should pass only if the metadata lists every source that the contract needs", () => {
    const evidence = evidenceOf("linked-library");
    const sources = Object.entries(evidence.record.metadata?.sources ?? {});
    assert.lengthOf(sources, 2);
    assert.equal(statusOf("build-sources", evidence), "passed");
    for (const kept of sources) {
      const fewer = withBody("linked-library", set("metadata.sources", Object.fromEntries([kept])));
      assert.equal(statusOf("build-sources", fewer), "failed");
    }
  });
});

describe("cross-check - metadata-hash", () => {
  const plain = evidenceOf("plain");
  const otherAbi = set("metadata.output", { abi: [] });
  const matching = (match: string, creationMatch: string, runtimeMatch: string) => (body: Body) =>
    Object.assign(body, { match, creationMatch, runtimeMatch });
  const weaker = matching("match", "match", "match");
  const exactCreation = matching("exact_match", "exact_match", "match");

  const path = "contracts/Größe.sol";
  const compiled = compile({
    [path]: "/// @title Größe € 😀\ncontract A { /// @notice für alle\n function f() external {} }",
  });
  const described: ContractMetadata = JSON.parse(contractOf(compiled, path, "A").metadata);
  const beyondAscii: Evidence = {
    ...withFacts(plain, { runtimeBytecode: codesOf(compiled, path, "A").runtime }),
    record: { runtimeMatch: "exact_match", metadata: described } as ContractRecord,
  };
  const changed = (...changes: readonly Change[]) => withBody("plain", all(...changes));

  itHas("metadata-hash", {
    passed: {
      "another order of keys": changed(
        set("metadata", (old) => Object.fromEntries(Object.entries(old).reverse())),
      ),
      "metadata beyond ASCII, which the compiler escapes": beyondAscii,
      "a record that claims too little": changed(weaker),
      "an exact match of only the creation code, which contains the hash too": changed(exactCreation),
    },
    failed: {
      "a character beyond ASCII": changed(set("metadata.output.title", "—")),
      "another ABI": changed(otherAbi),
      "another ABI, with an exact match of only the creation code": changed(exactCreation, otherAbi),
    },
    unknown: { "no metadata": changed(set("metadata", null)) },
    skipped: {
      "a match that doesn't cover it": evidenceOf("comment-changed"),
      "code without a hash": evidenceOf("metadata-hash-none"),
      "code without a hash, although the record claims one": withFacts(plain, { runtimeBytecode: "0x6001" }),
      "another ABI in a weaker record": changed(weaker, otherAbi),
      "no metadata in a weaker record": changed(weaker, set("metadata", null)),
    },
  });

  it("should hash the metadata of compilers before 0.5.9 as they did, and fail for hidden settings", () => {
    const sources = { "Größe.sol": { content: "/// @title Größe\ncontract A { }" } };
    const outputSelection = {
      "*": { "*": ["metadata", "evm.bytecode.object", "evm.deployedBytecode.object"] },
    };
    const settings = { optimizer: { enabled: true, runs: 200 }, outputSelection };
    const compiled = compileWith("0.4.26", { language: "Solidity", sources, settings });
    const metadata = JSON.parse(contractOf(compiled, "Größe.sol", "A").metadata);
    const { runtime: runtimeBytecode } = codesOf(compiled, "Größe.sol", "A");
    const onChain = withFacts(withoutBuild(plain), { runtimeBytecode });
    const statusWith = (optimizer: object) => {
      const stated = { ...metadata, settings: { ...metadata.settings, optimizer } };
      return statusOf("metadata-hash", { ...onChain, record: { ...onChain.record, metadata: stated } });
    };
    assert.equal(statusWith(metadata.settings.optimizer), "passed");
    assert.equal(statusWith({ details: {}, runs: 200 }), "failed");
  });
});
