// Compiles by the compiler at the path that it is given. Run as a process of its own, which a test kills.
import { compile } from "../../../src/internal/solidity/compilers/compile.ts";
import { COMPILER_VERSION } from "../compile.ts";

const [, , path = ""] = process.argv;
const input = JSON.stringify({ language: "Solidity", sources: {} });
await compile({ compilers: [{ path }], longVersion: COMPILER_VERSION, input }, new AbortController().signal);
