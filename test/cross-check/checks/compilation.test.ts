import { assert } from "chai";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { itFails, itFailsFor, itHas } from "../../helpers/cross-check/check-tables.ts";
import {
  all,
  checkOf,
  drop,
  evidenceOf,
  set,
  statusOf,
  withBody,
  withBuildOf,
  withFacts,
  withoutBuild,
} from "../../helpers/cross-check/one-check.ts";
import { VERIFIED } from "../../helpers/cross-check/recorded-evidence.ts";

type Settings = Readonly<Record<string, unknown>>;

const OTHER_VERSION = "0.8.27+commit.40a35a09";

describe("cross-check - compiler-version", () => {
  itFails("compiler-version", {
    "another version in the metadata": set("metadata.compiler.version", OTHER_VERSION),
    "another version in the compilation": set("compilation.compilerVersion", "0.8.28"),
  });

  const uncovered = (version: string) =>
    withoutBuild(withBody("metadata-hash-none", set("compilation.compilerVersion", version)));
  const { runtimeBytecode } = uncovered(OTHER_VERSION).facts;
  const auxdataBytes = Number.parseInt(runtimeBytecode.slice(-4), 16) + 2;
  const withoutAuxdata = { runtimeBytecode: runtimeBytecode.slice(0, -2 * auxdataBytes) };
  itHas("compiler-version", {
    failed: { "a version that differs from the metadata's, without a hash": uncovered(OTHER_VERSION) },
    skipped: {
      "another version, if the code doesn't contain the compiler's": withFacts(
        uncovered(OTHER_VERSION),
        withoutAuxdata,
      ),
      "a version without its commit": uncovered("0.8.28"),
    },
  });
});

const STEPS = "dhfoDgvulfnTUtnIf";

/** Evidence of a build with these settings, and a record with the settings as a compiler writes them. */
function evidenceWith(built: Settings, stored: Settings): Evidence {
  const evidence = withBody("plain", (body) => {
    body.metadata.settings = { ...body.metadata.settings, ...stored };
    body.compilation.compilerSettings = built;
  });
  return withBuildOf(evidence, ({ compilation }) => ({
    compilation: { ...compilation, input: { ...compilation.input, settings: built } },
  }));
}

