import { assert } from "chai";
import { unusableFile } from "../../../src/internal/builds/json-file.ts";
import type { BuildCandidate } from "../../../src/internal/domain/build.ts";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { PHENOMENA } from "../../corpus/phenomena/index.ts";
import { COMPILER_VERSION, type Compiled, compile } from "../../helpers/compile.ts";
import { COMPILERS, compileProgram } from "../../helpers/corpus/compile-program.ts";
import {
  codesOf,
  contractOf,
  PROJECT,
  type PreflightOptions,
  preflightOf,
} from "../../helpers/pipeline/preflight.ts";

const HEADER = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";
/** In parts, because no path of this computer may be in the repository. */
const HOME = ["", "home", ""].join("/");
const COUNTER = "contracts/Counter.sol";
const PARENT = "contracts/Parent.sol";
const SOURCES = {
  [COUNTER]: `${HEADER}import "./Parent.sol";\ncontract Counter is Parent { function up() external { count += 1; } }\n`,
  [PARENT]: `${HEADER}abstract contract Parent { uint256 public count; }\n`,
  "contracts/Other.sol": `${HEADER}contract Other { uint256 public x = 7; }\n`,
};
const good = compile(SOURCES);

async function found(compiled: Compiled, options: PreflightOptions = {}, name = "Counter") {
  const contract = contractOf(await preflightOf(compiled, options), name);
  return { contract, codes: codesOf(contract), first: contract.findings[0] };
}

/** The input with one source changed, added or taken away after it was compiled. */
function withSource(path: string, content: string | undefined) {
  return (input: StandardJsonInput): StandardJsonInput => ({
    ...input,
    sources: Object.fromEntries(
      Object.entries({ ...input.sources, [path]: content === undefined ? undefined : { content } }).flatMap(
        ([name, source]) => (source === undefined ? [] : [[name, source] as const]),
      ),
    ),
  });
}

