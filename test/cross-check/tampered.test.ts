import { assert } from "chai";

import type { CheckResult } from "../../src/internal/cross-check/check.ts";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { verdictOf } from "../../src/internal/report/verdict.ts";
import type { QueryContract } from "../../src/internal/services/query/model.ts";
import { flipByte } from "../helpers/compile.ts";
import { decodedRecord, recordedEvidence, recording } from "../helpers/cross-check/recorded-evidence.ts";

// Tests reach into a body of another's making.
// biome-ignore lint/suspicious/noExplicitAny: any field of it may be changed
type Body = any;
type Tamper = (evidence: Evidence) => Evidence;

const BASES = ["plain", "constructor-arguments", "immutables", "linked-library", "library-itself"] as const;

function ofRecord(base: string, change: (body: Body) => void): Tamper {
  return (evidence) => {
    const body = structuredClone(recording(base).record.body) as Body;
    change(body);
    return { ...evidence, record: decodedRecord(body) };
  };
}

function ofQuery(change: (contract: QueryContract) => Partial<QueryContract>): Tamper {
  return (evidence) => {
    if (evidence.query.state !== "known") throw new Error("The query service has to know the contract.");
    const { contract } = evidence.query;
    return { ...evidence, query: { state: "known", contract: { ...contract, ...change(contract) } } };
  };
}

function ofChain(change: (facts: Evidence["facts"]) => Partial<Evidence["facts"]>): Tamper {
  return (evidence) => ({ ...evidence, facts: { ...evidence.facts, ...change(evidence.facts) } });
}

function ofCreation(change: Partial<NonNullable<Evidence["facts"]["creation"]>>): Tamper {
  return ofChain(({ creation }) => ({
    creation: creation === undefined ? undefined : { ...creation, ...change },
  }));
}

const firstSource = (body: Body) => Object.keys(body.metadata.sources)[0] ?? "";
const FOREIGN = `0x${"ab".repeat(20)}`;

