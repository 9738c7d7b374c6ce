import {
  BOX,
  BOX_PATH,
  BOX_PROGRAM,
  EXACT,
  HEAD,
  MATCH,
  NOTHING,
  one,
  type Phenomenon,
  phenomenon,
} from "../../helpers/corpus/phenomenon.ts";

const boxed = (source: string, path = BOX_PATH) => ({ sources: { [path]: source }, contract: `${path}:Box` });
const crlf = (text: string) => text.replaceAll("\n", "\r\n");
const remapped = (remappings: readonly string[]) => ({
  sources: {
    "lib/Base.sol": `${HEAD}contract Base { uint256 public b; }`,
    "contracts/User.sol": `${HEAD}import "lib/Base.sol"; contract User is Base { function f() external { b = 1; } }`,
  },
  settings: { remappings },
  contract: "contracts/User.sol:User",
});

type Rewrite = (text: string) => string;
const LONG_BOX = `${BOX}${"// a line that makes it long\n".repeat(1_200)}`;
const withCapitals = (rewrite: Rewrite) => ({
  sources: {
    "contracts/a.sol": rewrite(`${HEAD}contract A { uint256 public a; }`),
    "contracts/Box.sol": rewrite(`${HEAD}import "./a.sol"; import "./_c.sol"; contract Box is A, C { }`),
    "contracts/_c.sol": rewrite(`${HEAD}contract C { uint256 public c; }`),
  },
  contract: "contracts/Box.sol:Box",
});
const withCopy = (rewrite: Rewrite) => ({
  sources: {
    "contracts/Box.sol": rewrite(
      `${HEAD}import {Same as A} from "./a.sol"; import {Same as B} from "./b.sol"; contract Box is A { function f() external { new B(); } }`,
    ),
    "contracts/a.sol": rewrite(`${HEAD}contract Same { uint256 public a; }`),
    "contracts/b.sol": rewrite(`${HEAD}contract Same { uint256 public a; }`),
  },
  contract: "contracts/Box.sol:Box",
});
const withOneLine = (rewrite: Rewrite) => ({
  sources: {
    [BOX_PATH]: rewrite(`import "./One.sol";\n${BOX}`),
    "contracts/One.sol": rewrite("contract One { }\n"),
  },
  contract: `${BOX_PATH}:Box`,
});
const made = (rewrite: Rewrite) => ({
  sources: {
    "contracts/Factory.sol": rewrite(
      `${HEAD}import "./Child.sol";\ncontract Factory { function f() external { new Child(); } }\n`,
    ),
    "contracts/Child.sol": rewrite(`${HEAD}contract Child { uint256 public a; }\n`),
  },
  contract: "contracts/Factory.sol:Factory",
});
const linked = (rewrite: Rewrite) => ({
  sources: {
    "contracts/User.sol":
      rewrite(`${HEAD}library Adder { function add(uint256 a) external pure returns (uint256) { return a + 1; } }
contract User { uint256 public immutable at = block.number; function f() external pure returns (uint256) { return Adder.add(1); } }`),
  },
  contract: "contracts/User.sol:User",
});

