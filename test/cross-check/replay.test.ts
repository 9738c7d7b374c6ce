import { assert } from "chai";
import { findMetadataSections } from "../../src/internal/bytecode/metadata-sections.ts";
import type { CheckResult } from "../../src/internal/cross-check/check.ts";
import type { Evidence } from "../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import { decodeCode } from "../../src/internal/domain/code-template.ts";
import { candidateOf, compile, flipByte } from "../helpers/compile.ts";
import {
  decodedRecord,
  recordedEvidence,
  recording,
  VERIFIED,
} from "../helpers/cross-check/recorded-evidence.ts";

// Tests reach into a body of another's making.
// biome-ignore lint/suspicious/noExplicitAny: any field of it may be changed
type Body = any;
type Change = (body: Body) => void;

const FOREIGN = `0x${"ab".repeat(20)}`;
const WORD = `0x${"ab".repeat(32)}`;

const resultOf = (evidence: Evidence, id: string): CheckResult | undefined =>
  runChecks(evidence).find((check) => check.id === id);
const statusOf = (evidence: Evidence, id: string) => resultOf(evidence, id)?.status;

function withRecord(name: string, change: Change): Evidence {
  const body = structuredClone(recording(name).record.body) as Body;
  change(body);
  return { ...recordedEvidence(recording(name)), record: decodedRecord(body) };
}

const withoutBuild = (evidence: Evidence): Evidence => ({ ...evidence, build: undefined });

/** Writes a value over bytes of a code. */
function patch(code: string, offset: number, value: string): string {
  const at = 2 + offset * 2;
  return code.slice(0, at) + value.slice(2) + code.slice(at + value.length - 2);
}

/** Another code runs on chain, and a transformation of the record explains it away. */
function hideBehind(
  name: string,
  transformation: { readonly reason: string; readonly offset: number; readonly id?: string },
  value: string,
  values: object,
): Evidence {
  const evidence = withRecord(name, ({ runtimeBytecode }) => {
    runtimeBytecode.onchainBytecode = patch(runtimeBytecode.onchainBytecode, transformation.offset, value);
    runtimeBytecode.transformations.push({ type: "replace", ...transformation });
    runtimeBytecode.transformationValues = { ...runtimeBytecode.transformationValues, ...values };
  });
  const runtimeBytecode = evidence.record.runtimeBytecode?.onchainBytecode ?? "";
  return { ...evidence, facts: { ...evidence.facts, runtimeBytecode } };
}