/** One field changed, and the check that has to see it. */
function changes(base: string): readonly (readonly [what: string, check: string, tamper: Tamper])[] {
  const record = (change: (body: Body) => void) => ofRecord(base, change);
  return [
    [
      "runtimeMatch is null",
      "match-good-enough",
      record((body) => {
        body.runtimeMatch = null;
      }),
    ],
    [
      "address",
      "record-address",
      record((body) => {
        body.address = FOREIGN;
      }),
    ],
    [
      "chainId",
      "record-chain",
      record((body) => {
        body.chainId = "295";
      }),
    ],
    [
      "runtimeBytecode.onchainBytecode, a byte of code",
      "runtime-code-chain",
      record((body) => {
        body.runtimeBytecode.onchainBytecode = flipByte(body.runtimeBytecode.onchainBytecode, 30);
      }),
    ],
    [
      "runtimeBytecode.onchainBytecode, its last byte",
      "runtime-code-chain",
      record((body) => {
        body.runtimeBytecode.onchainBytecode = flipByte(body.runtimeBytecode.onchainBytecode, -1);
      }),
    ],
    [
      "runtimeBytecode.onchainBytecode is null",
      "runtime-code-chain",
      record((body) => {
        body.runtimeBytecode.onchainBytecode = null;
      }),
    ],
    [
      "runtimeBytecode is null",
      "runtime-code-chain",
      record((body) => {
        body.runtimeBytecode = null;
      }),
    ],
    [
      "runtimeBytecode.recompiledBytecode, a byte of code",
      "recompiled-code",
      record((body) => {
        body.runtimeBytecode.recompiledBytecode = flipByte(body.runtimeBytecode.recompiledBytecode, 30);
      }),
    ],
    [
      "runtimeBytecode.recompiledBytecode, a byte of the metadata hash",
      "match-claim",
      record((body) => {
        body.runtimeBytecode.recompiledBytecode = flipByte(body.runtimeBytecode.recompiledBytecode, -20);
      }),
    ],
    [
      "creationBytecode.onchainBytecode, a byte of code",
      "creation-code-chain",
      record((body) => {
        body.creationBytecode.onchainBytecode = flipByte(body.creationBytecode.onchainBytecode, 30);
      }),
    ],
    [
      "creationBytecode.onchainBytecode, its last byte",
      "creation-code-chain",
      record((body) => {
        body.creationBytecode.onchainBytecode = flipByte(body.creationBytecode.onchainBytecode, -1);
      }),
    ],
    [
      "creationBytecode.onchainBytecode, a byte more",
      "creation-code-chain",
      record((body) => {
        body.creationBytecode.onchainBytecode += "00";
      }),
    ],
    [
      "creationBytecode.onchainBytecode is null",
      "creation-code-chain",
      record((body) => {
        body.creationBytecode.onchainBytecode = null;
      }),
    ],
    [
      "deployment.transactionHash",
      "deployment-transaction",
      record((body) => {
        body.deployment.transactionHash = `0x${"ab".repeat(32)}`;
      }),
    ],
    [
      "metadata.compiler.version",
      "compiler-version",
      record((body) => {
        body.metadata.compiler.version = "0.8.27+commit.40a35a09";
      }),
    ],
    [
      "compilation.compilerVersion",
      "compiler-version",
      record((body) => {
        body.compilation.compilerVersion = "0.8.28";
      }),
    ],
    [
      "metadata.settings.compilationTarget, the name",
      "contract-name",
      record((body) => {
        const [path] = Object.keys(body.metadata.settings.compilationTarget);
        body.metadata.settings.compilationTarget = { [path ?? ""]: "Other" };
      }),
    ],
    [
      "metadata.settings.compilationTarget, the path",
      "contract-name",
      record((body) => {
        const [name] = Object.values(body.metadata.settings.compilationTarget);
        body.metadata.settings.compilationTarget = { "contracts/Other.sol": name };
      }),
    ],
    [
      "metadata.settings.compilationTarget, one more",
      "contract-name",
      record((body) => {
        body.metadata.settings.compilationTarget["contracts/Other.sol"] = "Other";
      }),
    ],
    [
      "compilation.fullyQualifiedName",
      "contract-name",
      record((body) => {
        body.compilation.fullyQualifiedName += "2";
      }),
    ],
    [
      "a stored source, one character",
      "record-sources",
      record((body) => {
        body.sources[firstSource(body)].content += " ";
      }),
    ],
    [
      "a stored source, another line ending",
      "record-sources",
      record((body) => {
        const source = body.sources[firstSource(body)];
        source.content = source.content.replaceAll("\n", "\r\n");
      }),
    ],
    [
      "a stored source that is missing",
      "record-sources",
      record((body) => {
        delete body.sources[firstSource(body)];
      }),
    ],
    [
      "sources that are null",
      "record-sources",
      record((body) => {
        body.sources = null;
      }),
    ],
    [
      "the metadata's hash of a source",
      "record-sources",
      record((body) => {
        body.metadata.sources[firstSource(body)].keccak256 = `0x${"ab".repeat(32)}`;
      }),
    ],
    [
      "the metadata's hash of a source is missing",
      "record-sources",
      record((body) => {
        delete body.metadata.sources[firstSource(body)].keccak256;
      }),
    ],
    [
      "a source and its hash together",
      "build-sources",
      record((body) => {
        body.sources[firstSource(body)].content = "";
        body.metadata.sources[firstSource(body)].keccak256 =
          "0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470";
      }),
    ],
    [
      "a source more in the metadata",
      "build-sources",
      record((body) => {
        body.metadata.sources["contracts/More.sol"] = { keccak256: `0x${"ab".repeat(32)}` };
      }),
    ],
    [
      "an entry of the ABI is missing",
      "abi",
      record((body) => {
        body.abi.pop();
      }),
    ],
    [
      "the ABI has an entry twice",
      "abi",
      record((body) => {
        body.abi.push(body.abi[0]);
      }),
    ],
    [
      "an entry of the ABI is another",
      "abi",
      record((body) => {
        body.abi[0] = { ...body.abi[0], name: "other" };
      }),
    ],
    [
      "an output type of the ABI",
      "abi",
      record((body) => {
        body.abi.at(-1).outputs[0].type = "uint128";
      }),
    ],
    [
      "the mutability of a function",
      "abi",
      record((body) => {
        body.abi.at(-1).stateMutability = "payable";
      }),
    ],
    ["query service: evm_address", "query-address", ofQuery(() => ({ evm_address: FOREIGN }))],
    ["query service: deleted", "not-deleted", ofQuery(() => ({ deleted: true }))],
    [
      "query service: runtime_bytecode, a byte",
      "runtime-code-query",
      ofQuery(({ runtime_bytecode }) => ({ runtime_bytecode: flipByte(runtime_bytecode ?? "", 30) })),
    ],
    [
      "query service: runtime_bytecode, cut short",
      "runtime-code-query",
      ofQuery(({ runtime_bytecode }) => ({ runtime_bytecode: (runtime_bytecode ?? "").slice(0, -2) })),
    ],
    [
      "query service: bytecode, a byte",
      "creation-code-query",
      ofQuery(({ bytecode }) => ({ bytecode: flipByte(bytecode ?? "", 30) })),
    ],
    [
      "query service: bytecode, cut short",
      "creation-code-query",
      ofQuery(({ bytecode }) => ({ bytecode: (bytecode ?? "").slice(0, -2) })),
    ],
    [
      "query service: bytecode of a file, a byte",
      "creation-code-query",
      ofQuery(({ bytecode }) => ({ file_id: "0.0.9", bytecode: flipByte(bytecode ?? "", 30) })),
    ],
    [
      "query service: bytecode of a file, too short",
      "creation-code-query",
      ofQuery(({ bytecode }) => ({ file_id: "0.0.9", bytecode: (bytecode ?? "").slice(0, 100) })),
    ],
    [
      "query service: bytecode of a file, longer than the transaction's",
      "creation-code-query",
      ofQuery(({ bytecode }) => ({ file_id: "0.0.9", bytecode: `${bytecode}00` })),
    ],
    [
      "chain: runtime code, a byte of code",
      "runtime-code-build",
      ofChain(({ runtimeBytecode }) => ({ runtimeBytecode: flipByte(runtimeBytecode, 30) })),
    ],
    [
      "chain: runtime code, a byte of metadata",
      "runtime-code-chain",
      ofChain(({ runtimeBytecode }) => ({ runtimeBytecode: flipByte(runtimeBytecode, -20) })),
    ],
    ["chain: no code any more", "runtime-code-build", ofChain(() => ({ runtimeBytecode: "0x" }))],
    ["chain: another chain", "record-chain", ofChain(() => ({ chainId: 1 }))],
    [
      "chain: the creating transaction",
      "deployment-transaction",
      ofCreation({ transactionHash: `0x${"cd".repeat(32)}` }),
    ],
    [
      "chain: the creating transaction's input",
      "creation-code-chain",
      ofCreation({ creationBytecode: "0x6000" }),
    ],
  ];
}