const SAME: Readonly<Record<string, readonly [built: Settings, stored: Settings]>> = {
  "an output selection, and settings that only the metadata has": [
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
  "remappings in another order, without duplicates, and with the colon of an empty context": [
    { remappings: ["b/=lib/b/", "a/=lib/a/", "a/=lib/a/"] },
    { optimizer: {}, remappings: [":a/=lib/a/", ":b/=lib/b/"] },
  ],
  "empty details of the optimizer, which the compiler ignores": [
    { optimizer: { enabled: true, details: {} } },
    { optimizer: { enabled: true, runs: 200 } },
  ],
  "a subset of the optimizer's details in the metadata": [
    { optimizer: { enabled: true, runs: 9, details: { yul: true, yulDetails: { optimizerSteps: STEPS } } } },
    {
      optimizer: {
        runs: 9,
        details: { yul: true, cse: false, yulDetails: { optimizerSteps: `${STEPS}:fDnTOcmu` } },
      },
    },
  ],
};

/** Different settings, and the one that the check must name. */
const OTHER: readonly (readonly [name: string, built: Settings, stored: Settings])[] = [
  ["optimizer.enabled", { optimizer: { enabled: true } }, { optimizer: {} }],
  ["optimizer.enabled", { optimizer: { enabled: true } }, { optimizer: { details: {} } }],
  ["optimizer.runs", { optimizer: { runs: 1 } }, { optimizer: { runs: 2 } }],
  ["optimizer.details.yul", withDetails({ yul: true }), withDetails({ yul: false })],
  ["optimizerSteps", withSteps(STEPS), withSteps("u")],
  ["viaIR", { viaIR: true }, { optimizer: {} }],
  ["evmVersion", { evmVersion: "paris" }, { optimizer: {}, evmVersion: "cancun" }],
  ["bytecodeHash", withMetadata({ bytecodeHash: "bzzr1" }), withMetadata({ bytecodeHash: "ipfs" })],
  ["appendCBOR", withMetadata({ appendCBOR: false }), { optimizer: {} }],
  ["useLiteralContent", withMetadata({ useLiteralContent: true }), { optimizer: {} }],
  ["revertStrings", { debug: { revertStrings: "strip" } }, { optimizer: {} }],
  ["remappings", { remappings: ["a/=lib/a/"] }, { optimizer: {}, remappings: [":a/=lib/b/"] }],
  ["remappings", { remappings: ["a/=lib/a/"] }, { optimizer: {}, remappings: [] }],
];

function withDetails(details: Settings): Settings {
  return { optimizer: { details } };
}

function withSteps(optimizerSteps: string): Settings {
  return withDetails({ yulDetails: { optimizerSteps } });
}

function withMetadata(metadata: Settings): Settings {
  return { optimizer: {}, metadata };
}

describe("cross-check - settings", () => {
  for (const [what, [built, stored]] of Object.entries(SAME))
    it(`should pass: ${what}`, () =>
      assert.equal(statusOf("settings", evidenceWith(built, stored)), "passed"));

  for (const [name, built, stored] of OTHER)
    it(`should fail for ${name}: ${JSON.stringify(built)} in the build, ${JSON.stringify(stored)} stored`, () => {
      const check = checkOf("settings", evidenceWith(built, stored));
      assert.equal(check.status, "failed");
      assert.include(check.actual, name);
    });

  it("should accept settings that an old solc ignores", () => {
    const optimizer = { enabled: true };
    const evidence = evidenceWith({ optimizer, viaIR: true }, { optimizer });
    assert.equal(statusOf("settings", evidence), "failed");
    const old = withBuildOf(evidence, ({ compilation }) => ({
      compilation: { ...compilation, compilerVersion: "0.4.26+commit.4563c3fc" },
    }));
    assert.equal(statusOf("settings", old), "passed");
  });

  it("should accept a shared compilation's settings if the metadata has its own", () => {
    const shared = set("compilation.compilerSettings", { optimizer: { enabled: false } });
    const check = checkOf("settings", withBody("plain", shared));
    assert.equal(check.status, "passed");
    assert.include(check.actual, "shared compilation");
  });

  const plain = evidenceOf("plain");
  const other = evidenceWith({ viaIR: true }, { optimizer: {} });
  const withoutMetadata = (settings: Settings) =>
    withBody("plain", all(set("metadata", null), set("compilation.compilerSettings", settings)));
  const undecided = { runtime: "unknown", creation: "unknown", reasons: [] } as const;
  itHas("settings", {
    passed: { "equal settings without the metadata": withoutMetadata({ optimizer: { enabled: true } }) },
    failed: {
      "other settings of a standard JSON input": withBuildOf(other, () => ({ compiled: undefined })),
    },
    unknown: {
      "other settings without the metadata": withoutMetadata({}),
      "no settings": withBody("plain", all(drop("compilation"), drop("metadata"))),
    },
    skipped: {
      "other settings, if the build's metadata may not be the deployed one": withBuildOf(other, () => ({
        expected: undecided,
      })),
      "another language": withBuildOf(plain, ({ compilation }) => ({
        compilation: { ...compilation, input: { ...compilation.input, language: "Vyper" } },
      })),
      "no build": withoutBuild(plain),
    },
  });
});

describe("cross-check - contract-name", () => {
  const renamed = set("compilation.fullyQualifiedName", (old) => `${old}2`);
  const otherName = all(drop("compilation.fullyQualifiedName"), set("compilation.name", "Other"));
  itFails("contract-name", {
    "another path of the target": set("metadata.settings.compilationTarget", (old) => ({
      "contracts/Other.sol": Object.values(old)[0],
    })),
    "an additional target": set("metadata.settings.compilationTarget", (old) => ({
      ...old,
      "contracts/Other.sol": "Other",
    })),
    "another qualified name, with an exact match of an omitted side": all(
      (body) => Object.assign(body, { match: "exact_match", runtimeMatch: "match" }),
      drop("creationMatch"),
      renamed,
    ),
    "another qualified name, without metadata": all(drop("metadata"), renamed),
    "another name, without a qualified name or metadata": all(drop("metadata"), otherName),
  });

  it("should not compare a record without metadata with a build that may have other sources", () => {
    const older = withBody(
      "plain",
      all(
        drop("metadata"),
        set("compilation.fullyQualifiedName", "contracts/Older.sol:Older"),
        set("sources.*.content", "// Older"),
      ),
    );
    const evidence = withBuildOf(older, ({ expected }) => ({
      expected: { ...expected, runtime: "unknown", creation: "unknown" },
    }));
    for (const id of ["contract-name", "build-sources"]) assert.equal(statusOf(id, evidence), "skipped", id);
  });
});

describe("cross-check - compilation", () => {
  itFailsFor("compilation", {
    plain: {
      "the compiler of another language": set("compilation.compiler", "vyper"),
      "an unknown language of a known compiler": set("compilation.language", "Solidity++"),
      "another language of the same compiler": set("compilation.language", "Yul"),
      "a name with its path": (body) =>
        Object.assign(body.compilation, { name: body.compilation.fullyQualifiedName }),
    },
  });

  it("should pass every recorded verification, and accept the compiler's name in any letter case", () => {
    for (const name of VERIFIED) {
      assert.equal(statusOf("compilation", evidenceOf(name)), "passed", name);
      const upper = withBody(name, set("compilation.compiler", "Solc"));
      assert.equal(statusOf("compilation", upper), "passed", name);
    }
  });

  // This record's match doesn't cover its metadata.
  const anothers = (compilation: object) =>
    withBody("comment-changed", (body) => Object.assign(body.compilation, compilation));
  itHas("compilation", {
    passed: {
      "names and language of another author": anothers({
        name: "Theirs",
        fullyQualifiedName: "a:b.sol:Theirs",
        language: "Yul",
      }),
      "an unknown language of an unknown compiler": anothers({ language: "Sway", compiler: "forc" }),
    },
    failed: { "a name that isn't in the qualified one": anothers({ name: "Theirs" }) },
    unknown: { "no compilation": withBody("plain", drop("compilation")) },
  });
});
