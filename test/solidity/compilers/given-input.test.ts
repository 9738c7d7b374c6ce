import { chmod } from "node:fs/promises";
import { createRequire } from "node:module";
import { assert } from "chai";
import { givenInputHere } from "../../../src/internal/cross-check/checks/given-input.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import { compile } from "../../../src/internal/solidity/compilers/compile.ts";
import type { Recompiled } from "../../../src/internal/solidity/compilers/compiled-here.ts";
import type { LocalCompiler } from "../../../src/internal/solidity/compilers/find-compilers.ts";
import { findCompilersOnPath } from "../../../src/internal/solidity/compilers/find-compilers.ts";
import { recompile } from "../../../src/internal/solidity/compilers/recompile.ts";
import { type TemporaryFolder, temporaryFolder } from "../../helpers/build-files.ts";
import { COMPILER_VERSION, codesOf, compile as compileSources } from "../../helpers/compile.ts";

const SIGNAL = new AbortController().signal;
const PATH = "contracts/greeter.vy";
/** As in version lists; the compiler itself prints seven digits of the commit. */
const VYPER = "0.3.10+commit.91361694";
/** Any code: the comparison does not depend on what it does. */
const RUNTIME = "5f3560e01c63cfae3217811860135760206040f35b5f5ffd";
const IMMUTABLE = `${"00".repeat(12)}${"ab".repeat(20)}`;
/** [24, [], 32, {"vyper": [0, 3, 10]}] with its length: the end of Vyper's creation code since 0.3.10. */
const SIZES = "84181880" + "1820" + "a16576797065728300030a" + "0013";
const CREATION = `601861000f5f3960386000f3${RUNTIME}${SIZES}`;

const FACTORY = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;
contract Child { uint256 public x = 7; }
contract Factory { address public child; function make() external { child = address(new Child()); } }
contract Depot { address public factory; function make() external { factory = address(new Factory()); } }
`;

const INPUT = {
  language: "Vyper",
  sources: { [PATH]: { content: "OWNER: public(immutable(address))\n" } },
  settings: { evmVersion: "shanghai", outputSelection: { "*": ["evm.bytecode"] } },
};

/** Writes an executable that acts as vyper: it prints a version, or the recorded output of one input. */
async function recordedVyper(folder: TemporaryFolder): Promise<readonly LocalCompiler[]> {
  const evm = { bytecode: { object: `0x${CREATION}` }, deployedBytecode: { object: `0x${RUNTIME}` } };
  const output = { compiler: "vyper-0.3.10", contracts: { [PATH]: { greeter: { evm } } }, sources: {} };
  const error = {
    type: "KeyError",
    component: "compiler",
    severity: "error",
    message: "Invalid outputSelection",
  };
  const file = await folder.write(
    "vyper",
    `#!${process.execPath}
const known = ["abi", "devdoc", "userdoc", "layout", "evm.methodIdentifiers", "evm.bytecode.object", "evm.deployedBytecode.object", "evm.deployedBytecode.sourceMap"];
if (process.argv[2] === "--version") console.log("0.3.10+commit.9136169");
else if (process.argv[2] === "--standard-json") {
  const { settings } = JSON.parse(require("node:fs").readFileSync(0, "utf8"));
  const wanted = Object.values(settings.outputSelection).flat();
  const isKnown = wanted.every((each) => known.includes(each));
  console.log(isKnown ? ${JSON.stringify(JSON.stringify(output))} : ${JSON.stringify(JSON.stringify({ errors: [error] }))});
} else process.exitCode = 2;
`,
  );
  await chmod(file, 0o755);
  return findCompilersOnPath("vyper", `relative/bin:${folder.path}:/nowhere`);
}

const compiledBy = (
  compilers: readonly LocalCompiler[],
  input: Parameters<typeof recompile>[1],
  contractIdentifier: string,
  compilerVersion: string,
): Promise<Recompiled> =>
  recompile(
    (text, { longVersion }, signal) => compile({ input: text, longVersion, compilers }, signal),
    input,
    { contractIdentifier, compilerVersion },
    SIGNAL,
  );

/** The check's finding for this code on chain. */
const finding = (givenCompiled: Recompiled, runtimeBytecode: string) =>
  givenInputHere.run({ givenCompiled, facts: { runtimeBytecode } } as unknown as Evidence);

describe("solidity - a standard JSON input from the user", () => {
  it("should be compiled by the vyper on PATH, and compared with the chain except for immutables", async function () {
    if (process.platform === "win32") this.skip();
    await using folder = await temporaryFolder();
    const compilers = await recordedVyper(folder);
    assert.deepEqual(compilers, [{ path: `${folder.path}/vyper` }]);
    const compiled = await compiledBy(compilers, INPUT, `${PATH}:greeter`, VYPER);
    assert.equal(finding(compiled, `0x${RUNTIME}${IMMUTABLE}`).status, "passed");
    assert.equal(finding(compiled, `0x${RUNTIME}`).status, "failed");
    assert.equal(finding(compiled, `0x${RUNTIME.replace("6020", "6040")}${IMMUTABLE}`).status, "failed");
  });

  it("should be left to the service, with a reason, if no vyper of its version is found", async function () {
    if (process.platform === "win32") this.skip();
    await using folder = await temporaryFolder();
    const compilers = await recordedVyper(folder);
    for (const [found, version] of [
      [compilers, "0.4.0+commit.e9db8d9f"],
      [compilers, "0.3.10+commit.ffffffff"],
      [await findCompilersOnPath("vyper", "/nowhere"), VYPER],
    ] as const) {
      const compiled = await compiledBy(found, INPUT, `${PATH}:greeter`, version);
      assert.equal(compiled.kind, "no-compiler");
      assert.equal(finding(compiled, `0x${RUNTIME}${IMMUTABLE}`).status, "skipped");
    }
  });

  it("should be left to the service if the language is Fe", async () => {
    const compiled = await compiledBy([], { ...INPUT, language: "Fe" }, "a.fe:A", "26.0.0+commit.00000000");
    const { status, ...rest } = finding(compiled, "0x6000");
    assert.equal(status, "skipped");
    assert.include(Reflect.get(rest, "reason"), "not Fe");
  });

  it("should pass the check after a comment-only change of a contract that creates one that creates another", async () => {
    const PLACE = "contracts/Factory.sol";
    const compilers = [{ path: createRequire(import.meta.url).resolve("solc/soljson.js") }];
    const { input } = compileSources({ [PLACE]: FACTORY });
    const compiled = await compiledBy(compilers, input, `${PLACE}:Depot`, COMPILER_VERSION);
    const onchain = (source: string) => codesOf(compileSources({ [PLACE]: source }), PLACE, "Depot").runtime;
    assert.equal(finding(compiled, onchain(FACTORY)).status, "passed");
    assert.equal(finding(compiled, onchain(`${FACTORY}// other\n`)).status, "passed");
    // The code of the innermost contract.
    assert.equal(finding(compiled, onchain(FACTORY.replace("x = 7", "x = 8"))).status, "failed");
  });
});
