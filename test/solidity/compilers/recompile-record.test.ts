import { assert } from "chai";
import { compareCode } from "../../../src/internal/bytecode/compare.ts";
import { isExactlyOnChain } from "../../../src/internal/cross-check/compare/compiled-here.ts";
import type { Evidence } from "../../../src/internal/cross-check/evidence.ts";
import type { ContractRecord } from "../../../src/internal/domain/record.ts";
import type { Compile } from "../../../src/internal/solidity/compilers/recompile.ts";
import { recompileRecord } from "../../../src/internal/solidity/compilers/recompile-record.ts";
import { isSameJson } from "../../../src/internal/text/canonical-json.ts";
import { codesOf, compileWith, contractOf, flipByte } from "../../helpers/compile.ts";
import { compileHere, compilerHere } from "../../helpers/cross-check/recompiled.ts";
import { COMPILERS } from "../../helpers/solc.ts";

const SIGNAL = new AbortController().signal;
const VAULT = "src/Vault.sol";
const OTHERS = {
  "src/Aaa.sol": "contract Aaa { function one() public pure returns (uint) { return 1; } }",
  "src/Zzz.sol": 'import "./Vault.sol"; contract Zzz is Vault { uint more; }',
};
const SOURCES = {
  [VAULT]: `import "lib/Maths.sol";
/// @title A vault. Ünïcode.
contract Child { uint public x = 7; }
contract Vault {
  uint public total;
  mapping(address => uint) balances;
  event Put(address indexed who, uint amount);
  /// @notice Puts it in.
  function put(uint amount) public { balances[msg.sender] += amount; total = Maths.add(total, amount); emit Put(msg.sender, amount); }
  function make() public returns (Child) { return new Child(); }
}
`,
  "node_modules/maths/Maths.sol":
    "library Maths { function add(uint a, uint b) public pure returns (uint) { uint c = a + b; assert(c >= a); return c; } }",
};

type Settings = Readonly<Record<string, unknown>>;

const VARIANTS: Readonly<Record<string, { readonly settings: Settings; readonly since: number }>> = {
  "no optimizer": { settings: {}, since: 4.26 },
  optimizer: { settings: { optimizer: { enabled: true, runs: 1 } }, since: 4.26 },
  "linked by the settings": {
    settings: { libraries: { "node_modules/maths/Maths.sol": { Maths: `0x${"Cd".repeat(20)}` } } },
    since: 4.26,
  },
  "no metadata hash": { settings: { metadata: { bytecodeHash: "none" } }, since: 6.12 },
  "no auxdata": { settings: { metadata: { appendCBOR: false } }, since: 8.19 },
  "neither auxdata nor metadata hash": {
    settings: { metadata: { appendCBOR: false, bytecodeHash: "none" } },
    since: 8.19,
  },
  "IR pipeline": { settings: { viaIR: true, optimizer: { enabled: true } }, since: 8.19 },
  "revert strings": { settings: { debug: { revertStrings: "strip" } }, since: 6.12 },
};

/** Other versions are tested in one variant, because a setting's effect on metadata hardly differs between neighbours. */
const IN_FULL = ["0.4.26", "0.8.28"];

/** A service's record of a contract that was compiled together with unrelated sources. */
function recordOf(version: string, settings: Settings): { record: ContractRecord; onchain: string } {
  const all = { ...SOURCES, ...OTHERS };
  const sources = Object.fromEntries(Object.entries(all).map(([path, content]) => [path, { content }]));
  const input = {
    language: "Solidity",
    sources,
    settings: { remappings: ["lib/=node_modules/maths/"], ...settings },
  };
  const outputSelection = { "*": { "*": ["metadata", "evm.deployedBytecode", "evm.bytecode"] } };
  const asked = { ...input, settings: { ...input.settings, outputSelection } };
  const compiled = compileWith(version, asked);
  const { compilerVersion } = compiled;
  const metadata = JSON.parse(contractOf(compiled, VAULT, "Vault").metadata);
  const compilation = { fullyQualifiedName: `${VAULT}:Vault`, compilerVersion };
  const record = { sources, stdJsonInput: input, compilation, metadata } as unknown as ContractRecord;
  return { record, onchain: codesOf(compiled, VAULT, "Vault", `0x${"ef".repeat(20)}`).runtime };
}

