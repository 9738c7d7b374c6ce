import { assert } from "chai";
import { unusableFile } from "../../../src/internal/builds/json-file.ts";
import type { BuildCandidate } from "../../../src/internal/domain/build.ts";
import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { CompilerSession } from "../../../src/internal/solidity/compilers/compile.ts";
import { PHENOMENA } from "../../corpus/phenomena/index.ts";
import { COMPILER_VERSION, type Compiled, compile } from "../../helpers/compile.ts";
import { compileProgram } from "../../helpers/corpus/compile-program.ts";
import {
  codesOf,
  contractOf,
  PROJECT,
  type PreflightOptions,
  preflightOf,
} from "../../helpers/pipeline/preflight.ts";
import { COMPILERS } from "../../helpers/solc.ts";

const HEADER = "// SPDX-License-Identifier: MIT\npragma solidity >=0.8.0;\n";
/** In parts, because the repository must contain no personal path. */
const HOME = ["", "home", ""].join("/");
const COUNTER = "contracts/Counter.sol";
const PARENT = "contracts/Parent.sol";
const SOURCES = {
  [COUNTER]: `${HEADER}import "./Parent.sol";\ncontract Counter is Parent { function up() external { count += 1; } }\n`,
  [PARENT]: `${HEADER}abstract contract Parent { uint256 public count; }\n`,
  "contracts/Other.sol": `${HEADER}contract Other { uint256 public x = 7; }\n`,
};
const good = compile(SOURCES);

/** Shared, because each compiler process costs more than all its compilations here. */
const session = new CompilerSession();

async function preflight(compiled: Compiled, options: PreflightOptions = {}, name = "Counter") {
  const contract = contractOf(await preflightOf(compiled, { session, ...options }), name);
  return { contract, codes: codesOf(contract), first: contract.findings[0] };
}

/** The input with one source changed, added or removed after compilation. */
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

const none = compile(SOURCES, { metadata: { bytecodeHash: "none" } });
const edited = { input: withSource(PARENT, `${SOURCES[PARENT]}// edited\n`) };
const unkept = { hasMetadata: false };
const compiling = { compile: true };
const [CASTOR, POLLUX] = [
  `${HEADER}contract Castor { uint256 public x; }`,
  `${HEADER}contract Pollux { uint256 public x; }`,
];
const twins = { "contracts/Castor.sol": CASTOR, "test/Pollux.sol": POLLUX };
const otherAt = (path: string) =>
  compile({ [path]: SOURCES["contracts/Other.sol"], [COUNTER]: `${HEADER}contract Counter {}` });
const onlyOther = { contracts: ["Other"] };
const withEmpty = compile({
  ...SOURCES,
  [PARENT]: "",
  [COUNTER]: `${HEADER}import "./Parent.sol";\ncontract Counter {}`,
});
const withSettings =
  (settings: object) =>
  (input: StandardJsonInput): StandardJsonInput => ({
    ...input,
    settings: { ...input.settings, ...settings },
  });
const evmla = { input: withSettings({ forceEVMLA: true }) };
const accepted = {
  ...{ debug: { revertStrings: "default" }, evmVersion: "cancun", libraries: {}, viaIR: false },
  ...{ metadata: { bytecodeHash: "ipfs" }, modelChecker: {}, remappings: [] },
};
const hexOf = (bytes: number): string => `hex"${"5b".repeat(bytes)}"`;
const sized = (runtime: number, init: number) =>
  compile({
    [COUNTER]: `${HEADER}contract Counter { constructor() { bytes memory a = ${hexOf(init)}; assembly { mstore(0, a) } }\nfunction f() external pure returns (bytes memory) { return ${hexOf(runtime)}; } }`,
  });