describe("cross-check - replay of recorded verifications", () => {
  for (const name of VERIFIED) {
    it(`passes both sides, with a build and without one: ${name}`, () => {
      const evidence = recordedEvidence(recording(name));
      for (const side of ["runtime", "creation"] as const) {
        const expected = evidence.record[`${side}Match`] === null ? "skipped" : "passed";
        for (const it_ of [evidence, withoutBuild(evidence)])
          assert.equal(statusOf(it_, `replay-${side}`), expected, side);
      }
      assert.equal(statusOf(evidence, "record-references"), "passed");
      assert.equal(statusOf(withoutBuild(evidence), "record-references"), "skipped");
    });
  }

  it("accepts the ids of another submitter", () => {
    const evidence = withRecord("immutables", ({ runtimeBytecode }) => {
      const { 6: six, 8: eight } = runtimeBytecode.immutableReferences;
      runtimeBytecode.immutableReferences = { 16: six, 18: eight };
    });
    assert.equal(statusOf(evidence, "record-references"), "passed");
    assert.equal(statusOf(evidence, "replay-runtime"), "passed");
  });

  it("accepts another author's library names where the match does not cover the metadata", () => {
    const rename: Change = (body) => {
      for (const side of [body.creationBytecode, body.runtimeBytecode])
        side.linkReferences = { "other/M.sol": { M: side.linkReferences["contracts/Maths.sol"].Maths } };
    };
    assert.equal(statusOf(withRecord("linked-library", rename), "record-references"), "failed");
    const weaker = withRecord("linked-library", (body) => {
      rename(body);
      body.match = body.creationMatch = body.runtimeMatch = "match";
    });
    assert.equal(statusOf(weaker, "record-references"), "passed");
  });

  it("accepts null references where there is nothing to refer to", () => {
    const evidence = withRecord("metadata-hash-none", (body) => {
      for (const side of [body.creationBytecode, body.runtimeBytecode])
        side.linkReferences = side.immutableReferences = side.cborAuxdata = null;
    });
    assert.equal(statusOf(evidence, "record-references"), "passed");
  });

  it("accepts the EVM address of a library that was requested by its number", () => {
    const evidence = recordedEvidence(recording("library-itself"));
    const byNumber = (query: Evidence["query"], address = `0x${"0".repeat(36)}1389`): Evidence => ({
      ...evidence,
      facts: { ...evidence.facts, address },
      query,
    });
    assert.equal(statusOf(byNumber(evidence.query), "replay-runtime"), "passed");
    assert.equal(statusOf(byNumber({ state: "not-configured" }), "replay-runtime"), "unknown");
    assert.equal(statusOf(byNumber({ state: "not-configured" }, FOREIGN), "replay-runtime"), "failed");
  });

  it("accepts Vyper's immutables after the code", () => {
    const sizes = `8418328018${"40"}a16576797065728300030a0013`;
    const code = `0x${"60".repeat(50)}`;
    const vyper = withRecord("plain", (body) => {
      body.compilation.language = "Vyper";
      body.match = body.creationMatch = body.runtimeMatch = "match";
      const immutable = { type: "insert", reason: "immutable", offset: 50, id: "0" };
      Object.assign(body.runtimeBytecode, {
        recompiledBytecode: code,
        onchainBytecode: `${code}${"11".repeat(64)}`,
        transformations: [immutable],
        transformationValues: { immutables: { 0: `0x${"11".repeat(64)}` } },
      });
      Object.assign(body.creationBytecode, {
        recompiledBytecode: `${code}${sizes}`,
        onchainBytecode: `${code}${sizes}${"22".repeat(32)}`,
        transformations: [{ type: "insert", reason: "constructorArguments", offset: 69 }],
        transformationValues: { constructorArguments: `0x${"22".repeat(32)}` },
      });
    });
    const { runtimeBytecode, creationBytecode } = vyper.record;
    const evidence: Evidence = {
      ...vyper,
      build: undefined,
      facts: {
        ...vyper.facts,
        runtimeBytecode: runtimeBytecode?.onchainBytecode ?? "",
        creation: vyper.facts.creation && {
          ...vyper.facts.creation,
          creationBytecode: creationBytecode?.onchainBytecode ?? "",
        },
      },
    };
    assert.equal(statusOf(evidence, "replay-runtime"), "passed");
    assert.equal(statusOf(evidence, "replay-creation"), "passed");
    assert.equal(statusOf(evidence, "match-claim"), "passed");
    const other = { ...evidence, facts: { ...evidence.facts, runtimeBytecode: `${code}${"12".repeat(64)}` } };
    assert.equal(statusOf(other, "replay-runtime"), "failed");
    assert.equal(statusOf(other, "match-claim"), "failed");
  });
});

type Case = readonly [what: string, name: string, check: string, change: Change];

const runtime = (change: (side: Body) => void): Change => {
  return ({ runtimeBytecode }) => change(runtimeBytecode);
};
const creation = (change: (side: Body) => void): Change => {
  return ({ creationBytecode }) => change(creationBytecode);
};
const first = (change: (transformation: Body) => void) => (side: Body) => change(side.transformations[0]);
const add = (transformation: object, values: object) => (side: Body) => {
  side.transformations.push(transformation);
  side.transformationValues = { ...side.transformationValues, ...values };
};

