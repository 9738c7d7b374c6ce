import { assert } from "chai";
import { flipByte } from "../../helpers/compile.ts";
import { withCreation, withoutBuild } from "../../helpers/cross-check/one-check.ts";
import { claimOf, stateOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const foreign = withCreation(plain, {
  initCode: { bytecode: "0x600a600c600039600a6000f3", shownBy: "transaction" },
});

describe("cross-check - the claim creation-code", () => {
  it("should be proven by the executed init code and the build", () =>
    assert.equal(stateOf("creation-code", plain), "proven"));

  it("should be refuted by other init code that left the build's runtime code", () =>
    assert.equal(stateOf("creation-code", foreign), "refuted"));

  it("should be open where the metadata differs too: the constructor may have changed since", () => {
    const { facts } = foreign;
    const edited = { ...foreign, facts: { ...facts, runtimeBytecode: flipByte(facts.runtimeBytecode, -20) } };
    assert.equal(stateOf("creation-code", edited), "open");
  });

  it("should be open where the runtime code has the build's metadata and the init code has not", () => {
    const bytecode = plain.facts.creation?.initCode?.bytecode ?? assert.fail("It is recorded.");
    const other = flipByte(bytecode, -20);
    const initCode = { bytecode: other, shownBy: "transaction" } as const;
    assert.equal(stateOf("creation-code", withCreation(plain, { initCode })), "open");
  });

  it("should stay open for such code where the configuration allows it", () =>
    assert.equal(stateOf("creation-code", { ...foreign, isForeignCreationAllowed: true }), "open"));

  it("should be open where nothing shows what was executed, whatever the record claims", () => {
    assert.equal(plain.record.creationMatch, "exact_match");
    assert.equal(stateOf("creation-code", withCreation(plain, { initCode: undefined })), "open");
    assert.equal(
      stateOf("creation-code", { ...plain, facts: { ...plain.facts, creation: undefined } }),
      "open",
    );
  });

  it("should be vouched for where the query service alone shows what was executed", () => {
    const { creation } = plain.facts;
    const bytecode = creation?.initCode?.bytecode ?? assert.fail("It is recorded.");
    const stated = withCreation(plain, { initCode: { bytecode, shownBy: "query-service" } });
    assert.equal(stateOf("creation-code", stated), "vouched");
  });

  it("should be vouched for by who named the transaction where the contract may have been created anew since", () => {
    const initCode = plain.facts.creation?.initCode ?? assert.fail("It is recorded.");
    const doubt = "the contract may have been destroyed and recreated since";
    for (const [knownFrom, witness] of [
      ["option", "request"],
      ["record", "record"],
      ["query-service", "query service"],
    ] as const) {
      const inDoubt = withCreation(plain, { doubt, knownFrom });
      assert.deepInclude(claimOf("creation-code", inDoubt), {
        state: "vouched",
        witnesses: [witness],
        reason: doubt,
      });
    }
    const bound = withCreation(plain, { doubt, initCode: { ...initCode, isInAddress: true } });
    assert.equal(stateOf("creation-code", bound), "proven", "every creation at the address executes it");
    assert.equal(stateOf("creation-code", withCreation(foreign, { doubt })), "refuted");
  });

  it("should be open without a build and without a compiler", () =>
    assert.equal(stateOf("creation-code", withoutBuild(plain)), "open"));
});
