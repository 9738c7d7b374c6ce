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
  form("all names as one", 'import * as Lib from "./B.sol"; import {B} from "contracts/B.sol";'),
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
  form("an escape of a letter", 'import "./\\x42.sol";'),
  form("an escaped quote in another path", 'import "./B.sol"; import "./q\\".sol";', {
    sources: {
      [ROOT]: `${HEAD}import "./B.sol"; import "./q\\".sol"; contract C is B { }`,
      "contracts/B.sol": base("B"),
      'contracts/q".sol': base("Q"),
      ...unused,
    },
  }),
  form("up and a dot", "", { sources: importing("../x/./B.sol", "x/B.sol") }),
  form("Unicode in the path", "", { sources: importing("./\\u00e9\\u5c3a.sol", "contracts/é尺.sol") }),
  form("the longest context before the longest prefix", "", {
    sources: { ...importing("lib/sub/B.sol", "context/sub/B.sol"), "prefix/B.sol": base("Wrong") },
    settings: { remappings: ["lib/sub/=prefix/", "contracts/:lib/=context/"] },
  }),
];
