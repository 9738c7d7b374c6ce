import { EXACT, MATCH, NOTHING, type Phenomenon } from "../../helpers/corpus/phenomenon.ts";
import { BOX, BOX_PATH, BOX_PROGRAM, HEAD, one } from "./sources.ts";

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

/** The build has other sources than those that were deployed. */
export const CHANGED_SOURCES: readonly Phenomenon[] = [
  { name: "comment changed", deployed: BOX_PROGRAM, build: boxed(`${BOX}// more\n`), gives: MATCH },
  {
    name: "variable renamed",
    deployed: BOX_PROGRAM,
    build: boxed(BOX.replaceAll("newValue", "next")),
    gives: MATCH,
  },
  { name: "path changed", deployed: BOX_PROGRAM, build: boxed(BOX, "src/Box.sol"), gives: MATCH },
  {
    name: "contract renamed",
    deployed: BOX_PROGRAM,
    build: {
      sources: { [BOX_PATH]: BOX.replace("contract Box", "contract Case") },
      contract: `${BOX_PATH}:Case`,
    },
    gives: MATCH,
  },
  {
    name: "license changed",
    deployed: BOX_PROGRAM,
    build: boxed(BOX.replace("MIT", "UNLICENSED")),
    gives: MATCH,
  },
  {
    name: "remapping changed, and the code not",
    deployed: remapped(["unused/=other/"]),
    build: remapped(["unused/=another/"]),
    gives: MATCH,
  },
  {
    name: "constant changed",
    deployed: BOX_PROGRAM,
    build: boxed(BOX.replace("+ 7", "+ 8")),
    gives: NOTHING,
  },
  {
    name: "function added",
    deployed: BOX_PROGRAM,
    build: boxed(BOX.replace("uint256 public value;", "uint256 public value; uint256 public other;")),
    gives: NOTHING,
  },
  {
    name: "line endings changed, from CRLF to LF",
    deployed: boxed(crlf(BOX)),
    build: BOX_PROGRAM,
    gives: EXACT,
  },
  {
    name: "line endings changed, from LF to CRLF",
    deployed: BOX_PROGRAM,
    build: boxed(crlf(BOX)),
    gives: EXACT,
  },
  { name: "newline at the end added", deployed: boxed(BOX.trimEnd()), build: BOX_PROGRAM, gives: EXACT },
  {
    name: "line endings changed in one of two files",
    deployed: {
      ...remapped([]),
      sources: { ...remapped([]).sources, "lib/Base.sol": crlf(remapped([]).sources["lib/Base.sol"]) },
    },
    build: remapped([]),
    gives: MATCH,
  },
  {
    name: "line endings changed in both of two files",
    deployed: {
      ...remapped([]),
      sources: Object.fromEntries(
        Object.entries(remapped([]).sources).map(([path, content]) => [path, crlf(content)]),
      ),
    },
    build: remapped([]),
    gives: EXACT,
  },
  {
    name: "line endings changed, and a file of one line, which the service drops in that try",
    deployed: withOneLine(crlf),
    build: withOneLine((text) => text),
    gives: MATCH,
  },
  {
    name: "line endings changed, under a Swarm hash",
    deployed: { ...boxed(crlf(BOX)), settings: { metadata: { bytecodeHash: "bzzr1" } } },
    build: { ...BOX_PROGRAM, settings: { metadata: { bytecodeHash: "bzzr1" } } },
    gives: MATCH,
  },
  {
    name: "line endings changed, with literal content",
    deployed: { ...boxed(crlf(BOX)), settings: { metadata: { useLiteralContent: true } } },
    build: { ...BOX_PROGRAM, settings: { metadata: { useLiteralContent: true } } },
    gives: EXACT,
  },
  {
    name: "line endings changed, and a name in capitals among the paths",
    deployed: withCapitals(crlf),
    build: withCapitals((text) => text),
    gives: EXACT,
  },
  {
    name: "line endings changed, and two files that are the same",
    deployed: withCopy(crlf),
    build: withCopy((text) => text),
    gives: MATCH,
  },
  {
    name: "line endings changed in a source longer than a chunk",
    deployed: boxed(crlf(LONG_BOX)),
    build: boxed(LONG_BOX),
    gives: EXACT,
  },
  {
    name: "line endings changed in a factory and its child",
    deployed: made(crlf),
    build: made((text) => text),
    gives: EXACT,
  },
  {
    name: "line endings changed, and a linked library and an immutable",
    deployed: linked(crlf),
    build: linked((text) => text),
    deployment: { kind: "transaction", libraries: { Adder: "0x00000000000000000000000000000000000add00" } },
    gives: EXACT,
  },
  { name: "CRLF sources", deployed: boxed(crlf(BOX)), gives: EXACT },
  {
    name: "Unicode sources",
    deployed: {
      sources: {
        "contracts/Größe 尺.sol": `${HEAD}// ünïcödé 🎉\ncontract Box { string public s = unicode"héllo 🎉"; }\n`,
      },
      contract: "contracts/Größe 尺.sol:Box",
    },
    gives: EXACT,
  },
  {
    name: "a byte order mark",
    deployed: boxed(`\uFEFF${BOX}`.replace("\uFEFF", "// \uFEFF\n")),
    gives: EXACT,
  },
  {
    name: "user-defined operators",
    deployed: one(
      "Prices",
      `type Price is uint128; using {plus as +, same as ==} for Price global;
function plus(Price a, Price b) pure returns (Price) { return Price.wrap(Price.unwrap(a) + Price.unwrap(b)); }
function same(Price a, Price b) pure returns (bool) { return Price.unwrap(a) == Price.unwrap(b); }
contract Prices { function f(Price a, Price b) external pure returns (bool) { return a + b == b; } }`,
    ),
    gives: EXACT,
  },
];
