// Compiles with the compiler at the given path, in a separate process that a test kills.
import { compile } from "../../../src/internal/solidity/compilers/compile.ts";
import { COMPILER_VERSION } from "../compile.ts";

const [, , path = ""] = process.argv;
const input = JSON.stringify({ language: "Solidity", sources: {} });
await compile({ compilers: [{ path }], longVersion: COMPILER_VERSION, input }, new AbortController().signal);
