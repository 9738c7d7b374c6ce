import { createRequire } from "node:module";
import { assert } from "chai";
import type { JobError } from "../../src/internal/domain/record.ts";
import { loadSoljson } from "../../src/internal/solidity/compilers/compiler-cache.ts";
import { needsMoreSources } from "../../src/internal/submission/next-step.ts";
import { contractOf, runtimeOf } from "../helpers/compile.ts";
import { counter } from "../helpers/contracts.ts";

const template = runtimeOf(contractOf(counter(), "contracts/Counter.sol", "Counter"));
const others = runtimeOf(
  contractOf(counter({ optimizer: { enabled: false } }), "contracts/Counter.sol", "Counter"),
);
const runtimeBytecode = `0x${template.object}`;
const ofBuild = { onchainRuntimeCode: runtimeBytecode, recompiledRuntimeCode: runtimeBytecode };
const ofOthers = { onchainRuntimeCode: runtimeBytecode, recompiledRuntimeCode: `0x${others.object}` };
const ofOtherChain = { ...ofOthers, onchainRuntimeCode: "0x6001" };
const MISSING =
  'ParserError: Source "contracts/B.sol" not found: File not supplied initially.\n --> A.sol:1:1:';

const helps = (customCode: string, more: Partial<JobError> = {}): boolean =>
  needsMoreSources(
    { customCode, message: "no", ...more },
    { paths: new Set(["contracts/A.sol", "contracts/B.sol"]), template, runtimeBytecode },
  );

describe("job - whether all sources are sent after the imported ones", () => {
  for (const [what, customCode, more, expected] of [
    ["a missing source", "compiler_error", { compilerErrors: [MISSING] }, true],
    [
      "a missing source in the format of solc 0.5",
      "compiler_error",
      { compilerErrors: [`contracts/A.sol:1:1: ${MISSING}`] },
      true,
    ],
    [
      "a missing source that the build lacks too",
      "compiler_error",
      { compilerErrors: [MISSING.replace("B.sol", "C.sol")] },
      false,
    ],
    [
      "a source that quotes the error",
      "compiler_error",
      { compilerErrors: [`TypeError: no\n --> A.sol:1:1:\n1 | ${MISSING}`] },
      false,
    ],
    ["a type error", "compiler_error", { compilerErrors: ['TypeError: "B.sol" not found'] }, false],
    ["a message that quotes the error", "compiler_error", { message: MISSING }, false],
    ["other code from fewer sources", "no_match", ofOthers, true],
    ["other code from fewer sources, with another length", "bytecode_length_mismatch", ofOthers, true],
    ["the build's own code", "no_match", ofBuild, false],
    ["other code on the service's chain", "no_match", ofOtherChain, false],
    ["a mismatch without code", "no_match", {}, false],
    ["the compiler bug of omitted files", "extra_file_input_bug", {}, true],
    ["that bug, with the build's own code", "extra_file_input_bug", ofBuild, false],
    ["that bug, with other code on the service's chain", "extra_file_input_bug", ofOtherChain, false],
    ...["compiled_bytecode_is_zero", "internal_error", "a_code_of_tomorrow"].map(
      (code) => [code, code, { ...ofOthers, compilerErrors: [MISSING] }, false] as const,
    ),
  ] as const)
    it(`is ${expected ? "true" : "false"} for ${what}${what === customCode ? "" : `: ${customCode}`}`, () =>
      assert.equal(helps(customCode, more), expected));

  for (const version of ["0.4.26", "0.5.17", "0.8.37"])
    it(`recognises a missing source in ${version}'s messages`, async () => {
      const path = createRequire(import.meta.url).resolve(`solc-${version}/soljson.js`);
      const sources = { "contracts/A.sol": { content: 'import "./B.sol"; contract A {}' } };
      const output = (await loadSoljson(path)).compile(
        JSON.stringify({ language: "Solidity", sources, settings: { outputSelection: {} } }),
      );
      const { errors } = JSON.parse(output) as { errors: readonly { formattedMessage: string }[] };
      const compilerErrors = errors.map(({ formattedMessage }) => formattedMessage);
      assert.isTrue(helps("compiler_error", { compilerErrors }), compilerErrors.join("\n"));
    });
});