export const CHANGED_SOURCES: readonly Phenomenon[] = [
  phenomenon("comment changed", MATCH, BOX_PROGRAM, { build: boxed(`${BOX}// more\n`) }),
  phenomenon("variable renamed", MATCH, BOX_PROGRAM, { build: boxed(BOX.replaceAll("newValue", "next")) }),
  phenomenon("path changed", MATCH, BOX_PROGRAM, { build: boxed(BOX, "src/Box.sol") }),
  phenomenon("contract renamed", MATCH, BOX_PROGRAM, {
    build: {
      sources: { [BOX_PATH]: BOX.replace("contract Box", "contract Case") },
      contract: `${BOX_PATH}:Case`,
    },
  }),
  phenomenon("license changed", MATCH, BOX_PROGRAM, { build: boxed(BOX.replace("MIT", "UNLICENSED")) }),
  phenomenon("remapping changed, and the code not", MATCH, remapped(["unused/=other/"]), {
    build: remapped(["unused/=another/"]),
  }),
  phenomenon("constant changed", NOTHING, BOX_PROGRAM, { build: boxed(BOX.replace("+ 7", "+ 8")) }),
  phenomenon("function added", NOTHING, BOX_PROGRAM, {
    build: boxed(BOX.replace("uint256 public value;", "uint256 public value; uint256 public other;")),
  }),
  phenomenon("line endings changed, from CRLF to LF", EXACT, boxed(crlf(BOX)), { build: BOX_PROGRAM }),
  phenomenon("line endings changed, from LF to CRLF", EXACT, BOX_PROGRAM, { build: boxed(crlf(BOX)) }),
  phenomenon("newline at the end added", EXACT, boxed(BOX.trimEnd()), { build: BOX_PROGRAM }),
  phenomenon(
    "line endings changed in one of two files",
    MATCH,
    {
      ...remapped([]),
      sources: { ...remapped([]).sources, "lib/Base.sol": crlf(remapped([]).sources["lib/Base.sol"]) },
    },
    { build: remapped([]) },
  ),
  phenomenon(
    "line endings changed in both of two files",
    EXACT,
    {
      ...remapped([]),
      sources: Object.fromEntries(
        Object.entries(remapped([]).sources).map(([path, content]) => [path, crlf(content)]),
      ),
    },
    { build: remapped([]) },
  ),
  phenomenon(
    "line endings changed, and a file of one line, which the service drops in that try",
    MATCH,
    withOneLine(crlf),
    { build: withOneLine((text) => text) },
  ),
  phenomenon(
    "line endings changed, under a Swarm hash",
    MATCH,
    { ...boxed(crlf(BOX)), settings: { metadata: { bytecodeHash: "bzzr1" } } },
    { build: { ...BOX_PROGRAM, settings: { metadata: { bytecodeHash: "bzzr1" } } } },
  ),
  phenomenon(
    "line endings changed, with literal content",
    EXACT,
    { ...boxed(crlf(BOX)), settings: { metadata: { useLiteralContent: true } } },
    { build: { ...BOX_PROGRAM, settings: { metadata: { useLiteralContent: true } } } },
  ),
  phenomenon("line endings changed, and a name in capitals among the paths", EXACT, withCapitals(crlf), {
    build: withCapitals((text) => text),
  }),
  phenomenon("line endings changed, and two files that are the same", MATCH, withCopy(crlf), {
    build: withCopy((text) => text),
  }),
  phenomenon("line endings changed in a source longer than a chunk", EXACT, boxed(crlf(LONG_BOX)), {
    build: boxed(LONG_BOX),
  }),
  phenomenon("line endings changed in a factory and its child", EXACT, made(crlf), {
    build: made((text) => text),
  }),
  phenomenon("line endings changed, and a linked library and an immutable", EXACT, linked(crlf), {
    build: linked((text) => text),
    deployment: { kind: "transaction", libraries: { Adder: "0x00000000000000000000000000000000000add00" } },
  }),
  phenomenon("CRLF sources", EXACT, boxed(crlf(BOX))),
  phenomenon("Unicode sources", EXACT, {
    sources: {
      "contracts/Größe 尺.sol": `${HEAD}// ünïcödé 🎉\ncontract Box { string public s = unicode"héllo 🎉"; }\n`,
    },
    contract: "contracts/Größe 尺.sol:Box",
  }),
  phenomenon("a byte order mark", EXACT, boxed(`\uFEFF${BOX}`.replace("\uFEFF", "// \uFEFF\n"))),
  phenomenon(
    "user-defined operators",
    EXACT,
    one(
      "Prices",
      `type Price is uint128; using {plus as +, same as ==} for Price global;
function plus(Price a, Price b) pure returns (Price) { return Price.wrap(Price.unwrap(a) + Price.unwrap(b)); }
function same(Price a, Price b) pure returns (bool) { return Price.unwrap(a) == Price.unwrap(b); }
contract Prices { function f(Price a, Price b) external pure returns (bool) { return a + b == b; } }`,
    ),
  ),
];
