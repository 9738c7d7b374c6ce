import { assert } from "chai";
import { assertExplained, explained, onchain, vault, vaultOf } from "../../helpers/bytecode/explained.ts";
import { compile } from "../../helpers/compile.ts";

const NONE = { metadata: { bytecodeHash: "none" } };
const WORD = "00".repeat(32);
const withStart = (start: string) =>
  vaultOf(compile(vault(`uint256 public total; constructor() { total = ${start}; }`), NONE));
const withArguments = () =>
  vaultOf(compile(vault("uint256 public total; constructor(uint256 a, uint256 b) { total = a + b; }"), NONE));

describe("bytecode - explain: the creation code", () => {
  it("should name the constructor if the runtime code is the same", () => {
    const found = explained(withStart("5555"), withStart("6666"));
    const text = /^the runtime code is this build's, .* from byte \d+ on$/;
    assertExplained(found, "constructor certain", text);
    assert.equal(found[0]?.side, "creation");
  });

  it("should name the library if the settings put another one into the constructor", () => {
    const [[path = "", text = ""] = []] = Object.entries(
      vault("uint256 public total; constructor() { total = Maths.twice(4); }"),
    );
    const maths =
      "library Maths { function twice(uint256 a) external pure returns (uint256) { return 2 * a; } }";
    const withMaths = (digit: string) => {
      const settings = { ...NONE, libraries: { [path]: { Maths: `0x${digit.repeat(40)}` } } };
      const { input, output } = compile({ [path]: `${text}${maths}` }, settings);
      return { settings: input.settings, vault: output.contracts[path]?.Vault ?? assert.fail() };
    };
    const built = withMaths("a");
    const { settings } = built;
    const found = explained(withMaths("b").vault, built.vault, { settings });
    assertExplained(found, "library certain", /contracts\/Vault\.sol:Maths at 0xa{40}$/);
    assertExplained(explained(withStart("5555"), withStart("6666"), { settings }), "constructor certain");
  });

  it("should say nothing about correct arguments", () => {
    const built = withArguments();
    const creation = onchain(built.evm.bytecode.object) + WORD + WORD;
    assert.isEmpty(explained(built, built, { creation }));
  });

  it("should report arguments that are not whole words", () => {
    const built = withArguments();
    assertExplained(
      explained(built, built, { creation: `${onchain(built.evm.bytecode.object) + WORD}00` }),
      "constructor-arguments certain",
      /^33 bytes follow/,
    );
  });

  it("should not claim a factory if other code wrote this build's runtime code", () => {
    const built = withStart("1");
    const code = onchain(built.evm.bytecode.object).slice(2);
    for (const creation of [`0x5f50${code}`, `0xa9059cbb${WORD}${WORD}`])
      assertExplained(explained(built, built, { creation }), "constructor certain", /from byte 0 on$/);
  });

  it("should leave the creation code unexplained if the runtime code differs", () => {
    const built = withStart("1");
    const other = vaultOf(compile(vault("function a() external {} uint8 public b = 7;"), NONE));
    assert.isTrue(explained(other, built).every(({ side }) => side === "runtime"));
  });
});