// Before 0.8.21, names of functions that other files declare too change the code of viaIR.
const [phenomenon = assert.fail()] = PHENOMENA.filter(({ isCodeOfAllFiles }) => isCodeOfAllFiles === true);
const program = compileProgram(phenomenon.deployed);
const { contract: programContract } = phenomenon.deployed;
const [, programName = ""] = programContract.split(":");
const ofProgram = {
  contracts: [programContract],
  compilers: COMPILERS,
  compilerVersion: program.compilerVersion,
};
const stray = {
  // Without a hash in the code, only the sources that the metadata lists count.
  change: (candidate: BuildCandidate) => ({
    ...candidate,
    ...(candidate.name === "Other" && {
      ...withoutAuxdata(candidate),
      metadata: withStraySource(candidate.metadata ?? ""),
    }),
  }),
};

type Row = readonly [compiled: Compiled, options?: PreflightOptions, name?: string];

/** The cases by the codes of their findings; an exclamation mark means an error. */
const FOUND: Readonly<Record<string, Readonly<Record<string, Row>>>> = {
  "": {
    "edited sources that nothing reveals": [good, { ...edited, ...unkept }],
    "names that change the code but not the metadata, without a compiler": [program, ofProgram, programName],
    "a path of a package": [otherAt("npm/a@1.0.0/Other.sol"), onlyOther, "Other"],
    "a relative remapping": [compile(SOURCES, { remappings: ["oz/=lib/oz/"] })],
    "twins with different metadata hashes": [compile(twins), {}, "Castor"],
    "an empty source that isn't imported": [withEmpty, {}, "Other"],
    "an unknown setting before 0.5, when solc ignored it": [
      good,
      { ...evmla, compilerVersion: "0.4.26+commit.4563c3fc" },
    ],
    "a setting that the next version may have": [
      good,
      { ...evmla, compilerVersion: "0.9.1+commit.12345678" },
    ],
    "every setting that this compiler accepts": [
      good,
      { input: withSettings({ ...accepted, stopAfter: "parsing" }) },
    ],
    "code just below the size limit": [sized(23_000, 1)],
    "no compiler, but the build's metadata proves the code": [good, { ...compiling, compilers: [] }],
  },
  VC220: { "no metadata hash": [none] },
  "VC220!": { "no metadata hash, if an exact match is required": [none, { minMatch: "exact_match" }] },
  "VC221!": {
    "edited sources, detected by the build's metadata": [good, edited],
    "edited sources, detected by a compiler": [good, { ...edited, ...unkept, ...compiling }],
  },
  VC222: {
    "names that change the code, detected by a compiler": [
      program,
      { ...ofProgram, ...compiling },
      programName,
    ],
    "imports that can't be followed": [good, { input: withSource(PARENT, undefined), ...unkept }],
  },
  "VC220,VC222": { "metadata that lists a source which isn't imported": [good, stray, "Other"] },
  VC224: {
    "an absolute path": [otherAt(`${HOME}alice/x/Other.sol`), onlyOther, "Other"],
    "an absolute remapping, which is submitted too": [
      compile(SOURCES, { remappings: [`oz/=${HOME}alice/oz/`] }),
    ],
  },
  "VC220,VC225": {
    "a twin without a metadata hash, outside of the request": [
      compile(twins, { metadata: { bytecodeHash: "none" } }),
      {},
      "Castor",
    ],
  },
  "VC229!": {
    "sources larger than a service accepts": [
      good,
      { input: withSource(PARENT, `${SOURCES[PARENT]}//${"x".repeat(31 * 1024 * 1024)}\n`), ...unkept },
    ],
    "a language that no service accepts": [good, { input: (it) => ({ ...it, language: "Huff" }), ...unkept }],
    "an empty source": [withEmpty],
    "an unknown setting": [good, evmla],
  },
  VC230: { "code that is too large for most chains": [sized(25_000, 1)] },
  VC231: { "init code that is too large for most chains": [sized(1000, 49_000)] },
  "VC232!": {
    "sources that the compiler rejects": [
      good,
      { input: withSource(PARENT, "contract {"), ...unkept, ...compiling },
    ],
  },
  VC234: { "no compiler of the required version": [good, { ...compiling, compilers: [], ...unkept }] },
};

