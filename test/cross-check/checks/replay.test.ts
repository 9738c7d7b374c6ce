import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itFailsFor, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  all,
  type Body,
  type Change,
  drop,
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
  withoutQuery,
} from "../../helpers/cross-check/one-check.ts";
import { recompiledHere } from "../../helpers/cross-check/recompiled.ts";
import { VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

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

function patch(code: string, offset: number, value: string): string {
  const at = 2 + offset * 2;
  return code.slice(0, at) + value.slice(2) + code.slice(at + value.length - 2);
}

/** Puts different code on chain, hidden by a transformation in the record. */
function hideBehind(
  name: string,
  transformation: { readonly reason: string; readonly offset: number; readonly id?: string },
  value: string,
  values: object,
): Evidence {
  const evidence = withBody(name, ({ runtimeBytecode }) => {
    runtimeBytecode.onchainBytecode = patch(runtimeBytecode.onchainBytecode, transformation.offset, value);
    runtimeBytecode.transformations.push({ type: "replace", ...transformation });
    runtimeBytecode.transformationValues = { ...runtimeBytecode.transformationValues, ...values };
  });
  return withFacts(evidence, { runtimeBytecode: evidence.record.runtimeBytecode?.onchainBytecode ?? "" });
}

/** Turns changes of one side into changes of the record. Both tables are keyed by recording and title. */
function onSide(
  side: "runtime" | "creation",
  tables: Readonly<Record<string, Readonly<Record<string, (side: Body) => void>>>>,
): Readonly<Record<string, Readonly<Record<string, Change>>>> {
  const change = { runtime, creation }[side];
  const titled = (changes: Readonly<Record<string, (side: Body) => void>>) =>
    Object.fromEntries(Object.entries(changes).map(([what, each]) => [`${side}: ${what}`, change(each)]));
  return Object.fromEntries(Object.entries(tables).map(([name, changes]) => [name, titled(changes)]));
}

const WORD = `0x${"ab".repeat(32)}`;
const onEachSide = (change: (side: Body) => void): Change => all(runtime(change), creation(change));

const CHANGES_OF_A_SIDE = {
  "linked-library": {
    "a library, one byte later": first((it) => it.offset++),
    "a library, widened": first((it) => Object.assign(it, { length: 21 })),
    "a library as an immutable": first(set("reason", "immutable")),
    "a library as metadata": first(set("reason", "cborAuxdata")),
    "a library, inserted": first(set("type", "insert")),
    "a library twice": (it) => it.transformations.push(it.transformations[0]),
    "a library that isn't linked": (it) =>
      Object.assign(it, { transformations: [], transformationValues: {} }),
    "a library's value without its transformation": set("transformations", []),
  },
  plain: {
    "a library over code": add(
      { type: "replace", reason: "library", offset: 20, id: "A:A" },
      { libraries: { "A:A": FOREIGN } },
    ),
    "code that is deleted": add({ type: "delete", reason: "cborAuxdata", offset: 20, length: 10 }, {}),
    "call protection of a contract": add(
      { type: "replace", reason: "callProtection", offset: 1 },
      { callProtection: FOREIGN },
    ),
  },
  "comment-changed": {
    "code as metadata": set("transformationValues.cborAuxdata.1", `0x${"5b".repeat(53)}`),
    "metadata over the code": first(set("offset", 20)),
    "metadata that is deleted": (it) => {
      const offset = it.transformations[0].offset - 1;
      it.transformations = [{ type: "delete", reason: "cborAuxdata", offset, length: 54 }];
      it.transformationValues = {};
    },
  },
} satisfies Readonly<Record<string, Readonly<Record<string, (side: Body) => void>>>>;

describe("cross-check - replay of a side", () => {
  it("accepts Vyper's immutables after the code", () => {
    const sizes = `8418328018${"40"}a16576797065728300030a0013`;
    const code = `0x${"60".repeat(50)}`;
    const vyper = withBody("plain", (body) => {
      body.compilation.language = body.metadata.language = "Vyper";
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
    const evidence = withCreation(
      withFacts(withoutBuild(vyper), { runtimeBytecode: runtimeBytecode?.onchainBytecode ?? "" }),
      { initCode: initCode(creationBytecode?.onchainBytecode ?? "") },
    );
    for (const id of ["replay-runtime", "replay-creation", "match-claim"])
      assert.equal(statusOf(id, evidence), "passed", id);
    const other = withFacts(evidence, { runtimeBytecode: `${code}${"12".repeat(64)}` });
    for (const id of ["replay-runtime", "match-claim"]) assert.equal(statusOf(id, other), "failed", id);
  });

  itFailsFor("replay-runtime", onSide("runtime", CHANGES_OF_A_SIDE));
  itFailsFor("replay-creation", onSide("creation", CHANGES_OF_A_SIDE));

  it("compares with the chain, not only with the record", () => {
    const plain = evidenceOf("plain");
    const created = withCreation(plain, { initCode: initCode("0x6000") });
    assert.equal(statusOf("replay-creation", created), "failed");
    assert.equal(statusOf("replay-runtime", withFacts(plain, { runtimeBytecode: "0x6000" })), "failed");
  });
});

describe("cross-check - replay-runtime", () => {
  itFailsFor(
    "replay-runtime",
    onSide("runtime", {
      immutables: {
        "an immutable as a library": first(set("reason", "library")),
        "an immutable, inserted": first(set("type", "insert")),
        "two immutables with swapped ids": first(set("id", "8")),
        "two immutables that overlap": ({ transformations: [one, two] }) =>
          Object.assign(two, { offset: one.offset + 16 }),
        "a missing immutable": (it) => it.transformations.pop(),
        "an additional immutable in the code": add(
          { type: "replace", reason: "immutable", offset: 5, id: "6" },
          {},
        ),
      },
      plain: {
        "an immutable after solc's code": add(
          { type: "insert", reason: "immutable", offset: 239, id: "6" },
          { immutables: { 6: WORD } },
        ),
        "constructor arguments in runtime code": add(
          { type: "insert", reason: "constructorArguments", offset: 239 },
          { constructorArguments: WORD },
        ),
      },
      "library-itself": {
        "call protection with another address": set("transformationValues.callProtection", FOREIGN),
        "call protection at another byte": first(set("offset", 2)),
        "call protection as a library": (it) => {
          it.transformations[0] = { type: "replace", reason: "library", offset: 1, id: "A:A" };
          it.transformationValues = { libraries: { "A:A": it.transformationValues.callProtection } };
        },
      },
    }),
  );

  const library = { reason: "library", id: "A:A" };
  const libraries = { libraries: { "A:A": FOREIGN } };
  const immutable = hideBehind("plain", { reason: "immutable", offset: 40, id: "6" }, WORD, {
    immutables: { 6: WORD },
  });
  const hidden = {
    "as an immutable": immutable,
    "as a library": hideBehind("plain", { ...library, offset: 40 }, FOREIGN, libraries),
    "as metadata": hideBehind("plain", { reason: "cborAuxdata", offset: 40, id: "1" }, WORD, {
      cborAuxdata: { 1: WORD },
    }),
    "as call protection": hideBehind("plain", { reason: "callProtection", offset: 1 }, FOREIGN, {
      callProtection: FOREIGN,
    }),
    "as another immutable": hideBehind("immutables", { reason: "immutable", offset: 10, id: "9" }, WORD, {
      immutables: { 9: WORD },
    }),
    "as an additional library": hideBehind("linked-library", { ...library, offset: 10 }, FOREIGN, libraries),
  };
  for (const [how, evidence] of Object.entries(hidden))
    it(`fails if a transformation hides other code on chain: ${how}`, () => {
      assert.equal(evidence.record.runtimeBytecode?.onchainBytecode, evidence.facts.runtimeBytecode);
      for (const each of [evidence, withoutBuild(evidence)])
        assert.equal(statusOf("replay-runtime", each), "failed");
    });

  it("doesn't accept the record's own references as places of immutables", () => {
    const { record } = immutable;
    const stored = record.runtimeBytecode ?? { onchainBytecode: null, recompiledBytecode: null };
    const immutableReferences = { 6: [{ start: 40, length: 32 }] };
    const evidence = {
      ...immutable,
      record: { ...record, runtimeBytecode: { ...stored, immutableReferences } },
    };
    assert.equal(statusOf("replay-runtime", evidence), "failed");
    assert.equal(statusOf("replay-runtime", withoutBuild(evidence)), "failed");
    assert.equal(statusOf("record-references", evidence), "failed");
  });

  it("accepts the EVM address of a library that was requested by its long-zero address", () => {
    const at = (address: string) => withFacts(evidenceOf("library-itself"), { address });
    const byNumber = at(`0x${"0".repeat(36)}1389`);
    assert.equal(statusOf("replay-runtime", byNumber), "passed");
    assert.equal(statusOf("replay-runtime", withoutQuery(byNumber)), "unknown");
    assert.equal(statusOf("replay-runtime", withoutQuery(at(FOREIGN))), "failed");
  });

  it("compares with the chain if the record omits the code on chain", () => {
    const evidence = withBody("immutables", set("runtimeBytecode.onchainBytecode", null));
    assert.equal(statusOf("replay-runtime", evidence), "passed");
    const runtimeBytecode = flipByte(evidence.facts.runtimeBytecode, 30);
    assert.equal(statusOf("replay-runtime", withFacts(evidence, { runtimeBytecode })), "failed");
  });

  itHas("replay-runtime", {
    passed: {
      "another language in the compilation, which nothing on chain covers": withBody(
        "immutables",
        set("compilation.language", "Vyper"),
      ),
    },
    unknown: {
      "no recompiled runtime code": withBody("immutables", runtime(set("recompiledBytecode", null))),
      "no transformations": withBody("immutables", runtime(set("transformations", null))),
    },
  });
});

describe("cross-check - replay-creation", () => {
  itFailsFor(
    "replay-creation",
    onSide("creation", {
      plain: {
        "an immutable in creation code": add(
          { type: "replace", reason: "immutable", offset: 20, id: "6" },
          { immutables: { 6: WORD } },
        ),
      },
      "constructor-arguments": {
        "arguments in the middle": first(set("offset", 100)),
        "arguments, replaced": first(set("type", "replace")),
        "duplicate arguments": (it) => it.transformations.push(it.transformations[0]),
      },
    }),
  );

  const withoutArguments = creation(drop("transformationValues.constructorArguments"));
  itHas("replay-creation", {
    unknown: {
      "no recompiled creation code": withBody("immutables", creation(set("recompiledBytecode", null))),
      "transformations without values": withBody("constructor-arguments", withoutArguments),
      "no creation code": withBody("immutables", set("creationBytecode", null)),
    },
  });
});

const REFERENCES_OF_A_SIDE = {
  "linked-library": {
    "a wider library": (it) => it.linkReferences["contracts/Maths.sol"].Maths[0].length++,
  },
  plain: {
    "an additional library": set("linkReferences", { "A.sol": { A: [{ start: 20, length: 20 }] } }),
    "truncated metadata": set("cborAuxdata.1.value", (old) => old.slice(0, -4)),
    "code as metadata": codeAsMetadata,
  },
} satisfies Readonly<Record<string, Readonly<Record<string, (side: Body) => void>>>>;

const IMMUTABLE_REFERENCES = {
  immutables: {
    "an immutable reference that is wider": runtime((it) => it.immutableReferences["6"][0].length++),
    "one immutable reference twice": runtime(({ immutableReferences: { 6: six } }) => six.push(six[0])),
  },
  plain: {
    "an immutable reference over code": runtime(
      set("immutableReferences", { 6: [{ start: 20, length: 32 }] }),
    ),
  },
};

function codeAsMetadata(side: Body): void {
  side.cborAuxdata["2"] = { offset: 20, value: `0x${side.recompiledBytecode.slice(42, 62)}` };
}

describe("cross-check - record-references", () => {
  const everyTable = [
    onSide("runtime", REFERENCES_OF_A_SIDE),
    onSide("creation", REFERENCES_OF_A_SIDE),
    IMMUTABLE_REFERENCES,
  ];
  for (const table of everyTable) itFailsFor("record-references", table);
  itFailsFor("record-references", {
    plain: {
      "code as metadata, with the metadata form of another language": all(
        set("metadata.language", "Vyper"),
        runtime(codeAsMetadata),
      ),
    },
  });

  it("should compare with the code compiled here if there is no build", async () => {
    for (const table of everyTable)
      for (const [name, changes] of Object.entries(table))
        for (const [what, change] of Object.entries(changes)) {
          const evidence = await recompiledHere(withBody(name, change));
          assert.equal(statusOf("record-references", evidence), "failed", what);
        }
    for (const name of VERIFIED) {
      const honest = await recompiledHere(evidenceOf(name));
      assert.equal(statusOf("record-references", honest), "passed", name);
    }
  });

  it("accepts the ids of another submitter", () => {
    const change = set("immutableReferences", ({ 6: six, 8: eight }) => ({ 16: six, 18: eight }));
    const evidence = withBody("immutables", runtime(change));
    assert.equal(statusOf("record-references", evidence), "passed");
    assert.equal(statusOf("replay-runtime", evidence), "passed");
  });

  const renamed = onEachSide(
    set("linkReferences", (old) => ({ "other/M.sol": { M: old["contracts/Maths.sol"].Maths } })),
  );
  const weaker: Change = (body) =>
    Object.assign(body, { match: "match", creationMatch: "match", runtimeMatch: "match" });
  const noReferences = { linkReferences: null, immutableReferences: null, cborAuxdata: null };
  itHas("record-references", {
    passed: {
      "another author's library names, if the match doesn't cover the metadata": withBody(
        "linked-library",
        all(renamed, weaker, set("metadata.output", {})),
      ),
      "null references, if there is nothing to refer to": withBody(
        "metadata-hash-none",
        onEachSide((side) => Object.assign(side, noReferences)),
      ),
    },
    failed: {
      "another author's library names": withBody("linked-library", renamed),
      "another author's library names in a weaker record": withBody("linked-library", all(renamed, weaker)),
    },
    unknown: {
      "no recompiled runtime code": withBody("immutables", runtime(set("recompiledBytecode", null))),
      "no library references": withBody("linked-library", onEachSide(set("linkReferences", null))),
      "no immutable references": withBody("immutables", runtime(set("immutableReferences", null))),
    },
  });

  it("should require an inferred reference only if the chain has a value there", () => {
    const immutables = evidenceOf("immutables");
    const zeros = Buffer.from(immutables.facts.runtimeBytecode.slice(2), "hex").indexOf(Buffer.alloc(3));
    assert.isAbove(zeros, 0);
    const guessed = (evidence: Evidence) =>
      withBuildOf(evidence, ({ compiled }) => {
        if (compiled === undefined) return {};
        const { runtime: template } = compiled;
        const immutableReferences = {
          ...template.immutableReferences,
          [`@${zeros}`]: [{ start: zeros, length: 3 }],
        };
        return { compiled: { ...compiled, runtime: { ...template, immutableReferences, isInferred: true } } };
      });
    assert.equal(statusOf("record-references", guessed(immutables)), "passed");
    const withoutPlaces = withBody("immutables", runtime(set("immutableReferences", {})));
    assert.equal(statusOf("record-references", guessed(withoutPlaces)), "failed");
  });
});
