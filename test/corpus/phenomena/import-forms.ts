import type { Program } from "../../helpers/corpus/phenomenon.ts";
import { HEAD } from "../../helpers/corpus/phenomenon.ts";

const ROOT = "contracts/C.sol";
const base = (name: string) => `${HEAD}contract ${name} { uint256 public value${name}; }`;
const unused = { "contracts/Unused.sol": base("Unused") };

interface ImportForm extends Program {
  readonly name: string;
}

function form(name: string, imports: string, more: Partial<Program> = {}): ImportForm {
  return {
    name,
    sources: { [ROOT]: `${HEAD}${imports}\ncontract C is B { }\n`, "contracts/B.sol": base("B"), ...unused },
    contract: `${ROOT}:C`,
    ...more,
  };
}

/** The imported source has another name. */
function at(name: string, path: string, imported: string, more: Partial<Program> = {}): ImportForm {
  const root = Object.keys(more.sources ?? {})[0] ?? ROOT;
  return {
    name,
    contract: `${root}:C`,
    ...more,
    sources: {
      [root]: `${HEAD}import "${imported}";\ncontract C is B { }\n`,
      [path]: base("B"),
      ...unused,
      ...Object.fromEntries(Object.entries(more.sources ?? {}).slice(1)),
    },
  };
}

const importer = (path: string) => ({ sources: { [path]: "" } });
const remapped = (remappings: readonly string[], others: readonly string[] = [], root = ROOT) => ({
  sources: { [root]: "", ...Object.fromEntries(others.map((path) => [path, base("Wrong")])) },
  settings: { remappings },
});

