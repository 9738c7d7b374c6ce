import { assert } from "chai";
import { getAddress } from "ethers/address";
import type { Evidence, LinkedLibrary } from "../../../src/internal/cross-check/evidence.ts";
import { flipByte } from "../../helpers/compile.ts";
import { itHas } from "../../helpers/cross-check/check-tables.ts";
import { recorded } from "../../helpers/cross-check/deployment-record.ts";
import {
  all,
  checkOf,
  evidenceOf,
  FOREIGN,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withCreation,
  withFacts,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { claimOf, stateOf } from "../../helpers/cross-check/one-claim.ts";
import { recording } from "../../helpers/cross-check/recorded-evidence.ts";

const plain = evidenceOf("plain");
const honest = evidenceOf("linked-library");
const [library = assert.fail("The recording is linked.")] = honest.libraries;
const MATHS = "contracts/Maths.sol:Maths";
const OTHER_CODE = recording("plain").chain.runtimeBytecode;
const { address, chain } = recording("library-itself");

/** Evidence whose library has these facts. */
function linked(facts: Partial<LinkedLibrary>): Evidence {
  return { ...honest, libraries: [{ ...library, ...facts }] };
}

function withProtection(protectedAddress: string): Evidence {
  const runtimeBytecode = chain.runtimeBytecode.replace(/^0x73[0-9a-f]{40}/, `0x73${protectedAddress}`);
  return linked({ runtimeBytecode });
}

const named = (side: "runtime" | "creation", libraries: Readonly<Record<string, string>>) =>
  withBody("linked-library", set(`${side}Bytecode.transformationValues.libraries`, libraries));

/** A record that names no library, as if its settings linked it. */
const nameless = withBody(
  "linked-library",
  all(set("runtimeBytecode.transformationValues", null), set("creationBytecode.transformationValues", null)),
);

describe("cross-check - libraries", () => {
  const upper = `0x${address.slice(2).toUpperCase()}`;
  const withMore = named("creation", { [MATHS]: upper, "contracts/Once.sol:Once": FOREIGN });
  // Code that no creation code deployed doesn't contain its own address.
  const unprotected = withProtection("00".repeat(20));
  const [{ runtimeBytecode } = assert.fail()] = unprotected.libraries;
  const once = { ...library, address: FOREIGN, linkedBy: "constructor", runtimeBytecode } as const;
  const silent = linked({ runtimeBytecode: undefined });
  const [unanswered = assert.fail()] = silent.libraries;
  const nested = (facts: Partial<LinkedLibrary>): Evidence => ({
    ...honest,
    libraries: [library, { ...library, linkedBy: "library", ...facts }],
  });
  itHas("libraries", {
    passed: {
      "other names and letter cases": named("runtime", { "others/Maths.sol:Theirs": upper }),
      "an additional library that only the constructor calls": {
        ...withMore,
        libraries: [...withMore.libraries, once],
      },
      "a record without library names, linked in its settings": named("runtime", {}),
      "a record without library names for a side that didn't match": nameless,
      "a library without a creation, with unset call protection": unprotected,
      "a library of a library": nested({}),
    },
    failed: {
      "no code at its address": linked({ runtimeBytecode: "0x" }),
      "a byte of its code": linked({ runtimeBytecode: flipByte(library.runtimeBytecode ?? "", 40) }),
      "another contract's code": linked({ runtimeBytecode: OTHER_CODE }),
      "another address on record, runtime": named("runtime", { [MATHS]: FOREIGN }),
      "another address on record, creation": named("creation", { [MATHS]: FOREIGN }),
      "an additional library on record, runtime": named("runtime", {
        [MATHS]: address,
        "contracts/More.sol:More": FOREIGN,
      }),
      "an additional library on record, creation": withMore,
      "another address on chain": linked({ address: FOREIGN }),
      "no code at a library that no build has": linked({ compiled: [], runtimeBytecode: "0x" }),
      "call protection for another address": withProtection("ab".repeat(20)),
      "a library of a library without code": nested({ runtimeBytecode: "0x" }),
      "a library of a library with another code": nested({ runtimeBytecode: OTHER_CODE }),
      "another address on record, even if the node doesn't answer": {
        ...silent,
        record: named("runtime", { [MATHS]: FOREIGN }).record,
      },
      "a library without code beside one that the node doesn't return": {
        ...silent,
        libraries: [unanswered, { ...unanswered, runtimeBytecode: "0x" }],
      },
    },
    unknown: {
      "a library that no build has, whatever its code": linked({ compiled: [] }),
      "a library of a library that no build has": nested({ compiled: [] }),
      "a node that doesn't answer": silent,
      "another version of the library, if the build's metadata isn't on chain either": withFacts(
        linked({ runtimeBytecode: OTHER_CODE }),
        { runtimeBytecode: flipByte(honest.facts.runtimeBytecode, -20), creation: undefined },
      ),
    },
    skipped: { "no build": withoutBuild(honest) },
  });

  it("should describe differences, and count equal libraries", () => {
    assert.isNotEmpty(checkOf("libraries", linked({ address: FOREIGN })).expected);
    assert.equal(checkOf("libraries", honest).actual, "1 library");
  });

  it("should leave open which library the constructor calls if no executed init code is known", () => {
    const { libraries } = linked({ linkedBy: "constructor", address: undefined, runtimeBytecode: undefined });
    const evidence = { ...plain, libraries };
    assert.equal(statusOf("libraries", evidence), "unknown");
    assert.equal(stateOf("libraries", evidence), "open");
    // Other init code was executed, and the configuration accepts it.
    const allowed = { ...evidence, isForeignCreationAllowed: true };
    assert.deepInclude(claimOf("libraries", allowed), { state: "proven", witnesses: [] });
  });

  it("should be only vouched for if the init code is stated or may be outdated", () => {
    const evidence = linked({ linkedBy: "constructor" });
    assert.equal(stateOf("libraries", evidence), "proven");
    const stated = withCreation(evidence, {
      initCode: { bytecode: evidence.facts.creation?.input ?? "", shownBy: "query-service" },
    });
    assert.deepInclude(claimOf("libraries", stated), { state: "vouched", witnesses: ["query service"] });
    const doubt = "it may have been created anew";
    const doubted = withCreation(evidence, { doubt, knownFrom: "option" });
    assert.deepInclude(claimOf("libraries", doubted), { state: "vouched", reason: doubt });
    // The runtime code proves the library, whatever created the contract.
    assert.equal(stateOf("libraries", withCreation(honest, { doubt })), "proven");
  });

  it("should name the address from the settings, and compare its code", () => {
    const judged = claimOf("libraries", linked({ linkedBy: "settings" }));
    assert.equal(judged.state, "proven");
    assert.include(judged.reason, `Maths is linked by settings to ${getAddress(address)}`);
    const other = linked({ linkedBy: "settings", runtimeBytecode: OTHER_CODE });
    assert.equal(stateOf("libraries", other), "refuted");
  });

  it("should name the compiler that a library's record needs, and stay open without it", () => {
    const longVersion = "0.8.9+commit.e5eed63a";
    const lacking = { kind: "no-compiler", longVersion, reason: "no solc 0.8.9" } as const;
    const judged = claimOf("libraries", linked({ runtimeBytecode: OTHER_CODE, lacking }));
    assert.deepInclude(judged, { state: "open", closing: "compiler" });
    assert.include(judged.reason, "no solc 0.8.9");
  });

  it("should not know whether a long-zero address and an EVM address belong to one library", () => {
    const longZero = `0x${"0".repeat(36)}1f4a`;
    const ofChain = { ...linked({ address: longZero }), record: nameless.record };
    assert.equal(statusOf("libraries", ofChain), "unknown");
    assert.equal(stateOf("libraries", ofChain), "open");
    const foreign = linked({ address: longZero, runtimeBytecode: OTHER_CODE });
    assert.equal(statusOf("libraries", foreign), "failed");
  });
});

describe("cross-check - recorded-libraries", () => {
  const at = library.address ?? "";
  const [, bareName = ""] = library.name.split(":");
  const others = { Other: FOREIGN };
  /** @param linkedWith The libraries that the contract is linked to. */
  const demanded = (
    libraries: Readonly<Record<string, string>>,
    linkedWith: readonly LinkedLibrary[] = honest.libraries,
    evidence: Evidence = honest,
  ): Evidence => recorded({ ...evidence, libraries: linkedWith }, { libraries, isDemanded: true });
  const linkedBy = (how: LinkedLibrary["linkedBy"]) => [{ ...library, linkedBy: how }];
  // Solidity allows this name, and every object has it.
  const called = { ...library, name: "contracts/Texts.sol:toString" };
  const packaged = { ...library, name: "npm/@maths/lib@1.2.0/Maths.sol:Maths" };
  const uncompiled = withBuildOf(honest, () => ({ compiled: undefined }));
  itHas("recorded-libraries", {
    passed: {
      "the library": recorded(honest, { libraries: { [library.name]: at } }),
      "the library by its bare name, beside others": recorded(honest, {
        libraries: { ...others, [bareName]: at.toUpperCase().replace("0X", "0x") },
      }),
      "a manifest's library that the settings link": demanded({ Maths: at }, linkedBy("settings")),
      "a manifest's library that only the constructor calls": demanded(
        { Maths: at },
        linkedBy("constructor"),
      ),
      "a manifest's library of a package, which Hardhat 3 names with its version": demanded(
        { "@maths/lib/Maths.sol:Maths": at },
        [packaged],
      ),
    },
    failed: {
      "the library at another address": recorded(honest, { libraries: { [library.name]: FOREIGN } }),
      "a manifest's library that isn't linked": demanded(others),
      "a manifest's library for a contract without libraries": demanded({ A: FOREIGN }, [], plain),
      "a manifest's library that the settings link at another address": demanded(
        { Maths: FOREIGN },
        linkedBy("settings"),
      ),
      "a manifest's library that only a library calls": demanded({ Maths: at }, linkedBy("library")),
      "a manifest's library that only the constructor calls, at another address": demanded(
        { Maths: FOREIGN },
        linkedBy("constructor"),
      ),
    },
    unknown: {
      "a manifest's library, if the build file has no names": demanded(
        { Maths: at },
        [{ ...library, name: ":@214" }],
        plain,
      ),
      "a manifest's library, if nothing compiled the given input": demanded({ Maths: at }, [], uncompiled),
    },
    skipped: {
      "a library with a name that every object has": recorded(
        { ...honest, libraries: [called] },
        { libraries: others },
      ),
      "no library by that name": recorded(honest, { libraries: others }),
      "libraries for a contract without any": recorded(plain, { libraries: { A: FOREIGN } }),
    },
  });
});
