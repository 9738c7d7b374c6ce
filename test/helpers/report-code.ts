import type { CodeComparison, ContractCode } from "../../src/internal/report/model.ts";

const HASH = "0x8f4c1ba1a3f60f3a6fd0c5ab8b0df9a35a3f0c7ab2f58ef5c6a1ae7bf2b1d9e0";
const METADATA = "ipfs QmaJ7LU8zQ31XzaVoHz42vZPiFvLCcxbBnMZ9aVFh96USG, solc 0.8.28";

export const VAULT_CODE: ContractCode = {
  runtime: {
    bytes: 3100,
    hash: HASH,
    parts: [
      { kind: "immutable", start: 611, length: 32, name: "214" },
      { kind: "immutable", start: 1404, length: 32, name: "214" },
      { kind: "library", start: 2051, length: 20, name: "contracts/MathLib.sol:MathLib" },
      { kind: "metadata", start: 3047, length: 53, value: METADATA },
    ],
  },
  creation: {
    bytes: 3521,
    parts: [
      { kind: "constructor", start: 0, length: 357 },
      { kind: "runtime", start: 357, length: 3100 },
      { kind: "arguments", start: 3457, length: 64 },
    ],
  },
};

const COMPARISON: CodeComparison = {
  contract: "contracts/Token.sol:Token",
  bytes: 121,
  onlyOnChain: 10,
  onlyInBuild: 0,
  segments: [
    { kind: "same", onChain: [0, 38], inBuild: [0, 38] },
    { kind: "differs", onChain: [38, 10], inBuild: [38, 0] },
    { kind: "same", onChain: [48, 30], inBuild: [38, 30] },
    { kind: "metadata", onChain: [78, 53], inBuild: [68, 53] },
  ],
  places: [
    {
      before: 24,
      source: { file: "project/contracts/Token.sol", line: 7, text: "function a() external {" },
      cut: 2,
      rows: [
        {
          state: "moved",
          onChain: { offset: 35, text: "PUSH1 0x34" },
          inBuild: { offset: 35, text: "PUSH1 0x2a" },
        },
        { state: "same", onChain: { offset: 37, text: "JUMPI" }, inBuild: { offset: 37, text: "JUMPI" } },
        { state: "differs", onChain: { offset: 38, text: "DUP1" } },
        { state: "differs", onChain: { offset: 39, text: "PUSH4 0x4df7e3d0", note: "selector of b()" } },
        {
          state: "differs",
          onChain: { offset: 44, text: "PUSH1 0x07" },
          inBuild: { offset: 38, text: "PUSH1 0x08" },
        },
      ],
    },
  ],
};

export const STRANGE_CODE: ContractCode = {
  runtime: {
    bytes: 131,
    hash: HASH,
    hex: `0x${"6080604052".repeat(26)}00`,
    parts: [
      { kind: "differs", start: 38, length: 10 },
      { kind: "metadata", start: 78, length: 53, value: METADATA },
    ],
  },
  comparison: COMPARISON,
};
