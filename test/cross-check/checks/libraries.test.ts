import { assert } from "chai";

import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
import { runChecks } from "../../../src/internal/cross-check/run-checks.ts";
import { runClaims } from "../../../src/internal/cross-check/run-claims.ts";
import { flipByte } from "../../helpers/compile.ts";
import { type Body, checkOf, withBody } from "../../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording, VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

const FOREIGN = `0x${"ab".repeat(20)}`;
const MATHS = "contracts/Maths.sol:Maths";

function linked(change: (library: LinkedLibrary) => Partial<LinkedLibrary>): Evidence {
  const evidence = recordedEvidence(recording("linked-library"));
  return { ...evidence, libraries: evidence.libraries.map((it) => ({ ...it, ...change(it) })) };
}

const named = (side: string, libraries: Readonly<Record<string, string>>) =>
  withBody("linked-library", (body: Body) => {
    body[side].transformationValues.libraries = libraries;
  });

const address = () => recording("library-itself").address;

const TAMPERED: Readonly<Record<string, () => Evidence>> = {
  "no code at its address": () => linked(() => ({ runtimeBytecode: "0x" })),
  "a byte of its code": () =>
    linked(({ runtimeBytecode }) => ({ runtimeBytecode: flipByte(runtimeBytecode ?? "", 40) })),
  "another contract's code": () =>
    linked(() => ({ runtimeBytecode: recording("plain").chain.runtimeBytecode })),
  "another address on record, runtime": () => named("runtimeBytecode", { [MATHS]: FOREIGN }),
  "another address on record, creation": () => named("creationBytecode", { [MATHS]: FOREIGN }),
  "one more on record, runtime": () =>
    named("runtimeBytecode", { [MATHS]: address(), "contracts/More.sol:More": FOREIGN }),
  "another address on chain": () => linked(() => ({ address: FOREIGN })),
};

