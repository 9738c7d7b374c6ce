import { assert } from "chai";
import {
  assertExplained,
  explained,
  onchain,
  PATH,
  vault,
  vaultOf,
} from "../../helpers/bytecode/explained.ts";
import { compile, compileInput, contractOf, fill } from "../../helpers/compile.ts";
import { FIXED, maths, withComment } from "../../helpers/contracts.ts";

const SOURCES = vault("uint256 public total; function add(uint256 a) external { total += a; }");
const SETTINGS = { optimizer: { enabled: true, runs: 200 } };
const built = () => vaultOf(compile(SOURCES));

describe("bytecode - explain: the same program", () => {
  it("should be silent if nothing differs", () => assert.isEmpty(explained(built(), built())));

  it("should name the metadata if only a comment differs", () => {
    const deployed = vaultOf(compile({ [PATH]: withComment(SOURCES[PATH] ?? "") }));
    const found = explained(deployed, built());
    const text = /^only the metadata differs; the program is the same\. Possible causes: /;
    assertExplained(found, "metadata certain", text);
    assert.equal(found[0]?.side, "runtime");
  });

  it("should name the compiler if only the version in the auxdata differs", () => {
    const sources = vault("uint256 public total;");
    const settings = { ...SETTINGS, evmVersion: "paris" };
    assertExplained(
      explained(vaultOf(compile(sources, settings, "0.8.37")), vaultOf(compile(sources, settings, "0.8.28"))),
      "compiler-version certain",
      "the code on chain was compiled with solc 0.8.37, this build with 0.8.28",
    );
  });

  for (const [form, metadata, text] of [
    ["a Swarm hash", { bytecodeHash: "bzzr1" }, /^the code on chain ends with the Swarm hash .*"bzzr1"/],
    ["no hash", { bytecodeHash: "none" }, /^the code on chain ends with CBOR auxdata without a hash/],
    [
      "no section",
      { appendCBOR: false, bytecodeHash: "none" },
      /^the code on chain ends with no CBOR auxdata/,
    ],
  ] as const)
    it(`should name the form of the metadata: ${form} against an IPFS hash`, () => {
      const deployed = vaultOf(compile(SOURCES, { metadata }));
      assertExplained(explained(deployed, built()), "metadata-settings certain", text);
      assertExplained(explained(built(), deployed), "metadata-settings certain");
    });

  it("should only name the metadata settings if a contract inside has metadata of that form too", () => {
    const sources = vault("function make() external returns (address) { return address(new Part()); }");
    const [[path = "", text = ""] = []] = Object.entries(sources);
    const outer = { [path]: `${text} contract Part { uint256 public total; }` };
    const deployed = vaultOf(compile(outer, { metadata: { bytecodeHash: "none" } }));
    assertExplained(explained(deployed, vaultOf(compile(outer))), "metadata-settings certain");
  });

  it("should name an immutable with contradictory values", () => {
    const fixed = contractOf(compile({ "Fixed.sol": FIXED }), "Fixed.sol", "Fixed");
    const { object, immutableReferences = {} } = fixed.evm.deployedBytecode;
    const ranges = Object.values(immutableReferences).find(({ length }) => length > 1) ?? [];
    const runtime = onchain(fill(object, ranges.slice(1), "02"));
    const text = new RegExp(`02 at byte ${ranges[1]?.start}, which no constructor can write$`);
    assertExplained(explained(fixed, fixed, { runtime }), "immutables certain", text);
  });

  it("should name a library with two addresses", () => {
    const uses = contractOf(maths(), "contracts/UsesMaths.sol", "UsesMaths");
    const { object, linkReferences } = uses.evm.deployedBytecode;
    const ranges = linkReferences["contracts/Maths.sol"]?.Maths ?? [];
    const linked = fill(fill(object, ranges.slice(0, 1), "11"), ranges.slice(1), "22");
    assertExplained(
      explained(uses, uses, { runtime: onchain(linked) }),
      "library certain",
      /^the library contracts\/Maths\.sol:Maths has two values on chain, 0x0+11 at/,
    );
  });

  it("should name a library that the settings link at another address", () => {
    const { input } = maths();
    const linkedTo = (digits: string) => {
      const settings = { libraries: { "contracts/Maths.sol": { Maths: `0x${digits.repeat(20)}` } } };
      const compiled = compileInput({ ...input, settings: { ...input.settings, ...settings } });
      return { contract: contractOf(compiled, "contracts/UsesMaths.sol", "UsesMaths"), settings };
    };
    const [there, here] = [linkedTo("11"), linkedTo("22")];
    assertExplained(
      explained(there.contract, here.contract, { settings: here.settings }),
      "library certain",
      /puts the library contracts\/Maths\.sol:Maths at 0x(22){20}, .* the code on chain has 0x(11){20}$/,
    );
    // Without the settings it is a plain constant.
    assertExplained(explained(there.contract, here.contract), "constant certain");
  });

  it("should not report a library's own address as a constant", () => {
    const library = contractOf(maths(), "contracts/Maths.sol", "Maths");
    const deployed = onchain(library.evm.deployedBytecode.object);
    const runtime = `0x73${"ab".repeat(20)}${deployed.slice(44)}`;
    assert.isEmpty(explained(library, library, { runtime }));
  });
});