const ON_EACH_SIDE = (["runtime", "creation"] as const).flatMap((side): readonly Case[] => {
  const of = (what: string, name: string, change: (side: Body) => void): Case => [
    `${side}: ${what}`,
    name,
    `replay-${side}`,
    side === "runtime" ? runtime(change) : creation(change),
  ];
  const references = (what: string, name: string, change: (side: Body) => void): Case => [
    `${side}: ${what}`,
    name,
    "record-references",
    side === "runtime" ? runtime(change) : creation(change),
  ];
  return [
    of(
      "a library, one byte later",
      "linked-library",
      first((it) => it.offset++),
    ),
    of(
      "a library, one byte earlier",
      "linked-library",
      first((it) => it.offset--),
    ),
    of(
      "a library, widened",
      "linked-library",
      first((it) => Object.assign(it, { length: 21 })),
    ),
    of(
      "a library as an immutable",
      "linked-library",
      first((it) => Object.assign(it, { reason: "immutable" })),
    ),
    of(
      "a library as metadata",
      "linked-library",
      first((it) => Object.assign(it, { reason: "cborAuxdata" })),
    ),
    of(
      "a library, inserted",
      "linked-library",
      first((it) => Object.assign(it, { type: "insert" })),
    ),
    of(
      "an unknown type",
      "linked-library",
      first((it) => Object.assign(it, { type: "rewrite" })),
    ),
    of(
      "an unknown reason",
      "linked-library",
      first((it) => Object.assign(it, { reason: "other" })),
    ),
    of(
      "a library's id of nothing",
      "linked-library",
      first((it) => Object.assign(it, { id: "A.sol:B" })),
    ),
    of("a library at another address", "linked-library", (it) => {
      it.transformationValues.libraries["contracts/Maths.sol:Maths"] = FOREIGN;
    }),
    of("a library twice", "linked-library", (it) => it.transformations.push(it.transformations[0])),
    of("a library that is not linked", "linked-library", (it) => {
      it.transformations = [];
      it.transformationValues = {};
    }),
    of("a library's value without its transformation", "linked-library", (it) => {
      it.transformations = [];
    }),
    of("values that are missing", "linked-library", (it) => {
      it.transformationValues = null;
    }),
    of(
      "a library where the code is",
      "plain",
      add({ type: "replace", reason: "library", offset: 20, id: "A:A" }, { libraries: { "A:A": FOREIGN } }),
    ),
    of(
      "metadata, one byte later",
      "comment-changed",
      first((it) => it.offset++),
    ),
    of(
      "metadata, one byte earlier",
      "comment-changed",
      first((it) => it.offset--),
    ),
    of("metadata that is shorter", "comment-changed", (it) => {
      it.transformationValues.cborAuxdata["1"] = it.transformationValues.cborAuxdata["1"].slice(0, -2);
    }),
    of("metadata that is longer", "comment-changed", (it) => {
      it.transformationValues.cborAuxdata["1"] += "00";
    }),
    of("metadata that is code", "comment-changed", (it) => {
      it.transformationValues.cborAuxdata["1"] = `0x${"5b".repeat(53)}`;
    }),
    of(
      "metadata over the code",
      "comment-changed",
      first((it) => {
        it.offset = 20;
      }),
    ),
    of("metadata that is deleted", "comment-changed", (it) => {
      it.transformations = [
        { type: "delete", reason: "cborAuxdata", offset: it.transformations[0].offset - 1, length: 54 },
      ];
      it.transformationValues = {};
    }),
    of(
      "code that is deleted",
      "plain",
      add({ type: "delete", reason: "cborAuxdata", offset: 20, length: 10 }, {}),
    ),
    of(
      "call protection of a contract",
      "plain",
      add({ type: "replace", reason: "callProtection", offset: 1 }, { callProtection: FOREIGN }),
    ),
    of("a changed byte of recompiled code", "plain", (it) => {
      it.recompiledBytecode = flipByte(it.recompiledBytecode, 30);
    }),
    of("a changed byte of the stored code on chain", "plain", (it) => {
      it.onchainBytecode = flipByte(it.onchainBytecode, 30);
    }),
    references(
      "a library, one byte later",
      "linked-library",
      (it) => it.linkReferences["contracts/Maths.sol"].Maths[0].start++,
    ),
    references(
      "a wider library",
      "linked-library",
      (it) => it.linkReferences["contracts/Maths.sol"].Maths[0].length++,
    ),
    references("one library more", "plain", (it) => {
      it.linkReferences = { "A.sol": { A: [{ start: 20, length: 20 }] } };
    }),
    references("no library", "linked-library", (it) => {
      it.linkReferences = {};
    }),
    references("metadata, one byte later", "plain", (it) => it.cborAuxdata["1"].offset++),
    references("metadata that is cut short", "plain", (it) => {
      it.cborAuxdata["1"].value = it.cborAuxdata["1"].value.slice(0, -4);
    }),
    references("other metadata", "plain", (it) => {
      it.cborAuxdata["1"].value = flipByte(it.cborAuxdata["1"].value, 20);
    }),
    references("code as metadata", "plain", (it) => {
      it.cborAuxdata["2"] = { offset: 20, value: `0x${it.recompiledBytecode.slice(42, 62)}` };
    }),
    references("no metadata", "plain", (it) => {
      it.cborAuxdata = {};
    }),
  ];
});