describe("cross-check - libraries", () => {
  for (const [what, evidence] of Object.entries(TAMPERED))
    it(`should fail for ${what}`, () => {
      const check = checkOf("libraries", evidence());
      assert.equal(check.status, "failed");
      assert.isNotEmpty(check.expected);
    });

  it("should pass every recorded verification of linked code, and skip the others", () => {
    for (const name of VERIFIED) {
      const evidence = recordedEvidence(recording(name));
      const check = checkOf("libraries", evidence);
      assert.equal(check.status, name.startsWith("linked-library") ? "passed" : "skipped", name);
    }
  });

  it("should pass with other names, letter cases, and more libraries of the creation code", () => {
    const upper = `0x${address().slice(2).toUpperCase()}`;
    for (const evidence of [
      named("runtimeBytecode", { "others/Maths.sol:Theirs": upper }),
      named("creationBytecode", { [MATHS]: upper, "contracts/Once.sol:Once": FOREIGN }),
    ])
      assert.equal(checkOf("libraries", evidence).status, "passed");
  });

  it("should pass a record that names none: linked in its settings, or of a side that did not match", () => {
    assert.equal(checkOf("libraries", named("runtimeBytecode", {})).status, "passed");
    const without = withBody("linked-library", (body) => {
      body.creationBytecode.transformationValues = null;
      body.runtimeBytecode.transformationValues = null;
    });
    assert.equal(checkOf("libraries", without).status, "passed");
  });

  it("should be unknown for a library that no build has, whatever its code", () => {
    const check = checkOf(
      "libraries",
      linked(() => ({ template: undefined })),
    );
    assert.equal(check.status, "unknown");
    const empty = checkOf(
      "libraries",
      linked(() => ({ template: undefined, runtimeBytecode: "0x" })),
    );
    assert.equal(empty.status, "failed");
  });

  it("should pass a library that no build has by its own exact record of the source that is meant", () => {
    const { record } = recordedEvidence(recording("library-itself"));
    const byRecord = (change: Partial<NonNullable<LinkedLibrary["record"]>>) =>
      checkOf(
        "libraries",
        linked(() => ({ template: undefined, record: { ...record, ...change } })),
      ).status;
    assert.equal(byRecord({}), "passed");
    assert.equal(byRecord({ runtimeMatch: "match" }), "unknown");
    assert.equal(byRecord({ metadata: null }), "unknown");
    const { metadata } = recordedEvidence(recording("plain")).record;
    assert.equal(byRecord({ metadata: metadata ?? null }), "unknown", "metadata whose hash is not on chain");
    const withCall = linked(({ runtimeBytecode }) => ({
      template: undefined,
      record,
      // DELEGATECALL, as of a library that calls another.
      runtimeBytecode: runtimeBytecode?.replace(/^(0x73[0-9a-f]{40}3014)/, "$15af4"),
    }));
    assert.equal(checkOf("libraries", withCall).status, "unknown", "it may call a library of its own");
    const evidence = linked(() => ({ template: undefined, record }));
    const otherSource = { ...evidence, record: { ...evidence.record, metadata: metadata ?? null } };
    assert.equal(
      checkOf("libraries", otherSource).status,
      "unknown",
      "a source that the contract does not name",
    );
  });

  it("should fail for a library whose call protection is for another address", () => {
    const check = checkOf(
      "libraries",
      linked(({ runtimeBytecode }) => ({
        runtimeBytecode: runtimeBytecode?.replace(/^0x73[0-9a-f]{40}/, `0x73${"ab".repeat(20)}`),
      })),
    );
    assert.equal(check.status, "failed");
  });

  it("should pass a library that was set without a creation, whose call protection is open", () => {
    const check = checkOf(
      "libraries",
      linked(({ runtimeBytecode }) => ({
        runtimeBytecode: runtimeBytecode?.replace(/^0x73[0-9a-f]{40}/, `0x73${"00".repeat(20)}`),
      })),
    );
    assert.equal(check.status, "passed", check.reason);
  });

  it("should not know whether a long-zero address and an EVM address are of one library", () => {
    const longZero = `0x${"0".repeat(36)}1f4a`;
    const evidence = linked(() => ({ address: longZero }));
    const { record } = withBody("linked-library", (body: Body) => {
      body.runtimeBytecode.transformationValues = null;
      body.creationBytecode.transformationValues = null;
    });
    const ofChain = { ...evidence, record };
    assert.equal(checkOf("libraries", ofChain).status, "unknown");
    const claims = runClaims(ofChain, runChecks(ofChain));
    assert.equal(claims.find(({ id }) => id === "libraries")?.judgement.state, "open");
    const other = recording("plain").chain.runtimeBytecode;
    const foreign = linked(() => ({ address: longZero, runtimeBytecode: other }));
    assert.equal(checkOf("libraries", foreign).status, "failed");
  });

  it("should look at the libraries of libraries too", () => {
    const evidence = linked(() => ({}));
    const nested = (change: Partial<LinkedLibrary>): Evidence => ({
      ...evidence,
      nestedLibraries: evidence.libraries.map((library) => ({ ...library, ...change })),
    });
    assert.equal(checkOf("libraries", nested({})).status, "passed");
    assert.equal(checkOf("libraries", nested({ runtimeBytecode: "0x" })).status, "failed");
    const other = recording("plain").chain.runtimeBytecode;
    assert.equal(checkOf("libraries", nested({ runtimeBytecode: other })).status, "failed");
    assert.equal(checkOf("libraries", nested({ template: undefined })).status, "unknown");
  });

  it("should be unknown if the node does not answer, but still find a contradiction", () => {
    const silent = linked(() => ({ runtimeBytecode: undefined }));
    assert.equal(checkOf("libraries", silent).status, "unknown");
    const { record } = named("runtimeBytecode", { [MATHS]: FOREIGN });
    assert.equal(checkOf("libraries", { ...silent, record }).status, "failed");
    const [library] = silent.libraries;
    if (library === undefined) throw new Error("A library was recorded.");
    const another = { ...library, runtimeBytecode: "0x" };
    assert.equal(checkOf("libraries", { ...silent, libraries: [library, another] }).status, "failed");
  });

  it("should skip without a build", () => {
    const evidence = recordedEvidence(recording("linked-library"));
    assert.equal(checkOf("libraries", { ...evidence, build: undefined }).status, "skipped");
  });
});
