import { assert } from "chai";
import {
  assertExplained,
  assertFirst,
  explained,
  kindsOf,
  onchain,
  PATH,
  vault,
  vaultOf,
} from "../../helpers/bytecode/explained.ts";
import { compile, flipByte } from "../../helpers/compile.ts";

const BODY = `uint256 public total; mapping(address => bytes) public notes;
  function add(uint256 a, uint256 b) external { require(a < b, "order"); total += a * b; }
  function note(bytes calldata n) external { notes[msg.sender] = n; }`;
const SETTINGS = { optimizer: { enabled: true, runs: 200 }, evmVersion: "paris", viaIR: false };
const vaultWith = (settings: Readonly<Record<string, unknown>> = {}, body = BODY) =>
  vaultOf(compile(vault(body), { ...SETTINGS, ...settings }));
const built = () => vaultWith();

describe("bytecode - explain: another program", () => {
  it("should name a constant's offset and both values", () => {
    const deployed = vaultWith({}, BODY.replace("total += a * b", "total += a * b + 7777"));
    assertExplained(
      explained(deployed, vaultWith({}, BODY.replace("total += a * b", "total += a * b + 8888"))),
      "constant certain",
      /only 1 pushed value differs: at byte \d+: 0x1e61 on chain, 0x22b8 in this build$/,
    );
  });

  it("should name the compiler version first, before a constant", () => {
    const [old, young] = ["7777", "8888"].map((value) =>
      vault(`function fee(uint256 a) external pure returns (uint256) { return a / ${value}; }`),
    );
    const found = explained(
      vaultOf(compile(old ?? {}, SETTINGS, "0.8.19")),
      vaultOf(compile(young ?? {}, SETTINGS, "0.8.28")),
    );
    assert.equal(found[0]?.kind, "compiler-version");
  });

  it("should explain a few changed bytes by changed sources", () =>
    assertExplained(
      explained(built(), built(), {
        runtime: flipByte(onchain(built().evm.deployedBytecode.object), 2 + 2 + 1),
      }),
      "sources likely",
      /only 1 byte of it differs, from byte 5/,
    ));

  it("should name the EVM version if an opcode doesn't exist in the build's", () =>
    assertExplained(
      explained(vaultWith({ evmVersion: "shanghai" }), built(), { settings: SETTINGS }),
      "evm-version certain",
      `the code on chain uses PUSH0, which doesn't exist in the build's EVM version "paris": it was compiled for shanghai or newer`,
    ));

  it("should not name the build's EVM version if the settings leave it to the compiler", () => {
    const found = explained(
      vaultOf(
        compile(vault(`${BODY} function f() external { assembly { tstore(0, 1) } }`), {
          evmVersion: "cancun",
        }),
      ),
      vaultOf(compile(vault(BODY), { optimizer: SETTINGS.optimizer }, "0.8.19")),
      { settings: { optimizer: SETTINGS.optimizer } },
    );
    const evm = found.find(({ kind }) => kind === "evm-version");
    assert.equal(evm?.certainty, "likely");
    assert.match(evm?.text ?? "", /, but this build does not: it was compiled for cancun or newer$/);
    assert.include(kindsOf(found), "compiler-version certain");
  });

  it("should recognise viaIR by the start of the code", () => {
    const viaIr = vaultWith({ viaIR: true });
    assertFirst(explained(viaIr, built(), { settings: SETTINGS }), "via-ir certain");
    assertFirst(explained(built(), viaIr), "via-ir likely");
  });

  it("should recognise optimized code before 0.8, but not compare its runs with a newer compiler's", () => {
    const source = {
      [PATH]: `pragma solidity >=0.7.0; contract Vault { mapping(address => uint256) public bal;
        function move(address t, uint256 v) external { require(bal[msg.sender] >= v, "no"); bal[msg.sender] -= v; bal[t] += v; } }`,
    };
    const old = (enabled: boolean) =>
      vaultOf(compile(source, { optimizer: { enabled, runs: 200 } }, "0.7.6"));
    const [off, on] = [old(false), old(true)];
    const young = vaultOf(compile(source, { optimizer: SETTINGS.optimizer }, "0.8.28"));

    assert.match(explained(off, on)[0]?.text ?? "", /: optimized in this build, but not on chain$/);
    assert.match(explained(on, off)[0]?.text ?? "", /: optimized on chain, but not in this build$/);
    const kinds = explained(on, young).map(({ kind }) => kind);
    assert.equal(kinds[0], "compiler-version");
    assert.notInclude(kinds, "optimizer");
  });

  it("should say that the code is too small to decide", () => {
    const body = (what: string) =>
      `constructor() payable {} fallback() external payable { assembly { ${what} } }`;
    assertExplained(
      explained(vaultWith({}, body("sstore(1, 2)")), vaultWith({}, body("sstore(1, 2) log0(0, 0)"))),
      "unexplained likely",
    );
  });

  it("should distinguish more runs from fewer", () => {
    const settings = { ...SETTINGS, optimizer: { enabled: true, runs: 10_000 } };
    assert.match(
      explained(vaultWith(settings), built(), { settings: SETTINGS })[0]?.text ?? "",
      /: optimized for more runs on chain than in this build \(200\), judging by how constants are written$/,
    );
    assert.match(
      explained(built(), vaultWith(settings))[0]?.text ?? "",
      /for fewer runs on chain than in this build, judging by/,
    );
  });

  it("should not compare runs across compilers if the constants differ too little", () => {
    const compiled = (version: "0.8.19" | "0.8.28", runs: number) =>
      vaultOf(compile(vault(BODY), { ...SETTINGS, optimizer: { enabled: true, runs } }, version));
    const kinds = (runs: number) =>
      explained(compiled("0.8.19", runs), compiled("0.8.28", 1)).map(({ kind }) => kind);
    // Three constants are computed on chain, nine in the build.
    assert.notInclude(kinds(1000), "optimizer");
    assert.include(kinds(10_000), "optimizer");
  });

  it("should name functions that only one side has", () =>
    assertExplained(
      explained(vaultWith({}, `${BODY} function more() external {}`), built()),
      "sources likely",
      /only on chain 0x[0-9a-f]{8}$/,
    ));

  it("should recognise another contract by its functions", () => {
    const other = `function a() external {} function b() external {} function c() external {}`;
    assertExplained(
      explained(vaultWith({ evmVersion: "shanghai" }, other), built()),
      "other-code certain",
      /it has 3 function selectors, this build 4, and they share none$/,
    );
  });

  it("should recognise truncated and extended code", () => {
    const whole = onchain(built().evm.deployedBytecode.object);
    assertExplained(explained(built(), built(), { runtime: whole.slice(0, -40) }), "truncated certain");
    assertExplained(explained(built(), built(), { runtime: whole.slice(0, 400) }), "truncated certain");
    assertExplained(explained(built(), built(), { runtime: `${whole}0001` }), "extended certain");
  });

  for (const [what, runtime, kind, text] of [
    ["no code", "0x", "no-code", /no code on chain/],
    [
      "a minimal proxy",
      `0x363d3d373d3d3d363d73${"ab".repeat(20)}5af43d82803e903d91602b57fd5bf3`,
      "proxy",
      /minimal proxy.* 0x(ab){20}$/,
    ],
    ["a delegation", `0xef0100${"cd".repeat(20)}`, "proxy", /EIP-7702.* 0x(cd){20}$/],
  ] as const)
    it(`should recognise ${what}`, () => {
      assertExplained(explained(built(), built(), { runtime }), `${kind} certain`, text);
    });

  it("should ignore malformed settings", () => {
    const settings = { optimizer: "on", evmVersion: 7, viaIR: "yes", libraries: [] };
    assert.isNotEmpty(explained(vaultWith({ evmVersion: "shanghai" }), built(), { settings }));
  });
});