const ON_ONE_SIDE: readonly Case[] = [
  ["an immutable, one byte later", "immutables", "replay-runtime", runtime(first((it) => it.offset++))],
  ["an immutable, one byte earlier", "immutables", "replay-runtime", runtime(first((it) => it.offset--))],
  [
    "an immutable that is longer",
    "immutables",
    "replay-runtime",
    runtime((it) => {
      it.transformationValues.immutables["6"] += "00";
    }),
  ],
  [
    "an immutable that is shorter",
    "immutables",
    "replay-runtime",
    runtime((it) => {
      it.transformationValues.immutables["8"] = it.transformationValues.immutables["8"].slice(0, -2);
    }),
  ],
  [
    "an immutable as a library",
    "immutables",
    "replay-runtime",
    runtime(
      first((it) => {
        it.reason = "library";
      }),
    ),
  ],
  [
    "an immutable, inserted",
    "immutables",
    "replay-runtime",
    runtime(
      first((it) => {
        it.type = "insert";
      }),
    ),
  ],
  [
    "the ids of two immutables exchanged",
    "immutables",
    "replay-runtime",
    runtime(
      first((it) => {
        it.id = "8";
      }),
    ),
  ],
  [
    "two immutables that overlap",
    "immutables",
    "replay-runtime",
    runtime((it) => {
      it.transformations[1].offset = it.transformations[0].offset + 16;
    }),
  ],
  [
    "an immutable that is left out",
    "immutables",
    "replay-runtime",
    runtime((it) => it.transformations.pop()),
  ],
  [
    "an immutable more, in the code",
    "immutables",
    "replay-runtime",
    runtime(add({ type: "replace", reason: "immutable", offset: 5, id: "6" }, {})),
  ],
  [
    "an immutable in creation code",
    "plain",
    "replay-creation",
    creation(add({ type: "replace", reason: "immutable", offset: 20, id: "6" }, { immutables: { 6: WORD } })),
  ],
  [
    "an immutable behind the code of solc",
    "plain",
    "replay-runtime",
    runtime(add({ type: "insert", reason: "immutable", offset: 239, id: "6" }, { immutables: { 6: WORD } })),
  ],
  [
    "call protection with another address",
    "library-itself",
    "replay-runtime",
    runtime((it) => {
      it.transformationValues.callProtection = FOREIGN;
    }),
  ],
  [
    "call protection at another byte",
    "library-itself",
    "replay-runtime",
    runtime(
      first((it) => {
        it.offset = 2;
      }),
    ),
  ],
  [
    "call protection as a library",
    "library-itself",
    "replay-runtime",
    runtime((it) => {
      it.transformations[0] = { type: "replace", reason: "library", offset: 1, id: "A:A" };
      it.transformationValues = { libraries: { "A:A": it.transformationValues.callProtection } };
    }),
  ],
  [
    "constructor arguments in the middle",
    "constructor-arguments",
    "replay-creation",
    creation(
      first((it) => {
        it.offset = 100;
      }),
    ),
  ],
  [
    "constructor arguments one byte before the end",
    "constructor-arguments",
    "replay-creation",
    creation(first((it) => it.offset--)),
  ],
  [
    "constructor arguments one byte behind the end",
    "constructor-arguments",
    "replay-creation",
    creation(first((it) => it.offset++)),
  ],
  [
    "constructor arguments, replaced",
    "constructor-arguments",
    "replay-creation",
    creation(
      first((it) => {
        it.type = "replace";
      }),
    ),
  ],
  [
    "constructor arguments that are longer",
    "constructor-arguments",
    "replay-creation",
    creation((it) => {
      it.transformationValues.constructorArguments += "00";
    }),
  ],
  [
    "constructor arguments that are shorter",
    "constructor-arguments",
    "replay-creation",
    creation((it) => {
      it.transformationValues.constructorArguments = it.transformationValues.constructorArguments.slice(
        0,
        -2,
      );
    }),
  ],
  [
    "constructor arguments that are missing",
    "constructor-arguments",
    "replay-creation",
    creation((it) => {
      delete it.transformationValues.constructorArguments;
    }),
  ],
  [
    "constructor arguments twice",
    "constructor-arguments",
    "replay-creation",
    creation((it) => it.transformations.push(it.transformations[0])),
  ],
  [
    "constructor arguments of runtime code",
    "plain",
    "replay-runtime",
    runtime(
      add({ type: "insert", reason: "constructorArguments", offset: 239 }, { constructorArguments: WORD }),
    ),
  ],
  [
    "an immutable reference, one byte later",
    "immutables",
    "record-references",
    runtime((it) => it.immutableReferences["6"][0].start++),
  ],
  [
    "an immutable reference that is wider",
    "immutables",
    "record-references",
    runtime((it) => it.immutableReferences["6"][0].length++),
  ],
  [
    "one immutable reference fewer",
    "immutables",
    "record-references",
    runtime((it) => it.immutableReferences["6"].pop()),
  ],
  [
    "one immutable reference twice",
    "immutables",
    "record-references",
    runtime((it) => it.immutableReferences["6"].push(it.immutableReferences["6"][0])),
  ],
  [
    "an immutable reference over code",
    "plain",
    "record-references",
    runtime((it) => {
      it.immutableReferences = { 6: [{ start: 20, length: 32 }] };
    }),
  ],
  [
    "a runtime match that was upgraded",
    "comment-changed",
    "match-claim",
    (body) => {
      body.match = body.runtimeMatch = "exact_match";
    },
  ],
  [
    "a creation match that was upgraded",
    "comment-changed",
    "match-claim",
    (body) => {
      body.match = body.creationMatch = "exact_match";
    },
  ],
  [
    "a match that was upgraded by linking",
    "linked-library-settings-added",
    "match-claim",
    (body) => {
      body.match = body.runtimeMatch = "exact_match";
    },
  ],
];

