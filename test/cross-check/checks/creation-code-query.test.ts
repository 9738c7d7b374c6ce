import { assert } from "chai";
import { flipByte } from "../../helpers/compile.ts";
import { FOREIGN, itFails, ofQuery } from "../../helpers/cross-check/changed-field.ts";
import { statusOf, withCreation, withQueried } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

describe("cross-check - creation-code-query, a single changed field", () => {
  itFails("creation-code-query", {
    "query service: bytecode, a byte": ofQuery(({ bytecode }) => ({
      bytecode: flipByte(bytecode ?? "", 30),
    })),
    "query service: bytecode, cut short": ofQuery(({ bytecode }) => ({
      bytecode: (bytecode ?? "").slice(0, -2),
    })),
    "query service: bytecode of a file, a byte": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: flipByte(bytecode ?? "", 30),
    })),
    "query service: bytecode of a file, too short": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: (bytecode ?? "").slice(0, 100),
    })),
    "query service: bytecode of a file, longer than the transaction's": ofQuery(({ bytecode }) => ({
      file_id: "0.0.9",
      bytecode: `${bytecode}00`,
    })),
  });
});

describe("cross-check - creation-code-query, where the chain does not show the executed code", () => {
  const plain = recordedEvidence(recording("plain"));
  const bytecode = plain.facts.creation?.initCode?.bytecode ?? "";
  const other = withQueried(plain, { bytecode: flipByte(bytecode, 30) });

  for (const [what, creation] of [
    ["unknown", { initCode: undefined }],
    ["the query service's alone", { initCode: { bytecode, shownBy: "query-service" } }],
  ] as const) {
    it(`should pass for the build's code: ${what}`, () =>
      assert.equal(statusOf("creation-code-query", withCreation(plain, creation)), "passed"));

    it(`should refute nothing by another code: ${what}`, () =>
      assert.equal(statusOf("creation-code-query", withCreation(other, creation)), "unknown"));
  }

  for (const shownBy of ["trace", "create2"] as const)
    it(`should fail by another code where the chain shows it: ${shownBy}`, () => {
      const shown = withCreation(other, { initCode: { bytecode, shownBy }, factory: FOREIGN });
      assert.equal(statusOf("creation-code-query", shown), "failed");
    });
});
