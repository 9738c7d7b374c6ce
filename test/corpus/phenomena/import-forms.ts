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

/** Imports this path, which names that source. */
function importing(path: string, source: string): Program["sources"] {
  return {
    [ROOT]: `${HEAD}import "${path}";\ncontract C is B { }\n`,
    [source]: base("B"),
    ...unused,
  };
}

/** The closure has to treat each import as the compiler does. The suite compares the paths themselves in a grid. */
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
  form("up and a dot", "", { sources: importing("../x/./B.sol", "x/B.sol") }),
  form("Unicode in the path", "", { sources: importing("./\\u00e9\\u5c3a.sol", "contracts/é尺.sol") }),
  form("the longest context before the longest prefix", "", {
    sources: { ...importing("lib/sub/B.sol", "context/sub/B.sol"), "prefix/B.sol": base("Wrong") },
    settings: { remappings: ["lib/sub/=prefix/", "contracts/:lib/=context/"] },
  }),
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
