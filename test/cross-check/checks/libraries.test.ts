import { assert } from "chai";
import { getAddress } from "ethers/address";
import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { type Body, checkOf, withBody, withCreation } from "../../helpers/cross-check/one-check.ts";
import { claimOf } from "../../helpers/cross-check/one-claim.ts";
import { recordedEvidence, recording } from "../../helpers/cross-check/recorded-evidence.ts";

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

/** As code that was set without a creation, which has no address of its own. */
const unprotected = () =>
  recording("library-itself").chain.runtimeBytecode.replace(/^0x73[0-9a-f]{40}/, `0x73${"00".repeat(20)}`);

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

  it("should pass with other names and letter cases, and further ones of a constructor's alone", () => {
    const upper = `0x${address().slice(2).toUpperCase()}`;
    const others = named("runtimeBytecode", { "others/Maths.sol:Theirs": upper });
    assert.deepInclude(checkOf("libraries", others), { status: "passed", actual: "1 library" });
    const more = named("creationBytecode", { [MATHS]: upper, "contracts/Once.sol:Once": FOREIGN });
    assert.equal(checkOf("libraries", more).status, "failed");
    const [maths] = more.libraries;
    if (maths === undefined) throw new Error("A library was recorded.");
    const once = {
      ...maths,
      address: FOREIGN,
      linkedBy: "constructor",
      runtimeBytecode: unprotected(),
    } as const;
    assert.equal(checkOf("libraries", { ...more, libraries: [maths, once] }).status, "passed");
  });

  it("should ask which library the constructor calls where no executed init code shows it", () => {
    const { libraries: linkedHere } = linked(() => ({
      linkedBy: "constructor",
      address: undefined,
      runtimeBytecode: undefined,
    }));
    const evidence = { ...recordedEvidence(recording("plain")), libraries: linkedHere };
    assert.equal(checkOf("libraries", evidence).status, "unknown");
    assert.equal(claimOf("libraries", evidence)?.state, "open");
    // Other init code was executed, and the configuration accepts it.
    assert.deepInclude(claimOf("libraries", { ...evidence, isForeignCreationAllowed: true }), {
      state: "proven",
      witnesses: [],
    });
  });

  it("should only vouch for a constructor's library where the init code rests on a word, or may be of an earlier life", () => {
    const evidence = linked(() => ({ linkedBy: "constructor" }));
    assert.equal(claimOf("libraries", evidence)?.state, "proven");
    const stated = withCreation(evidence, {
      initCode: { bytecode: evidence.facts.creation?.input ?? "", shownBy: "query-service" },
    });
    assert.deepInclude(claimOf("libraries", stated), { state: "vouched", witnesses: ["query service"] });
    const doubted = withCreation(evidence, { doubt: "it may have been created anew", knownFrom: "option" });
    assert.deepInclude(claimOf("libraries", doubted), {
      state: "vouched",
      reason: "it may have been created anew",
    });
    // The same library of the runtime code is there now.
    const ofRuntime = withCreation(
      linked(() => ({})),
      { doubt: "it may have been created anew" },
    );
    assert.equal(claimOf("libraries", ofRuntime)?.state, "proven");
  });

  it("should say which address the settings chose, and compare the code there", () => {
    const evidence = linked(() => ({ linkedBy: "settings" }));
    const judged = claimOf("libraries", evidence);
    assert.equal(judged?.state, "proven");
    assert.include(judged?.reason, `Maths is linked by settings to ${getAddress(address())}`);
    const other = recording("plain").chain.runtimeBytecode;
    assert.equal(
      claimOf(
        "libraries",
        linked(() => ({ linkedBy: "settings", runtimeBytecode: other })),
      )?.state,
      "refuted",
    );
  });

  it("should name the compiler that a library's own record needs, and not refute without it", () => {
    const lacking = {
      kind: "no-compiler",
      longVersion: "0.8.9+commit.e5eed63a",
      reason: "no solc 0.8.9",
    } as const;
    const other = recording("plain").chain.runtimeBytecode;
    const judged = claimOf(
      "libraries",
      linked(() => ({ runtimeBytecode: other, lacking })),
    );
    assert.deepInclude(judged, { state: "open", closing: "compiler" });
    assert.include(judged?.reason, "no solc 0.8.9");
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
      linked(() => ({ compiled: [] })),
    );
    assert.equal(check.status, "unknown");
    const empty = checkOf(
      "libraries",
      linked(() => ({ compiled: [], runtimeBytecode: "0x" })),
    );
    assert.equal(empty.status, "failed");
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
      linked(() => ({ runtimeBytecode: unprotected() })),
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
    assert.equal(claimOf("libraries", ofChain)?.state, "open");
    const other = recording("plain").chain.runtimeBytecode;
    const foreign = linked(() => ({ address: longZero, runtimeBytecode: other }));
    assert.equal(checkOf("libraries", foreign).status, "failed");
  });

  it("should look at the libraries of libraries too", () => {
    const evidence = linked(() => ({}));
    const nested = (change: Partial<LinkedLibrary>): Evidence => ({
      ...evidence,
      libraries: evidence.libraries.flatMap((library) => [
        library,
        { ...library, linkedBy: "library", ...change },
      ]),
    });
    assert.equal(checkOf("libraries", nested({})).status, "passed");
    assert.equal(checkOf("libraries", nested({ runtimeBytecode: "0x" })).status, "failed");
    const other = recording("plain").chain.runtimeBytecode;
    assert.equal(checkOf("libraries", nested({ runtimeBytecode: other })).status, "failed");
    assert.equal(checkOf("libraries", nested({ compiled: [] })).status, "unknown");
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
