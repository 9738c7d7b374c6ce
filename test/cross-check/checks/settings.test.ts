import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { type Body, checkOf, withBody, withBuildOf } from "../../helpers/cross-check/one-check.ts";
import { decodedRecord, recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

type Settings = Readonly<Record<string, unknown>>;

const ADDRESS = "0xC923b7f941c540b7fa1ea110e5068dc5eea1fd45";
const STEPS = "dhfoDgvulfnTUtnIf";

/** Evidence of a build with other settings, whose record has what a compiler makes of them. */
function evidenceOf(built: Settings, stored: Settings): Evidence {
  const evidence = withBody("plain", (body) => {
    body.metadata.settings = { ...body.metadata.settings, ...stored };
    body.compilation.compilerSettings = built;
  });
  return withBuildOf(evidence, ({ compilation }) => ({
    compilation: { ...compilation, input: { ...compilation.input, settings: built } },
  }));
}

const statusOf = (evidence: Evidence) => checkOf("settings", evidence).status;

const SAME: Readonly<Record<string, readonly [built: Settings, stored: Settings]>> = {
  "nothing is named in the build": [{}, { optimizer: { enabled: false, runs: 200 } }],
  "an output selection, and what only the metadata has": [
    { optimizer: { enabled: true, runs: 7 }, outputSelection: { "*": {} } },
    { optimizer: { runs: 7, enabled: true } },
  ],
  "defaults spelled out in the build": [
    {
      optimizer: { enabled: false, runs: 200 },
      viaIR: false,
      metadata: { bytecodeHash: "ipfs", appendCBOR: true, useLiteralContent: false },
      debug: { revertStrings: "default" },
      remappings: [],
      libraries: {},
    },
    { optimizer: { enabled: false, runs: 200 } },
  ],
  "no EVM version in the build": [{}, { optimizer: {}, evmVersion: "cancun" }],
  "remappings in another order, once, and with the colon of no context": [
    { remappings: ["b/=lib/b/", "a/=lib/a/", "a/=lib/a/"] },
    { optimizer: {}, remappings: [":a/=lib/a/", ":b/=lib/b/"] },
  ],
  "libraries in the metadata's form": [
    { libraries: { "contracts/Maths.sol": { Maths: ADDRESS }, "": { Old: ADDRESS } } },
    {
      optimizer: {},
      libraries: { Old: ADDRESS.toLowerCase(), "contracts/Maths.sol:Maths": ADDRESS.toLowerCase() },
    },
  ],
  "empty details of the optimizer, which the compiler ignores": [
    { optimizer: { enabled: true, details: {} } },
    { optimizer: { enabled: true, runs: 200 } },
  ],
  "details of the optimizer, of which the metadata has all": [
    { optimizer: { enabled: true, runs: 9, details: { yul: true, yulDetails: { optimizerSteps: STEPS } } } },
    {
      optimizer: {
        runs: 9,
        details: { yul: true, cse: false, yulDetails: { optimizerSteps: `${STEPS}:fDnTOcmu` } },
      },
    },
  ],
};

const OTHER: Readonly<Record<string, readonly [built: Settings, stored: Settings, name: string]>> = {
  "the optimizer": [{ optimizer: { enabled: true } }, { optimizer: {} }, "optimizer.enabled"],
  "the optimizer, which empty details would hide": [
    { optimizer: { enabled: true } },
    { optimizer: { details: {} } },
    "optimizer.enabled",
  ],
  "its runs": [{ optimizer: { runs: 1 } }, { optimizer: { runs: 2 } }, "optimizer.runs"],
  "a detail of it": [
    { optimizer: { details: { yul: true } } },
    { optimizer: { details: { yul: false } } },
    "optimizer.details.yul",
  ],
  "the steps of the optimizer": [
    { optimizer: { details: { yulDetails: { optimizerSteps: STEPS } } } },
    { optimizer: { details: { yulDetails: { optimizerSteps: "u" } } } },
    "optimizerSteps",
  ],
  "the intermediate representation": [{ viaIR: true }, { optimizer: {} }, "viaIR"],
  "the EVM version": [{ evmVersion: "paris" }, { optimizer: {}, evmVersion: "cancun" }, "evmVersion"],
  "the kind of hash": [
    { metadata: { bytecodeHash: "bzzr1" } },
    { optimizer: {}, metadata: { bytecodeHash: "ipfs" } },
    "bytecodeHash",
  ],
  "metadata left out": [{ metadata: { appendCBOR: false } }, { optimizer: {} }, "appendCBOR"],
  "literal sources": [{ metadata: { useLiteralContent: true } }, { optimizer: {} }, "useLiteralContent"],
  "revert strings": [{ debug: { revertStrings: "strip" } }, { optimizer: {} }, "revertStrings"],
  "a remapping": [{ remappings: ["a/=lib/a/"] }, { optimizer: {}, remappings: [":a/=lib/b/"] }, "remappings"],
  "a remapping less": [{ remappings: ["a/=lib/a/"] }, { optimizer: {}, remappings: [] }, "remappings"],
  "a library": [
    { libraries: { "contracts/Maths.sol": { Maths: ADDRESS } } },
    { optimizer: {}, libraries: { "contracts/Maths.sol:Maths": `0x${"ab".repeat(20)}` } },
    "libraries",
  ],
};

describe("cross-check - settings", () => {
  for (const [what, [built, stored]] of Object.entries(SAME))
    it(`should pass: ${what}`, () => assert.equal(statusOf(evidenceOf(built, stored)), "passed"));

  for (const [what, [built, stored, name]] of Object.entries(OTHER))
    it(`should fail for other settings: ${what}`, () => {
      const check = checkOf("settings", evidenceOf(built, stored));
      assert.equal(check.status, "failed");
      assert.include(check.actual, name);
    });

  it("should accept the settings of a shared compilation where the metadata has its own", () => {
    const other = (body: Body) => {
      body.compilation.compilerSettings = { optimizer: { enabled: false } };
    };
    const check = checkOf("settings", withBody("plain", other));
    assert.equal(check.status, "passed");
    assert.include(check.actual, "shared compilation");
  });

  it("should be unknown for different settings without the metadata, and for none", () => {
    const without = (settings: Settings) =>
      withBody("plain", (body) => {
        body.metadata = null;
        body.compilation.compilerSettings = settings;
      });
    assert.equal(statusOf(without({ optimizer: { enabled: true } })), "passed");
    assert.equal(statusOf(without({})), "unknown");
    const { compilation: _, metadata: __, ...record } = recordedEvidence(recording("plain")).record;
    assert.equal(statusOf({ ...recordedEvidence(recording("plain")), record }), "unknown");
  });

  it("should skip different settings if the prediction did not decide whether the build's metadata is the deployed one", () => {
    const evidence = evidenceOf({ viaIR: true }, { optimizer: {} });
    const skipped = withBuildOf(evidence, () => ({
      expected: { runtime: "unknown", creation: "unknown", reasons: [] },
    }));
    assert.equal(statusOf(skipped), "skipped");
  });

  it("should skip another language, and a run without a build", () => {
    const evidence = recordedEvidence(recording("plain"));
    const vyper = withBuildOf(evidence, ({ compilation }) => ({
      compilation: { ...compilation, input: { ...compilation.input, language: "Vyper" } },
    }));
    assert.deepEqual([statusOf(vyper), statusOf({ ...evidence, build: undefined })], ["skipped", "skipped"]);
  });

  it("should find different settings of a standard JSON input too", () => {
    const evidence = withBuildOf(evidenceOf({ viaIR: true }, { optimizer: {} }), () => ({
      compiled: undefined,
    }));
    assert.equal(statusOf(evidence), "failed");
    assert.equal(decodedRecord(recording("plain").record.body).runtimeMatch, "exact_match");
  });
});