describe("solidity - a record recompiled from its metadata", function () {
  this.timeout(120_000);

  for (const { version } of COMPILERS) {
    const minor = Number(version.slice(2));
    for (const [what, { settings, since }] of Object.entries(VARIANTS))
      if (since <= minor && (what === "no optimizer" || IN_FULL.includes(version)))
        it(`should have the code and metadata on record: ${version}, ${what}`, async () => {
          const { record, onchain } = recordOf(version, settings);
          const { compile, compiled } = compilerHere();
          const recompiled = await recompileRecord(compile, record, onchain, SIGNAL);
          assert.equal(recompiled.kind, "compiled", JSON.stringify(recompiled));
          if (recompiled.kind !== "compiled") return;
          const evidence = { facts: { runtimeBytecode: onchain } } as unknown as Evidence;
          assert.deepEqual(compareCode("runtime", onchain, recompiled.runtime)?.differences, []);
          assert.isTrue(isExactlyOnChain(evidence, recompiled));
          assert.isTrue(isSameJson(recompiled.described?.metadata, record.metadata));
          const given = Object.keys(JSON.parse(compiled.at(-1) ?? "").sources);
          assert.sameMembers(given, Object.keys(SOURCES), "only the metadata's sources");
          assert.lengthOf(compiled, 1);
        });
  }

  it("should not be compiled from Vyper modules outside its sources", async () => {
    const sources = { "a.vy": { content: "import b\nexports: b.f\n" } };
    const record: ContractRecord = {
      ...recordOf("0.8.28", {}).record,
      metadata: null,
      sources,
      compilation: { fullyQualifiedName: "a.vy:a", compilerVersion: "0.4.3+commit.bff19ea2" },
      stdJsonInput: { language: "Vyper", sources, settings: {} },
    };
    const interfaces = { "b.vy": { content: "@external\ndef f(): pass\n" } };
    const hidden = { ...record, stdJsonInput: { ...record.stdJsonInput, interfaces } } as ContractRecord;
    let compiled = 0;
    const compile: Compile = async () => {
      compiled++;
      return { kind: "failed", reason: "no such compiler" };
    };
    assert.equal((await recompileRecord(compile, hidden, "0x00", SIGNAL)).kind, "not-possible");
    assert.equal(compiled, 0);
    await recompileRecord(compile, record, "0x00", SIGNAL);
    assert.equal(compiled, 1);
  });

  describe("with a compiler whose output depends on unrelated sources", () => {
    /** Some versions number the nodes of all sources, and order functions by these numbers. */
    const dependent =
      (compile: Compile): Compile =>
      async (input, compiler, signal) => {
        const answer = await compile(input, compiler, signal);
        const isAlone = !Object.keys(JSON.parse(input).sources).includes("src/Aaa.sol");
        if (answer.kind !== "output" || !isAlone) return answer;
        const output = JSON.parse(answer.output);
        const { deployedBytecode } = output.contracts[VAULT].Vault.evm;
        deployedBytecode.object = flipByte(deployedBytecode.object, 5).slice(2);
        return { kind: "output", output: JSON.stringify(output) };
      };

    it("should fall back to the whole input if it gives the same metadata", async () => {
      const { record, onchain } = recordOf("0.8.28", {});
      const { compile, compiled } = compilerHere();
      const recompiled = await recompileRecord(dependent(compile), record, onchain, SIGNAL);
      assert.lengthOf(compiled, 2);
      assert.equal(recompiled.kind, "compiled");
      if (recompiled.kind === "compiled")
        assert.isTrue(compareCode("runtime", onchain, recompiled.runtime)?.sameMetadata);
    });

    it("should not fall back to the whole input if it gives other metadata", async () => {
      const { record, onchain } = recordOf("0.8.28", {});
      const other = { ...record, metadata: { ...record.metadata, version: 2 } };
      const recompiled = await recompileRecord(dependent(compileHere), other, onchain, SIGNAL);
      assert.equal(recompiled.kind, "compiled");
      if (recompiled.kind === "compiled")
        assert.isFalse(compareCode("runtime", onchain, recompiled.runtime)?.sameCode);
    });
  });
});
