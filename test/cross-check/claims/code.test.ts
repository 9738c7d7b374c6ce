import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import {
  checkOf,
  evidenceOf,
  set,
  statusOf,
  withBody,
  withCreation,
  withFacts,
  withoutBuild,
  withoutQuery,
} from "../../helpers/cross-check/one-check.ts";
import { claimOf, type Decided, itHasState } from "../../helpers/cross-check/one-claim.ts";

const plain = evidenceOf("plain");
const { initCode = assert.fail("It is recorded.") } = plain.facts.creation ?? {};
const DOUBT = "the contract may have been destroyed and recreated since";

describe("cross-check - the claim runtime-code", () => {
  const nothing: Decided = {
    "runtime-code-build": "skipped",
    "recompiled-here": "skipped",
    "given-input-here": "skipped",
  };
  for (const [id, witness] of [
    ["runtime-code-build", "build"],
    ["recompiled-here", "compiler"],
    ["given-input-here", "compiler"],
  ] as const)
    it(`should be proven by ${id} alone`, () => {
      const { state, witnesses, reason } = claimOf("runtime-code", plain, { ...nothing, [id]: "passed" });
      assert.deepEqual([state, witnesses, reason], ["proven", ["chain", witness], undefined]);
    });

  it("should stay open if only the service vouches for it", () => {
    assert.equal(plain.record.runtimeMatch, "exact_match");
    const { state, closing } = claimOf("runtime-code", plain, nothing);
    assert.deepEqual([state, closing], ["open", "recompile"]);
  });

  it("should be refuted if the code changed during the run, whoever knew it before", () => {
    const changed: Evidence = { ...plain, codeAgain: { state: "changed", code: "0x6001" } };
    const { state, witnesses } = claimOf("runtime-code", changed);
    assert.deepEqual([state, witnesses], ["refuted", ["chain"]]);
  });
});

describe("cross-check - the claim creation-code", () => {
  const foreign = withCreation(plain, {
    initCode: { bytecode: "0x600a600c600039600a6000f3", shownBy: "transaction" },
  });
  const otherMetadata = { ...initCode, bytecode: flipByte(initCode.bytecode, -20) };
  const { runtimeBytecode } = foreign.facts;
  itHasState("creation-code", {
    proven: {
      "the executed init code, by the build": plain,
      "an address derived from the init code, whatever lived there before": withCreation(plain, {
        doubt: DOUBT,
        initCode: { ...initCode, isInAddress: true },
      }),
    },
    refuted: {
      "other init code that deployed the build's runtime code": foreign,
      "other init code, even if the contract may have been created anew since": withCreation(foreign, {
        doubt: DOUBT,
      }),
    },
    open: {
      "other init code and other metadata, because the constructor may have changed": withFacts(foreign, {
        runtimeBytecode: flipByte(runtimeBytecode, -20),
      }),
      "init code with other metadata than the runtime code": withCreation(plain, { initCode: otherMetadata }),
      "foreign init code that the configuration allows": { ...foreign, isForeignCreationAllowed: true },
      "unknown init code, whatever the record claims": withCreation(plain, { initCode: undefined }),
      "an unknown creation": withFacts(plain, { creation: undefined }),
      "no build and no compiler": withoutBuild(plain),
    },
    vouched: {
      "init code that only the query service shows": withCreation(plain, {
        initCode: { ...initCode, shownBy: "query-service" },
      }),
    },
  });

  it("should be vouched for by the transaction's source if the contract may have been created anew", () => {
    for (const [knownFrom, witness] of [
      ["option", "request"],
      ["record", "record"],
      ["query-service", "query service"],
    ] as const) {
      const inDoubt = withCreation(plain, { doubt: DOUBT, knownFrom });
      const { state, witnesses, reason } = claimOf("creation-code", inDoubt);
      assert.deepEqual([state, witnesses, reason], ["vouched", [witness], DOUBT]);
    }
  });
});

describe("cross-check - a creation side that only the record shows", () => {
  const withoutCreation = (evidence: Evidence) => withoutQuery(withFacts(evidence, { creation: undefined }));
  /** Made-up creation code that agrees with the record. */
  const madeUp = withBody("plain", ({ creationBytecode }) =>
    Object.assign(creationBytecode, {
      onchainBytecode: "0x6001",
      recompiledBytecode: "0x6001",
      transformations: [],
      transformationValues: {},
    }),
  );
  const unseen = { "a made-up one": withoutCreation(madeUp), "the recorded one": withoutCreation(plain) };
  itHasState("creation-code", { open: unseen });

  it("should not be replayed against itself, and be attributed to the record", () => {
    for (const [what, evidence] of Object.entries(unseen)) {
      assert.equal(statusOf("replay-creation", evidence), "skipped", what);
      assert.include(checkOf("match-claim", evidence).actual ?? "", "according to the record alone", what);
    }
    assert.notInclude(checkOf("match-claim", plain).actual ?? "", "according to the record alone");
  });

  it("should still be refuted if it contradicts itself", () => {
    const evidence = withBody("plain", set("creationBytecode.onchainBytecode", "0x6001"));
    assert.equal(statusOf("replay-creation", withoutCreation(evidence)), "failed");
  });
});