function statusOf(checks: readonly CheckResult[], id: string): string | undefined {
  return checks.find((check) => check.id === id)?.status;
}

describe("cross-check - a single changed field", () => {
  for (const base of BASES) {
    describe(base, () => {
      for (const [what, check, tamper] of changes(base)) {
        it(`fails ${check}: ${what}`, () => {
          const evidence = recordedEvidence(recording(base));
          assert.notEqual(statusOf(runChecks(evidence), check), "failed");
          const checks = runChecks(tamper(evidence));
          assert.equal(statusOf(checks, check), "failed");
          assert.equal(verdictOf(checks), "failed");
          const failed = checks.find(({ id }) => id === check);
          assert.isNotEmpty(failed?.expected);
          assert.isNotEmpty(failed?.actual);
          assert.isBelow((failed?.actual ?? "").length, 300);
        });
      }
    });
  }

  for (const [what, change] of [
    [
      "without an ABI",
      (body: Body) => {
        body.abi = null;
      },
    ],
    [
      "without metadata",
      (body: Body) => {
        body.metadata = null;
      },
    ],
    [
      "without sources in its metadata",
      (body: Body) => {
        body.metadata.sources = {};
      },
    ],
    [
      "without recompiled code",
      (body: Body) => {
        body.runtimeBytecode.recompiledBytecode = null;
      },
    ],
    [
      "without the field runtimeBytecode",
      (body: Body) => {
        delete body.runtimeBytecode;
      },
    ],
    [
      "without the field creationBytecode",
      (body: Body) => {
        delete body.creationBytecode;
      },
    ],
    [
      "without the field sources and metadata",
      (body: Body) => {
        delete body.sources;
        delete body.metadata;
      },
    ],
  ] as const) {
    it(`never passes a record ${what}`, () => {
      const checks = runChecks(ofRecord("plain", change)(recordedEvidence(recording("plain"))));
      assert.notEqual(verdictOf(checks), "passed");
    });
  }

  it("detects a claimed exact match that rests on other metadata", () => {
    const evidence = recordedEvidence(recording("comment-changed"));
    const record = { ...evidence.record, match: "exact_match", runtimeMatch: "exact_match" } as const;
    assert.equal(statusOf(runChecks({ ...evidence, record }), "match-claim"), "failed");
  });

  it("detects a claimed exact match without any metadata hash", () => {
    const evidence = recordedEvidence(recording("metadata-hash-none"));
    const record = { ...evidence.record, match: "exact_match", runtimeMatch: "exact_match" } as const;
    assert.equal(statusOf(runChecks({ ...evidence, record }), "match-claim"), "failed");
  });

  it("asks for the creation side where that was asked for", () => {
    const evidence = recordedEvidence(recording("wrong-creation-transaction"));
    const checks = runChecks({ ...evidence, requirement: { minMatch: "match", requireCreation: true } });
    assert.equal(statusOf(checks, "match-good-enough"), "failed");
  });
});
