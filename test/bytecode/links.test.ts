import { assert } from "chai";
import { inferTemplate } from "../../src/internal/bytecode/inferred-template.ts";
import { collectLinks, findClashingName, type LinkedCode } from "../../src/internal/bytecode/links.ts";
import { type Compiled, compile, contractOf, creationOf, fill, runtimeOf } from "../helpers/compile.ts";

const LOW = `0x${"11".repeat(20)}`;
const SETUP = `0x${"22".repeat(20)}`;
const OTHER = `0x${"33".repeat(20)}`;

const SOURCES = {
  "Libs.sol": `pragma solidity ^0.8.0;
library Low { function twice(uint256 a) external pure returns (uint256) { return a * 2; } }
library Setup { function run(mapping(address => uint256) storage b) external { b[msg.sender] = 1; } }`,
  "Uses.sol": `pragma solidity ^0.8.0; import "./Libs.sol";
contract Both { uint256 public x; constructor() { x = Low.twice(1); } function set() external { x = Low.twice(x); } }
contract Once { mapping(address => uint256) public balances; constructor() { Setup.run(balances); } }
contract Parent { constructor() { new Once(); } }
contract None { uint256 public x; }`,
};

type Links = Readonly<Record<string, string>>;

/** @param at The addresses at a library's positions, in order; the last one repeats. */
function deployed(
  compiled: Compiled,
  name: string,
  at: Readonly<Record<string, readonly string[]>>,
): LinkedCode {
  const contract = contractOf(compiled, "Uses.sol", name);
  const linked = ({ object, linkReferences }: typeof contract.evm.bytecode): string =>
    Object.values(linkReferences)
      .flatMap((ofFile) => Object.entries(ofFile))
      .flatMap(([library, ranges]) => ranges.map((range, index) => ({ library, range, index })))
      .reduce((code, { library, range, index }) => {
        const addresses = at[library] ?? [];
        return fill(code, [range], addresses[index] ?? addresses.at(-1) ?? "0x");
      }, object);
  return {
    runtime: runtimeOf(contract),
    creation: creationOf(contract),
    inputs: [compiled.input],
    onchain: {
      runtime: `0x${linked(contract.evm.deployedBytecode)}`,
      initCode: `0x${linked(contract.evm.bytecode)}`,
    },
  };
}

const shown = (code: LinkedCode): string[] =>
  collectLinks(code).map(({ name, address, linkedBy }) => `${linkedBy}: ${name} ${address}`);

const executing = (code: LinkedCode, initCode: string | undefined): LinkedCode => ({
  ...code,
  onchain: { ...code.onchain, initCode },
});

