import { assert } from "chai";
import { findProvenCompilation } from "../../src/internal/cross-check/compare/linked-library.ts";
import type { LinkedLibrary } from "../../src/internal/cross-check/evidence.ts";
import type { ContractRecord } from "../../src/internal/domain/record.ts";
import { ContractRun } from "../../src/internal/pipeline/run.ts";
import type { FoundBuild } from "../../src/internal/pipeline/stages/find-build.ts";
import { compileLibraries } from "../../src/internal/pipeline/stages/libraries-here.ts";
import type { Compile } from "../../src/internal/solidity/compilers/recompile.ts";
import {
  COMPILER_VERSION,
  type Compiled,
  codesOf,
  compile,
  compileWith,
  contractOf,
  fill,
  libraryCode,
  runtimeOf,
} from "../helpers/compile.ts";
import { compileHere } from "../helpers/cross-check/recompiled.ts";
import { decodedRecord } from "../helpers/cross-check/recorded-evidence.ts";
import { FakeChain } from "../helpers/fake-chain.ts";
import { NOT_VERIFIED, recordOf } from "../helpers/pipeline/answers.ts";
import { type Setting, withPorts } from "../helpers/pipeline/world.ts";
import { json } from "../helpers/services/fault-server.ts";

const LOW = `0x${"11".repeat(20)}`;
const HIGH = `0x${"22".repeat(20)}`;
const USES = `0x${"33".repeat(20)}`;
const AT: Readonly<Record<string, string>> = { Low: LOW, High: HIGH, Uses: USES };

const low = (body: string) =>
  `pragma solidity ^0.8.0; library Low { function twice(uint256 a) public pure returns (uint256) { ${body} } }`;
const SOURCES = {
  "Low.sol": `import "lib/None.sol"; ${low("return a * 2;")}`,
  "none/None.sol": "pragma solidity ^0.8.0;",
  "High.sol": `pragma solidity ^0.8.0; import "./Low.sol";
library High { function four(uint256 a) public pure returns (uint256) { return Low.twice(Low.twice(a)); } }`,
  "Uses.sol": `pragma solidity ^0.8.0; import "./High.sol";
contract Uses { uint256 public x; function set() external { x = High.four(x); } }`,
};
const remappings = ["lib/=none/"];
const own = compile(SOURCES, { remappings });
/** As compiled in another project or job. */
const otherwise = compile(SOURCES, { remappings, optimizer: { enabled: false } });
const evil = compile({ ...SOURCES, "Low.sol": low("return a * 3;") }, { remappings });

function codeOf(compiled: Compiled, name: string): string {
  const { object, linkReferences } = contractOf(compiled, `${name}.sol`, name).evm.deployedBytecode;
  const linked = Object.values(linkReferences)
    .flatMap((ofFile) => Object.entries(ofFile))
    .reduce((code, [library, ranges]) => fill(code, ranges, AT[library] ?? "0x"), object);
  return name === "Uses" ? `0x${linked}` : `0x73${AT[name]?.slice(2)}${linked.slice(42)}`;
}

/** A service leaves zeros where a library is linked. */
function zeroed(compiled: Compiled, name: string) {
  const path = `${name}.sol`;
  const { creation } = codesOf(compiled, path, name);
  const deployed = { address: AT[name] ?? "", runtime: codeOf(compiled, name), creation };
  const sides = { creation: "exact_match", runtime: "exact_match" } as const;
  const body = JSON.stringify(recordOf(compiled, path, name, deployed, sides));
  return JSON.parse(body.replaceAll(/__.{36}__/g, "0".repeat(40)));
}

interface World {
  readonly low: Compiled;
  /** The library's record at the service. @default none */
  readonly lowRecord?: Compiled;
  readonly compile?: Compile;
  readonly build?: FoundBuild;
}

function libraries(world: World): Promise<readonly LinkedLibrary[]> {
  const chain = new FakeChain()
    .deploy(LOW, codeOf(world.low, "Low"), 1)
    .deploy(HIGH, codeOf(own, "High"), 1)
    .growTo(2);
  const lowRecord = world.lowRecord === undefined ? NOT_VERIFIED : json(200, zeroed(world.lowRecord, "Low"));
  const setting = {
    chain,
    script: { record: [lowRecord] },
    ports: { compile: world.compile ?? compileHere },
  };
  const record = decodedRecord(zeroed(own, "Uses"));
  return librariesOf(setting, own, codeOf(own, "Uses"), record, world.build);
}

function librariesOf(
  setting: Setting,
  compiled: Compiled,
  runtimeBytecode: string,
  record: ContractRecord,
  build?: FoundBuild,
): Promise<readonly LinkedLibrary[]> {
  const template = runtimeOf(contractOf(compiled, "Uses.sol", "Uses"));
  return withPorts({ ...setting, builds: [] }, (ports, request) =>
    compileLibraries(new ContractRun(request, ports), {
      facts: { chainId: 31337, address: USES, runtimeBytecode, blockNumber: 2, creation: undefined },
      record,
      build,
      recompiled: { kind: "compiled", runtime: template, creation: template },
      givenCompiled: undefined,
    }),
  );
}

