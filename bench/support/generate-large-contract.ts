import { solidityText } from "./solidity-text.ts";

/**
 * Generates a contract, `Item0`, that imports `parts` libraries with `totalLength` characters in total, so every tool's
 * submission is large. Most of it is real Solidity inside comments, so it compiles quickly.
 */
export function generateLargeContract(
  parts: number,
  totalLength: number,
): readonly { readonly file: string; readonly source: string }[] {
  const texts = solidityText(totalLength, Math.ceil(totalLength / parts));
  const libraries = texts.map((text, index) => ({ file: `Part${index}.sol`, source: part(text, index) }));
  return [...libraries, { file: "Item0.sol", source: main(libraries.length) }];
}

function part(text: string, index: number): string {
  return `${HEADER}
library Part${index} {
    function add(uint256 a) internal pure returns (uint256) {
        return a + ${index};
    }
}

/*
${asComment(text)}*/
`;
}

function main(parts: number): string {
  const indices = Array.from({ length: parts }, (_, index) => index);
  return `${HEADER}
${indices.map((index) => `import {Part${index}} from "./Part${index}.sol";`).join("\n")}

contract Item0 {
    function sum(uint256 a) external pure returns (uint256) {
${indices.map((index) => `        a = Part${index}.add(a);`).join("\n")}
        return a;
    }
}
`;
}

/** Removes sequences that end a comment or that the compiler interprets inside comments. */
function asComment(text: string): string {
  return text.replaceAll("*/", "* /").replaceAll("SPDX-License-Identifier", "License");
}

const HEADER = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;
`;
