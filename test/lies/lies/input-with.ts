import type { StandardJsonInput } from "../../../src/internal/domain/compiler-input.ts";
import { PATH } from "../world/subjects.ts";

/** For compilers from 0.8 on. */
export function inputWith(source: string, settings: object = {}): StandardJsonInput {
  return {
    language: "Solidity",
    sources: { [PATH]: { content: `// SPDX-License-Identifier: MIT\npragma solidity ^0.8.0;\n${source}\n` } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      ...settings,
      outputSelection: { "*": { "*": ["abi", "metadata", "evm.bytecode", "evm.deployedBytecode"] } },
    },
  };
}