describe("bytecode - links of a contract", () => {
  const compiled = compile(SOURCES);
  const { sources } = compiled.input;
  const bySettings = compile(SOURCES, { libraries: { "Libs.sol": { Low: LOW } } });
  const IN_RUNTIME = `runtime code: Libs.sol:Low ${LOW}`;
  const IN_SETTINGS = `settings: Libs.sol:Low ${LOW}`;

  it("should be empty without libraries, and list a library in both codes once", () => {
    assert.deepEqual(shown(deployed(compiled, "None", {})), []);
    assert.deepEqual(shown(deployed(compiled, "Both", { Low: [LOW] })), [IN_RUNTIME]);
  });

  it("should include libraries used only by the constructor or by a contract it creates", () => {
    for (const name of ["Once", "Parent"]) {
      const found = shown(deployed(compiled, name, { Setup: [SETUP] }));
      assert.deepEqual(found, [`constructor: Libs.sol:Setup ${SETUP}`], name);
    }
  });

  it("should list each address if a library is linked at several", () => {
    const code = deployed(compiled, "Both", { Low: [LOW] });
    const { onchain } = deployed(compiled, "Both", { Low: [OTHER, LOW] });
    const found = shown(executing(code, onchain.initCode));
    assert.sameMembers(found, [IN_RUNTIME, `constructor: Libs.sol:Low ${OTHER}`]);
  });

  it("should list the constructor's libraries without an address if the init code is unknown or different", () => {
    for (const [name, at, linked] of [
      ["Both", { Low: [LOW] }, [IN_RUNTIME, "constructor: Libs.sol:Low undefined"]],
      ["Once", {}, ["constructor: Libs.sol:Setup undefined"]],
    ] as const)
      for (const initCode of [undefined, "0x60006000f3"])
        assert.deepEqual(shown(executing(deployed(compiled, name, at), initCode)), [...linked], name);
  });

  it("should include libraries linked in the settings, without an address if the chain doesn't show it", () => {
    const libraries = { "Libs.sol": { Low: LOW, Setup: SETUP }, "Gone.sol": { Low: LOW } };
    const set = compile(SOURCES, { libraries });
    const once = `settings: Libs.sol:Setup ${SETUP}`;
    const hidden = "constructor: Libs.sol:Setup undefined";
    for (const [name, executed, unknown] of [
      ["Both", [IN_SETTINGS], [IN_SETTINGS, "constructor: Libs.sol:Low undefined"]],
      ["Once", [once], [hidden]],
      ["Parent", [once], [hidden]],
    ] as const) {
      const code = deployed(set, name, {});
      assert.deepEqual(shown(code), [...executed]);
      for (const initCode of [undefined, "0x60006000f3"])
        assert.deepEqual(shown(executing(code, initCode)), [...unknown]);
    }
    assert.deepEqual(shown(deployed(set, "None", {})), []);
  });

  it("should include libraries from a metadata's settings, each once across inputs", () => {
    const flat: Links = { "Libs.sol:Low": LOW };
    const code = deployed(bySettings, "Both", {});
    const metadata = { sources, settings: { libraries: flat } };
    assert.deepEqual(shown({ ...code, inputs: [metadata] }), [IN_SETTINGS]);
    const moved = {
      sources: { "moved/Libs.sol": {} },
      settings: { libraries: { "moved/Libs.sol": { Low: LOW } } },
    };
    assert.deepEqual(shown({ ...code, inputs: [metadata, moved] }), [IN_SETTINGS]);
  });

  it("should keep two libraries with one name and address apart if the settings link one", () => {
    const library = (name: string) =>
      `pragma solidity ^0.8.0; library Low { function ${name}() external pure returns (uint256) { return 1; } }`;
    const sources = {
      "A.sol": library("a"),
      "B.sol": library("b"),
      "Uses.sol": `pragma solidity ^0.8.0; import { Low as A } from "./A.sol"; import { Low as B } from "./B.sol";
contract Two { function sum() external pure returns (uint256) { return A.a() + B.b(); } }`,
    };
    const two = deployed(compile(sources, { libraries: { "B.sol": { Low: LOW } } }), "Two", { Low: [LOW] });
    assert.deepEqual(shown(two), [`runtime code: A.sol:Low ${LOW}`, `settings: B.sol:Low ${LOW}`]);
  });

  it("should show only the library's name if the compiler version ignores the path in the settings", () => {
    const code = deployed(bySettings, "Both", {});
    const linked = (path: string, compilerVersion: string) => {
      const settings = { libraries: { [path]: { Low: LOW } } };
      return shown({ ...code, inputs: [{ sources, settings, compilerVersion }] });
    };
    for (const path of ["Libs.sol", "Gone.sol", ""])
      for (const version of ["0.6.12+commit.27d51765", "0.7.4+commit.3f05b770"])
        assert.deepEqual(linked(path, version), [`settings: Low ${LOW}`], path);
    for (const version of ["0.7.5+commit.eb77ed08", "0.8.28+commit.7893614a"]) {
      assert.deepEqual(linked("Libs.sol", version), [IN_SETTINGS]);
      for (const path of ["Gone.sol", ""]) assert.deepEqual(linked(path, version), [], path);
    }
  });

  it("should find one used library among 20,000 in the settings by scanning the codes once", () => {
    const code = deployed(bySettings, "Both", {});
    const others = Array.from({ length: 20_000 }, (_, at) => [
      `L${at}`,
      `0x${at.toString(16).padStart(40, "a")}`,
    ]);
    const libraries = { "Libs.sol": { ...Object.fromEntries(others), Low: LOW } };
    const input = { sources: { "Libs.sol": {} }, settings: { libraries } };
    const pads = "00".repeat(50_000);
    const padded = executing({ ...code, inputs: [input] }, `${code.onchain.runtime}${pads}`);
    assert.deepEqual(shown(padded), [IN_SETTINGS, "constructor: Libs.sol:Low undefined"]);
  });

  it("should list inferred references by address, without a name", () => {
    const { onchain, runtime, creation, inputs } = deployed(compiled, "Both", { Low: [LOW] });
    const inferred = {
      inputs,
      onchain,
      runtime: inferTemplate("runtime", runtime.object),
      creation: inferTemplate("creation", creation?.object ?? ""),
    };
    assert.match(shown(inferred).join(), new RegExp(`^runtime code: :@\\d+ ${LOW}$`));
    // Some tools keep the references of the creation code alone.
    assert.deepEqual(shown({ ...inferred, creation }), [IN_RUNTIME]);
    // A library that the settings also name is listed once.
    const named = {
      sources: inputs[0]?.sources ?? {},
      settings: { libraries: { "Libs.sol": { Low: LOW } } },
    };
    assert.match(shown({ ...inferred, inputs: [named] }).join(), new RegExp(`^runtime code: :@\\d+ ${LOW}$`));
    assert.match(
      shown({ ...inferred, onchain: { runtime: onchain.runtime } }).join(),
      new RegExp(`^runtime code: :@\\d+ ${LOW},constructor: :@ undefined$`),
    );
  });
});

describe("bytecode - libraries of one name in two files", () => {
  const clash = (compilerVersion: string, other: string) =>
    findClashingName({
      sources: {},
      settings: {
        libraries: { "a.sol": { Lib: `0x${"aB".repeat(20)}` }, "b.sol": { Lib: other, Own: "0x1" } },
      },
      compilerVersion,
    });

  it("should clash if the compiler ignores paths and their addresses differ", () => {
    assert.equal(clash("0.7.4+commit.3f05b770", `0x${"cd".repeat(20)}`), "Lib");
    assert.isUndefined(clash("0.7.4+commit.3f05b770", `0x${"ab".repeat(20)}`));
    assert.isUndefined(clash("0.7.5+commit.eb77ed08", `0x${"cd".repeat(20)}`));
  });
});