const FACTORY = `pragma solidity ^0.8.0;
contract Child { uint256 public one = 1; }
contract Factory { function make() external returns (address) { return address(new Child()); } }
`;

describe("cross-check - replay of tampered records", () => {
  for (const [what, name, check, change] of [...ON_EACH_SIDE, ...ON_ONE_SIDE]) {
    it(`fails ${check}: ${name}, ${what}`, () => {
      assert.equal(statusOf(recordedEvidence(recording(name)), check), "passed");
      const evidence = withRecord(name, change);
      const result = resultOf(evidence, check);
      assert.equal(result?.status, "failed", result?.reason);
      assert.isNotEmpty(result?.expected);
      assert.isNotEmpty(result?.actual);
      assert.isBelow((result?.actual ?? "").length, 300);
      if (check !== "record-references")
        assert.equal(statusOf(withoutBuild(evidence), check), "failed", "without a build");
    });
  }

  const HIDDEN = {
    "as an immutable": hideBehind("plain", { reason: "immutable", offset: 40, id: "6" }, WORD, {
      immutables: { 6: WORD },
    }),
    "as a library": hideBehind("plain", { reason: "library", offset: 40, id: "A:A" }, FOREIGN, {
      libraries: { "A:A": FOREIGN },
    }),
    "as metadata": hideBehind("plain", { reason: "cborAuxdata", offset: 40, id: "1" }, WORD, {
      cborAuxdata: { 1: WORD },
    }),
    "as call protection": hideBehind("plain", { reason: "callProtection", offset: 1 }, FOREIGN, {
      callProtection: FOREIGN,
    }),
    "as another immutable": hideBehind("immutables", { reason: "immutable", offset: 10, id: "9" }, WORD, {
      immutables: { 9: WORD },
    }),
    "as one more library": hideBehind(
      "linked-library",
      { reason: "library", offset: 10, id: "A:A" },
      FOREIGN,
      {
        libraries: { "A:A": FOREIGN },
      },
    ),
  };
  for (const [how, evidence] of Object.entries(HIDDEN)) {
    it(`lets no other code on chain hide behind a transformation: ${how}`, () => {
      const text = "runtimeBytecode";
      assert.equal(evidence.record[text]?.onchainBytecode, evidence.facts[text]);
      for (const it_ of [evidence, withoutBuild(evidence)])
        assert.equal(statusOf(it_, "replay-runtime"), "failed");
    });
  }

  it("does not take the record's own references for places", () => {
    const evidence = hideBehind("plain", { reason: "immutable", offset: 40, id: "6" }, WORD, {
      immutables: { 6: WORD },
    });
    const { record } = evidence;
    const references = { 6: [{ start: 40, length: 32 }] };
    const stored = record.runtimeBytecode ?? { onchainBytecode: null, recompiledBytecode: null };
    const claimed = { ...record, runtimeBytecode: { ...stored, immutableReferences: references } };
    assert.equal(statusOf({ ...evidence, record: claimed }, "replay-runtime"), "failed");
    assert.equal(statusOf(withoutBuild({ ...evidence, record: claimed }), "replay-runtime"), "failed");
    assert.equal(statusOf({ ...evidence, record: claimed }, "record-references"), "failed");
  });

  it("compares with the chain, and not with the record alone", () => {
    const evidence = recordedEvidence(recording("plain"));
    const { facts } = evidence;
    const creation = facts.creation && { ...facts.creation, creationBytecode: "0x6000" };
    assert.equal(statusOf({ ...evidence, facts: { ...facts, creation } }, "replay-creation"), "failed");
    const other = { ...evidence, facts: { ...facts, runtimeBytecode: "0x6000" } };
    assert.equal(statusOf(other, "replay-runtime"), "failed");
  });

  const MISSING: Readonly<Record<string, readonly [check: string, change: Change, name?: string]>> = {
    "recompiled runtime code, to replay": [
      "replay-runtime",
      runtime((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled runtime code, to prove the match": [
      "match-claim",
      runtime((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled runtime code, to compare": [
      "recompiled-code",
      runtime((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled runtime code, for its references": [
      "record-references",
      runtime((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled creation code, to replay": [
      "replay-creation",
      creation((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled creation code, to prove the match": [
      "match-claim",
      creation((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "recompiled creation code, to compare": [
      "recompiled-code",
      creation((it) => {
        it.recompiledBytecode = null;
      }),
    ],
    "code on chain": [
      "replay-runtime",
      runtime((it) => {
        it.onchainBytecode = null;
      }),
    ],
    transformations: [
      "replay-runtime",
      runtime((it) => {
        it.transformations = null;
      }),
    ],
    "creation code": [
      "replay-creation",
      (body) => {
        body.creationBytecode = null;
      },
    ],
    "places of libraries": [
      "record-references",
      (body) => {
        for (const side of [body.runtimeBytecode, body.creationBytecode]) side.linkReferences = null;
      },
      "linked-library",
    ],
    "places of immutables": [
      "record-references",
      runtime((it) => {
        it.immutableReferences = null;
      }),
    ],
  };
  for (const [what, [check, change, name = "immutables"]] of Object.entries(MISSING)) {
    it(`unknown without ${what}: ${check}`, () => {
      assert.equal(statusOf(withRecord(name, change), check), "unknown");
    });
  }

  it("should not know without a build whether inner bytes are metadata", () => {
    const compiled = compile({ "A.sol": FACTORY });
    const factory = candidateOf(compiled, "A.sol", "Factory");
    const recompiled = `0x${factory.runtime.object}`;
    const [inner, own] = findMetadataSections(decodeCode(recompiled) ?? new Uint8Array());
    if (inner === undefined || own === undefined) throw new Error("A factory has two sections.");
    const other = (offset: number) => flipByte(recompiled, offset + 20);
    const sectionOf = (code: string, { offset, length }: typeof inner) =>
      `0x${code.slice(2 + offset * 2, 2 + (offset + length) * 2)}`;
    const onchain = flipByte(other(inner.offset), own.offset + 20);
    const evidence = withRecord("comment-changed", (body) => {
      body.creationMatch = null;
      Object.assign(body.runtimeBytecode, {
        recompiledBytecode: recompiled,
        onchainBytecode: onchain,
        transformations: [inner, own].map(({ offset }, index) => ({
          type: "replace",
          reason: "cborAuxdata",
          offset,
          id: `${index + 1}`,
        })),
        transformationValues: {
          cborAuxdata: { 1: sectionOf(onchain, inner), 2: sectionOf(onchain, own) },
        },
      });
    });
    const { facts, build } = evidence;
    const onChain: Evidence = { ...evidence, facts: { ...facts, runtimeBytecode: onchain } };
    for (const check of ["replay-runtime", "match-claim"])
      assert.equal(statusOf(withoutBuild(onChain), check), "unknown", check);

    const withTemplate = (knownMetadata: ReadonlySet<string>): Evidence => ({
      ...onChain,
      build: build && { ...build, compiled: { ...factory, runtime: { ...factory.runtime, knownMetadata } } },
    });
    for (const check of ["replay-runtime", "match-claim"]) {
      const known = new Set([sectionOf(recompiled, inner).slice(2)]);
      assert.equal(statusOf(withTemplate(known), check), "passed", check);
      assert.equal(statusOf(withTemplate(new Set()), check), "failed", check);
    }
  });

  it("lets a failure of one side outweigh what is missing of the other", () => {
    const evidence = withRecord("plain", (body) => {
      body.runtimeBytecode.recompiledBytecode = null;
      body.creationBytecode.recompiledBytecode = flipByte(body.creationBytecode.recompiledBytecode, 30);
    });
    for (const check of ["recompiled-code", "match-claim"])
      assert.equal(statusOf(evidence, check), "failed", check);
  });
});