describe("preflight - what it finds", () => {
  it("should find nothing in a good build, and expect an exact match of both sides", async () => {
    for (const options of [{}, { hasMetadata: false }, { compile: true }]) {
      const { contract, codes } = await found(good, options);
      assert.deepEqual(codes, []);
      assert.equal(contract.verdict, "ready");
      assert.deepEqual(contract.expectedMatch, {
        creation: "exact_match",
        runtime: "exact_match",
        reasons: [],
      });
    }
  });

  it("should say that sources which it is compiled from changed since, and to compile", async () => {
    const load = (name: string) => async () => ({
      id: "build-1",
      file: "/project/artifacts/build-info/build-1.json",
      compilerVersion: COMPILER_VERSION,
      input: good.input,
      outdated: { writtenAt: "2026-11-24T18:02:03.000Z", sources: [{ name, path: name, isNewer: true }] },
    });
    const { contract, codes, first } = await found(good, { load: load(PARENT) });
    assert.deepEqual([codes, contract.verdict], [["VC236"], "warning"]);
    assert.deepInclude(first?.facts ?? [], { label: "Changed", value: PARENT });
    assert.equal(first?.next, "npx hardhat build");
    assert.deepEqual((await found(good, { load: load("contracts/Other.sol") })).codes, [], "not imported");
  });

  it("should say what would be submitted, and how it knows that it gives this code", async () => {
    const { contract } = await found(good);
    assert.deepEqual([contract.shownBy, contract.submission?.sources], ["metadata", "minimal"]);
    assert.deepEqual(
      contract.submission?.files.map(({ path }) => path),
      [COUNTER, PARENT],
    );
    assert.equal(contract.contract.line, 4);
    assert.equal((await found(good, { hasMetadata: false })).contract.shownBy, "prediction");
    assert.equal((await found(good, { compile: true, hasMetadata: false })).contract.shownBy, "compiler");
  });

  describe("VC220: no metadata hash", () => {
    const none = compile(SOURCES, { metadata: { bytecodeHash: "none" } });

    it("should be a warning, and an error where an exact match is asked for", async () => {
      const { codes, contract } = await found(none);
      assert.include(codes, "VC220");
      assert.deepInclude(contract.expectedMatch, { creation: "match", runtime: "match" });
      assert.include((await found(none, { minMatch: "exact_match" })).codes, "VC220!");
    });
  });

  it("should take the sources below the root of Foundry for those of a Foundry build", async () => {
    const none = compile(SOURCES, { metadata: { bytecodeHash: "none" } });
    const root = "/project/foundry";
    const foundry = { ...PROJECT.foundry, isConfigured: true, root, artifacts: "/project/out" };
    const { first, contract } = await found(none, {
      paths: { ...PROJECT, sources: [`${root}/contracts`], foundry },
      change: (candidate) => ({ ...candidate, file: "/project/out/Counter.sol/Counter.json" }),
    });
    assert.equal(first?.next, 'set bytecode_hash = "ipfs" in the profile in foundry.toml');
    assert.equal(contract.contract.tool, "foundry");
  });

  describe("VC221: other sources than those that were compiled", () => {
    const input = withSource(PARENT, `${SOURCES[PARENT]}// edited\n`);

    it("should be an error, by the metadata of the build", async () => {
      const { codes, contract } = await found(good, { input });
      assert.deepEqual(codes, ["VC221!"]);
      assert.deepInclude(contract.expectedMatch, { creation: "unknown", runtime: "unknown" });
      assert.equal(contract.shownBy, "metadata");
    });

    it("should be found by a compiler where the build keeps no metadata", async () => {
      const { codes } = await found(good, { input, hasMetadata: false, compile: true });
      assert.deepEqual(codes, ["VC221!"]);
      assert.deepEqual((await found(good, { input, hasMetadata: false })).codes, [], "nothing shows it");
    });
  });

  describe("VC222: the imports are not enough", () => {
    // Before 0.8.21, names of functions that other files declare too change the code of viaIR.
    const [phenomenon = assert.fail()] = PHENOMENA.filter(
      ({ isCodeOfAllFiles }) => isCodeOfAllFiles === true,
    );
    const program = compileProgram(phenomenon.deployed);
    const [path = "", name = ""] = phenomenon.deployed.contract.split(":");
    const options = {
      contracts: [`${path}:${name}`],
      compilers: COMPILERS,
      compilerVersion: program.compilerVersion,
    };

    it("should be found by a compiler, and be a warning: all files are submitted then", async () => {
      const { codes, contract } = await found(program, { ...options, compile: true }, name);
      assert.deepEqual(codes, ["VC222"]);
      assert.equal(contract.expectedMatch.runtime, "exact_match");
      assert.deepEqual((await found(program, options, name)).codes, [], "the metadata is the same");
    });

    it("should be found by metadata that lists a source which is not imported", async () => {
      const { codes } = await found(
        good,
        {
          change: (candidate) => {
            const { metadata = "" } = candidate;
            // Without a hash in the code, only the sources that it lists count.
            return candidate.name === "Other"
              ? { ...candidate, ...withoutAuxdata(candidate), metadata: withStraySource(metadata) }
              : candidate;
          },
        },
        "Other",
      );
      assert.deepEqual(codes, ["VC220", "VC222"]);
    });
  });

  it("should warn where imports can't be followed, so that all files are disclosed (VC223)", async () => {
    const { codes, contract } = await found(good, {
      input: withSource(PARENT, undefined),
      hasMetadata: false,
    });
    assert.deepEqual(codes, ["VC223"]);
    assert.equal(contract.submission?.sources, "full");
  });

  describe("VC224: absolute and personal paths", () => {
    const at = (path: string) =>
      compile({ [path]: SOURCES["contracts/Other.sol"], [COUNTER]: `${HEADER}contract Counter {}` });
    for (const path of [
      `${HOME}alice/x/Other.sol`,
      ["C:", "Users", "alice", "Other.sol"].join("/"),
      `../..${HOME}alice/Other.sol`,
    ])
      it(`should be found: ${path}`, async () => {
        const options = { contracts: ["Other"] };
        const { codes, first } = await found(at(path), options, "Other");
        assert.deepEqual(codes, ["VC224"]);
        assert.match(first?.next ?? "", /^use source paths relative/);
        const asked = await found(at(path), { ...options, minMatch: "exact_match" }, "Other");
        assert.deepEqual(asked.codes, ["VC224!"]);
      });

    it("should not be seen in paths of packages, of URLs and of a folder that is called home", async () => {
      for (const path of [
        "npm/a@1.0.0/Other.sol",
        `@a${HOME}b/Other.sol`,
        "https://a.org/Other.sol",
        `${HOME.slice(1)}a/Other.sol`,
      ])
        assert.deepEqual((await found(at(path), { contracts: ["Other"] }, "Other")).codes, []);
    });

    it("should be found in remappings, which are submitted too", async () => {
      const remapped = compile(SOURCES, { remappings: [`oz/=${HOME}alice/oz/`] });
      const { codes, first } = await found(remapped);
      assert.deepEqual(codes, ["VC224"]);
      assert.notMatch(first?.next ?? "", /^name the files/);
      assert.deepEqual((await found(compile(SOURCES, { remappings: ["oz/=lib/oz/"] }))).codes, []);
    });
  });

  describe("VC225: twins", () => {
    const twins = {
      "contracts/Castor.sol": `${HEADER}contract Castor { uint256 public x; }`,
      "test/Pollux.sol": `${HEADER}contract Pollux { uint256 public x; }`,
    };

    it("should be found without a metadata hash, also among contracts that are not looked at", async () => {
      const { codes, contract } = await found(
        compile(twins, { metadata: { bytecodeHash: "none" } }),
        {},
        "Castor",
      );
      assert.deepEqual(codes, ["VC220", "VC225"]);
      assert.include(JSON.stringify(contract.findings[1]), "test/Pollux.sol:Pollux");
    });

    it("should be told apart by their metadata hashes", async () =>
      assert.deepEqual((await found(compile(twins), {}, "Castor")).codes, []));
  });

  it("should refuse what is larger than a service takes (VC226)", async () => {
    const large = withSource(PARENT, `${SOURCES[PARENT]}//${"x".repeat(31 * 1024 * 1024)}\n`);
    const { codes } = await found(good, { input: large, hasMetadata: false });
    assert.deepEqual(codes, ["VC226!"]);
  });

  it("should refuse a language that no service takes (VC227)", async () => {
    const { codes } = await found(good, { input: (it) => ({ ...it, language: "Huff" }), hasMetadata: false });
    assert.include(codes, "VC227!");
  });

  it("should refuse an empty source (VC228)", async () => {
    const compiled = compile({
      ...SOURCES,
      [PARENT]: "",
      [COUNTER]: `${HEADER}import "./Parent.sol";\ncontract Counter {}`,
    });
    assert.deepEqual((await found(compiled)).codes, ["VC228!"]);
    assert.deepEqual((await found(compiled, {}, "Other")).codes, [], "it does not import the empty one");
  });

  it("should find settings that solc does not have, and development versions of it (VC229)", async () => {
    const input = (it: StandardJsonInput) => ({ ...it, settings: { ...it.settings, forceEVMLA: true } });
    assert.deepEqual((await found(good, { input })).codes, ["VC229!"]);
    // Before 0.5, solc ignored what it did not know.
    assert.deepEqual((await found(good, { input, compilerVersion: "0.4.26+commit.4563c3fc" })).codes, []);
    assert.deepEqual((await found(good, { input, compilerVersion: "0.5.0+commit.1d4f565a" })).codes, [
      "VC229!",
    ]);
    assert.deepEqual((await found(good, { input, compilerVersion: "0.10.0+commit.1d4f565a" })).codes, [
      "VC229",
    ]);
    // A version that is newer than this program may have more settings.
    const newer = { input, compilerVersion: "0.9.1+commit.12345678" };
    assert.deepEqual((await found(good, newer)).codes, ["VC229"]);
    const nightly = { compilerVersion: "0.8.28-nightly.2024.9.1+commit.7893614a" };
    assert.deepEqual((await found(good, nightly)).codes, ["VC229"]);
  });

  it("should know all settings that this compiler takes", async () => {
    const settings = {
      ...{ debug: { revertStrings: "default" }, evmVersion: "cancun", libraries: {}, viaIR: false },
      ...{ metadata: { bytecodeHash: "ipfs" }, modelChecker: {}, remappings: [], stopAfter: "parsing" },
    };
    const input = (it: StandardJsonInput) => ({ ...it, settings: { ...it.settings, ...settings } });
    assert.deepEqual((await found(good, { input })).codes, []);
    const { stopAfter, ...accepted } = settings;
    assert.equal(stopAfter, "parsing");
    assert.doesNotThrow(() => compile(SOURCES, accepted));
    assert.throws(() => compile(SOURCES, { forceEVMLA: true }), /forceEVMLA/);
  });

  it("should warn of code that is too large for most chains (VC230, VC231)", async () => {
    const bytes = (count: number): string => `hex"${"5b".repeat(count)}"`;
    const large = (runtime: number, init: number) =>
      compile({
        [COUNTER]: `${HEADER}contract Counter { constructor() { bytes memory a = ${bytes(init)}; assembly { mstore(0, a) } }\nfunction f() external pure returns (bytes memory) { return ${bytes(runtime)}; } }`,
      });
    const { codes, first, contract } = await found(large(25_000, 1));
    assert.deepEqual(codes, ["VC230"]);
    assert.isAbove(contract.size.runtime, 24_576);
    assert.include(first?.next ?? "", "runs: 1");
    assert.deepEqual((await found(large(1000, 49_000))).codes, ["VC231"]);
    assert.deepEqual((await found(large(23_000, 1))).codes, []);
  });

  it("should say what a compiler rejects (VC232)", async () => {
    const input = withSource(PARENT, "contract {");
    const { codes, contract } = await found(good, { input, hasMetadata: false, compile: true });
    assert.deepEqual(codes, ["VC232!"]);
    assert.deepInclude(contract.expectedMatch, { creation: "none", runtime: "none" });
  });

  it("should predict where no compiler of the version is here, and say so (VC234)", async () => {
    const { codes, contract } = await found(good, { compile: true, compilers: [], hasMetadata: false });
    assert.deepEqual(codes, ["VC234"]);
    assert.deepEqual([contract.shownBy, contract.expectedMatch.runtime], ["prediction", "exact_match"]);
    // The metadata of the build shows it as well.
    const other = await found(good, { compile: true, compilers: [] });
    assert.deepEqual([other.contract.shownBy, other.codes], ["metadata", []]);
  });

  it("should say why a compiler input can't be read (VC202)", async () => {
    const file = "/project/artifacts/build-info/x.json";
    const load = () => Promise.reject(unusableFile(file, "its compiler input is missing"));
    const { codes, contract, first } = await found(good, { load });
    assert.deepEqual(codes, ["VC202!"]);
    assert.deepInclude(first?.facts ?? [], { label: "File", value: "artifacts/build-info/x.json" });
    assert.isNull(contract.submission);
  });
});

function withStraySource(metadata: string): string {
  const value = JSON.parse(metadata) as { sources: Record<string, unknown> };
  const parent = JSON.parse(good.output.contracts[PARENT]?.Parent?.metadata ?? "") as typeof value;
  return JSON.stringify({ ...value, sources: { ...value.sources, ...parent.sources } });
}

function withoutAuxdata({ runtime, creation }: BuildCandidate): Pick<BuildCandidate, "runtime" | "creation"> {
  const cut = (object: string): string => object.slice(0, -106);
  return {
    runtime: { ...runtime, object: cut(runtime.object) },
    creation: { ...creation, object: cut(creation.object) },
  };
}