describe("preflight - findings", () => {
  after(() => session[Symbol.asyncDispose]());

  for (const [codes, rows] of Object.entries(FOUND))
    for (const [what, [compiled, options, name]] of Object.entries(rows))
      it(`should find ${codes || "nothing"}: ${what}`, async () => {
        const found = await preflight(compiled, options, name);
        assert.equal(found.codes.join(), codes);
      });

  it("should expect the match that the findings allow", async () => {
    for (const [side, compiled, options] of [
      ["match", none, {}],
      ["unknown", good, edited],
      ["none", good, { input: withSource(PARENT, "contract {"), ...unkept, ...compiling }],
    ] as const) {
      const { contract } = await preflight(compiled, options);
      assert.deepInclude(contract.expectedMatch, { creation: side, runtime: side });
    }
  });

  it("should say what proves that the sources compile to the code", async () => {
    for (const [shownBy, options] of [
      ["metadata", {}],
      ["prediction", unkept],
      ["prediction", { ...compiling, compilers: [], ...unkept }],
      ["compiler", { ...compiling, ...unkept }],
    ] as const)
      assert.equal((await preflight(good, options)).contract.shownBy, shownBy, JSON.stringify(options));
  });

  it("should list the files that a submission would contain", async () => {
    const { contract } = await preflight(good);
    assert.equal(contract.submission?.sources, "minimal");
    const paths = contract.submission?.files.map(({ path }) => path);
    assert.deepEqual(paths, [COUNTER, PARENT]);
    assert.equal(contract.contract.line, 4);
    const all = await preflight(good, { input: withSource(PARENT, undefined), ...unkept });
    assert.equal(all.contract.submission?.sources, "full");
  });

  it("should report imported sources that changed since the build, and suggest to compile", async () => {
    const load = (name: string) => async () => ({
      id: "build-1",
      file: "/project/artifacts/build-info/build-1.json",
      compilerVersion: COMPILER_VERSION,
      input: good.input,
      outdated: { writtenAt: "2026-11-24T18:02:03.000Z", sources: [{ name, path: name, isNewer: true }] },
    });
    const { contract, codes, first } = await preflight(good, { load: load(PARENT) });
    assert.deepEqual([codes, contract.verdict], [["VC236"], "warning"]);
    assert.deepInclude(first?.facts ?? [], { label: "Changed", value: PARENT });
    assert.equal(first?.next, "npx hardhat build");
    const { codes: unimported } = await preflight(good, { load: load("contracts/Other.sol") });
    assert.isEmpty(unimported);
  });

  it("should accept sources below Foundry's root for a Foundry build", async () => {
    const root = "/project/foundry";
    const foundry = { ...PROJECT.foundry, isConfigured: true, root, artifacts: "/project/out" };
    const { first, contract } = await preflight(none, {
      paths: { ...PROJECT, sources: [`${root}/contracts`], foundry },
      change: (candidate) => ({ ...candidate, file: "/project/out/Counter.sol/Counter.json" }),
    });
    assert.equal(first?.next, 'set bytecode_hash = "ipfs" in the profile in foundry.toml');
    assert.equal(contract.contract.tool, "foundry");
  });

  it("should suggest a remapping to the project only for a personal path in a remapping", async () => {
    const { first } = await preflight(compile(SOURCES, { remappings: [`oz/=${HOME}alice/oz/`] }));
    assert.match(first?.next ?? "", /^use a remapping/);
    const { first: source } = await preflight(otherAt(`${HOME}alice/x/Other.sol`), onlyOther, "Other");
    assert.match(source?.next ?? "", /^use source paths/);
  });

  it("should say why a compiler input can't be read (VC202)", async () => {
    const file = "/project/artifacts/build-info/x.json";
    const load = () => Promise.reject(unusableFile(file, "its compiler input is missing"));
    const { codes, contract, first } = await preflight(good, { load });
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