/** The closure has to treat each import as the compiler does. */
export const IMPORT_FORMS: readonly ImportForm[] = [
  form("plain", 'import "./B.sol";'),
  form("single quotes", "import './B.sol';"),
  form("a list of names, one under another name", 'import {B as D, B} from "./B.sol";'),
  form("all names as one", 'import * as Lib from "./B.sol"; import {B} from "contracts/B.sol";'),
  form("a file under a name", 'import "./B.sol" as Lib; import {B} from "./B.sol";'),
  form("no space anywhere", 'import{B}from"./B.sol";'),
  form(
    "comments inside",
    'import /* "./Unused.sol" */ {B /* , X */} // "./Unused.sol"\n  from /**/ "./B.sol" ;',
  ),
  form(
    "imports in comments",
    '// import "./Unused.sol";\n/* import "./Unused.sol";\n */ /// import "./Unused.sol";\nimport "./B.sol";',
  ),
  form(
    "an import in a string",
    `import "./B.sol"; contract S { string public s = 'import "./Unused.sol";'; }`,
  ),
  form("an import after the contract", 'contract First { string public s = "*/ //"; } import "./B.sol";'),
  form(
    "a word that is import in assembly",
    'import "./B.sol"; contract A { function f() external pure { assembly { let importing := "import" pop(importing) } } }',
  ),
  form("a carriage return that ends a comment", '// \rimport "./B.sol";'),
  form("CRLF", 'import\r\n"./B.sol"\r\n;\r\n'),
  form("an escape of a letter", 'import "./\\x42.sol";'),
  form("an escape of a code unit", 'import "./\\u0042.sol";'),
  form("an escaped quote in another path", 'import "./B.sol"; import "./q\\".sol";', {
    sources: {
      [ROOT]: `${HEAD}import "./B.sol"; import "./q\\".sol"; contract C is B { }`,
      "contracts/B.sol": base("B"),
      'contracts/q".sol': base("Q"),
      ...unused,
    },
  }),
  form("a broken line in the path", 'import "./\\\nB.sol";', {
    compiler: "0.5.17",
    ...old('import "./\\\nB.sol";'),
  }),
  form("a source that imports itself", 'import "./C.sol"; import "./B.sol";'),
  form("a circle", "", {
    sources: {
      [ROOT]: `${HEAD}import "./B.sol"; contract C { function f() external returns (address) { return address(new B()); } }`,
      "contracts/B.sol": `${HEAD}import "./D.sol"; contract B { }`,
      "contracts/D.sol": `${HEAD}import "./C.sol"; contract D { function f(C c) external { c.f(); } }`,
      ...unused,
    },
  }),
  form("a file of free functions and errors", 'import "./B.sol"; import "./free.sol";', {
    sources: {
      [ROOT]: `${HEAD}import "./B.sol"; import "./free.sol"; contract C is B { function f(uint256 a) external pure returns (uint256) { return twice(a); } }`,
      "contracts/free.sol": `${HEAD}error Large(uint256 a); function twice(uint256 a) pure returns (uint256) { if (a > 9) revert Large(a); return a * 2; }`,
      "contracts/B.sol": base("B"),
      ...unused,
    },
  }),
  form("0.4.26", 'import {B} from "./B.sol";', { compiler: "0.4.26", ...old('import {B} from "./B.sol";') }),
  at("two slashes", "contracts/x/B.sol", "./x//B.sol"),
  at("two slashes at the start", "contracts/B.sol", ".//B.sol"),
  at("up and a dot", "x/B.sol", "../x/./B.sol"),
  at("a dot and up", "B.sol", "./../B.sol"),
  at("further up than there is", "B.sol", "../../../B.sol"),
  at("a folder that is left again", "contracts/B.sol", "./x/../B.sol"),
  at("a direct path that is not made simpler", "x/../B.sol", "x/../B.sol"),
  at("a direct path with two slashes", "x//B.sol", "x//B.sol"),
  at("two slashes in the importer", "a/x/B.sol", "../x/B.sol", importer("a//b/C.sol")),
  at("two slashes before the importer's name", "a/b/B.sol", "./B.sol", importer("a/b//C.sol")),
  at("an absolute importer", "/abs/x/B.sol", "./x/B.sol", importer("/abs/C.sol")),
  at("an importer in the root", "/B.sol", "./B.sol", importer("/C.sol")),
  at(
    "an https importer",
    "https://example.org/lib/B.sol",
    "../lib/B.sol",
    importer("https://example.org/c/C.sol"),
  ),
  at(
    "an https importer, and up past its host",
    "https:/B.sol",
    "../../B.sol",
    importer("https://example.org/c/C.sol"),
  ),
  at("an https path", "https://example.org/B.sol", "https://example.org/B.sol"),
  at("an importer whose path begins with a dot", "./x/B.sol", "./B.sol", importer("./x/C.sol")),
  at("Unicode in the path", "contracts/é尺.sol", "./\\u00e9\\u5c3a.sol"),
  at("Unicode in the importer", "größe/B.sol", "./B.sol", importer("größe/C.sol")),
  at("spaces in the path", "contracts/a b/B c.sol", "./a b/B c.sol"),
  at(
    "remapping: the longest prefix",
    "long/B.sol",
    "lib/sub/B.sol",
    remapped(["lib/=short/", "lib/sub/=long/"], ["short/sub/B.sol"]),
  ),
  at(
    "remapping: the longest prefix, whichever comes first",
    "long/B.sol",
    "lib/sub/B.sol",
    remapped(["lib/sub/=long/", "lib/=short/"], ["short/sub/B.sol"]),
  ),
  at(
    "remapping: the last of two alike",
    "two/B.sol",
    "lib/B.sol",
    remapped(["lib/=one/", "lib/=two/"], ["one/B.sol"]),
  ),
  at(
    "remapping: the longest context before the longest prefix",
    "context/sub/B.sol",
    "lib/sub/B.sol",
    remapped(["lib/sub/=prefix/", "contracts/:lib/=context/"], ["prefix/B.sol"]),
  ),
  at(
    "remapping: several contexts",
    "deep/B.sol",
    "lib/B.sol",
    remapped(["a/:lib/=shallow/", "a/b/:lib/=deep/", "c/:lib/=no/"], ["shallow/B.sol"], "a/b/C.sol"),
  ),
  at("remapping: an empty context", "empty/B.sol", "lib/B.sol", remapped([":lib/=empty/"])),
  at(
    "remapping: a context that is another's start",
    "yes/B.sol",
    "lib/B.sol",
    remapped(["a/bc:lib/=no/", "a/b:lib/=yes/"], ["no/B.sol"], "a/b/C.sol"),
  ),
  at("remapping: an empty target", "B.sol", "lib/B.sol", remapped(["lib/="])),
  at("remapping: a prefix without a slash", "xB.sol", "libB.sol", remapped(["lib=x"])),
  at(
    "remapping: a relative import, when it is resolved",
    "elsewhere/B.sol",
    "./B.sol",
    remapped(["contracts/=elsewhere/"], ["contracts/B.sol"]),
  ),
  at(
    "remapping: not applied to its own result",
    "b/B.sol",
    "a/B.sol",
    remapped(["a/=b/", "b/=c/"], ["c/B.sol"]),
  ),
  at("remapping: an equals sign in the target", "x=y/B.sol", "lib/B.sol", remapped(["lib/=x=y/"])),
  at(
    "remapping: a colon in the target",
    "https://e.org/B.sol",
    "lib/B.sol",
    remapped(["lib/=https://e.org/"]),
  ),
];

/** For compilers that don't know `>=0.8.0` or abstract contracts. */
function old(imports: string): Pick<Program, "sources"> {
  const head = "pragma solidity >=0.4.0;\n";
  return {
    sources: {
      [ROOT]: `${head}${imports}\ncontract C is B { }\n`,
      "contracts/B.sol": `${head}contract B { uint256 public value; }`,
      "contracts/Unused.sol": `${head}contract Unused { }`,
    },
  };
}
