import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itFails, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  compiledAs,
  initCode,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withCreation,
  withFacts,
} from "../../helpers/cross-check/one-check.ts";

describe("cross-check - code on record, on chain and in the build", () => {
  const withFlipped = (at: number) => (it: Evidence) =>
    withFacts(it, { runtimeBytecode: flipByte(it.facts.runtimeBytecode, at) });
  itFails(
    "runtime-code-build",
    {},
    {
      "a byte of code on chain": withFlipped(30),
      "code that is gone": (it) => withFacts(it, { runtimeBytecode: "0x" }),
    },
  );
  itFails(
    "runtime-code-chain",
    { "a byte of code": set("runtimeBytecode.onchainBytecode", (old) => flipByte(old, 30)) },
    { "a byte of metadata on chain": withFlipped(-20) },
  );
  itFails(
    "creation-code-chain",
    {
      "a byte of code": set("creationBytecode.onchainBytecode", (old) => flipByte(old, 30)),
      "an additional byte": set("creationBytecode.onchainBytecode", (old) => `${old}00`),
    },
    {
      "a creation transaction with another input": (it) => withCreation(it, { initCode: initCode("0x6000") }),
    },
  );
});

describe("cross-check - the code that the service compiled", () => {
  itFails("recompiled-code", {
    "a byte of code": set("runtimeBytecode.recompiledBytecode", (old) => flipByte(old, 30)),
  });
  itHas("recompiled-code", {
    unknown: {
      "no recompiled runtime code": withBody("immutables", set("runtimeBytecode.recompiledBytecode", null)),
      "no recompiled creation code": withBody("immutables", set("creationBytecode.recompiledBytecode", null)),
    },
  });

  it("should be refuted by one side even if the other is missing", () => {
    const evidence = withBody("plain", (body) => {
      body.runtimeBytecode.recompiledBytecode = null;
      body.creationBytecode.recompiledBytecode = flipByte(body.creationBytecode.recompiledBytecode, 30);
    });
    for (const id of ["recompiled-code", "match-claim"]) assert.equal(statusOf(id, evidence), "failed", id);
  });

  it("should be compared with a given input's Solidity code that is compiled here", () => {
    const compiled = compiledAs("immutables");
    const described = { metadata: undefined, methodIdentifiers: undefined };
    const givenTo = (it: Evidence, givenCompiled: Evidence["givenCompiled"]): Evidence => ({
      ...withBuildOf(it, () => ({ compiled: undefined })),
      givenCompiled,
    });
    const honest = withBody("immutables", () => {});
    const filledIn = withBody("immutables", ({ runtimeBytecode }) => {
      runtimeBytecode.recompiledBytecode = runtimeBytecode.onchainBytecode;
    });
    for (const id of ["recompiled-code", "record-references"]) {
      assert.equal(statusOf(id, givenTo(honest, { ...compiled, described })), "passed", id);
      assert.equal(statusOf(id, givenTo(honest, compiled)), "skipped", id);
    }
    assert.equal(statusOf("recompiled-code", givenTo(filledIn, { ...compiled, described })), "failed");
  });
});