const shown = (all: readonly LinkedLibrary[]) =>
  all.map(
    (library) =>
      `${library.name}, by ${library.linkedBy}: ${findProvenCompilation(library)?.by ?? "nothing"}`,
  );

describe("pipeline - libraries that no build has", () => {
  const byLibrary = (by: string) => [
    "High.sol:High, by runtime code: compiler",
    `Low.sol:Low, by library: ${by}`,
  ];

  it("should be compiled from the sources of the contract and its libraries", async () =>
    assert.deepEqual(shown(await libraries({ low: own })), byLibrary("compiler")));

  it("should be compiled from their own record if the contract has other settings", async () => {
    assert.deepEqual(shown(await libraries({ low: otherwise, lowRecord: otherwise })), byLibrary("compiler"));
    assert.deepEqual(shown(await libraries({ low: otherwise })), byLibrary("nothing"));
  });

  it("should not be proven by an exact record whose sources differ or don't compile to the code", async () => {
    for (const lowRecord of [evil, own, otherwise])
      assert.deepEqual(shown(await libraries({ low: evil, lowRecord })), byLibrary("nothing"));
  });

  it("should name the compiler that their record needs if it is missing here", async () => {
    const without: Compile = (input, wanted, signal) =>
      JSON.parse(input).settings.optimizer.enabled
        ? compileHere(input, wanted, signal)
        : Promise.resolve({ kind: "no-compiler", reason: "It is not here." });
    const all = await libraries({ low: otherwise, lowRecord: otherwise, compile: without });
    assert.equal(all.at(-1)?.lacking?.longVersion, COMPILER_VERSION);
    assert.isUndefined(all[0]?.lacking);
  });

  it("should not need the contract's compiler if a build has a library of that name", async () => {
    const compile: Compile = () => Promise.resolve({ kind: "no-compiler", reason: "It is not here." });
    const template = runtimeOf(contractOf(evil, "Low.sol", "Low"));
    for (const [compiled, wanted] of [
      [[], COMPILER_VERSION],
      [[{ template, by: "build", input: evil.input }], undefined],
    ] as const) {
      const uses = contractOf(own, "Uses.sol", "Uses");
      const build = {
        compilation: { input: own.input, compilerVersion: COMPILER_VERSION },
        compiled: { runtime: runtimeOf(uses), creation: runtimeOf(uses) },
        findLibrary: () => Promise.resolve({ compiled }),
      } as unknown as FoundBuild;
      const [high] = await libraries({ low: own, compile, build });
      assert.equal(high?.lacking?.longVersion, wanted);
    }
  });

  describe("that the settings link by name only (solc before 0.7.5)", () => {
    const twice = (factor: number) =>
      `pragma solidity >=0.4.0; library Low { function twice(uint a) public pure returns (uint) { return a * ${factor}; } }`;
    const oldSources = (first: string) => ({
      "A.sol": { content: first },
      "B.sol": { content: twice(2) },
      "Uses.sol": {
        content: `pragma solidity >=0.4.0; import "./A.sol" as A; import { Low as B } from "./B.sol";
contract Uses { function set(uint a) public pure returns (uint) { return B.twice(a); } }`,
      },
    });
    const outputs = ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"];
    const compileOld = (first: string) => {
      const input = {
        language: "Solidity",
        sources: oldSources(first),
        settings: { libraries: { "A.sol": { Low: LOW } }, outputSelection: { "*": { "*": outputs } } },
      };
      return compileWith("0.6.12", input);
    };

    /** The sources of `A.sol`, and the path whose library is at the linked address. */
    const linkedTo = async (first: string, path: string): Promise<readonly string[]> => {
      const compiled = compileOld(first);
      const { input, compilerVersion } = compiled;
      const uses = contractOf(compiled, "Uses.sol", "Uses");
      const chain = new FakeChain().deploy(LOW, libraryCode(compiled, path, "Low", LOW), 1).growTo(2);
      const setting = { chain, script: { record: [NOT_VERIFIED] }, ports: { compile: compileHere } };
      const record = {
        ...decodedRecord(zeroed(own, "Uses")),
        sources: input.sources,
        metadata: JSON.parse(uses.metadata),
        stdJsonInput: { ...input },
        compilation: { compilerVersion },
      };
      return shown(await librariesOf(setting, compiled, `0x${uses.evm.deployedBytecode.object}`, record));
    };

    it("should be proven if one source declares the name", async () => {
      const none = "pragma solidity >=0.4.0; contract Other {}";
      assert.deepEqual(await linkedTo(none, "B.sol"), ["Low, by settings: compiler"]);
    });

    it("should not be proven by another library of the same name", async () => {
      const hidden = twice(3).replace("library ", "library /* a */ ");
      for (const first of [twice(3), hidden])
        for (const path of ["A.sol", "B.sol"])
          assert.deepEqual(await linkedTo(first, path), ["Low, by settings: nothing"], path);
    });

    it("should be proven if every library of the name has the code", async () =>
      assert.deepEqual(await linkedTo(`${twice(2)} // A copy.`, "B.sol"), ["Low, by settings: compiler"]));
  });
});
