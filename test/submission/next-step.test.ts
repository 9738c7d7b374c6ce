import { createRequire } from "node:module";
import { assert } from "chai";
import type { ExpectedMatch, ExpectedSideMatch } from "../../src/internal/domain/match.ts";
import type { JobError, Match } from "../../src/internal/domain/record.ts";
import { loadSoljson } from "../../src/internal/solidity/compilers/compiler-cache.ts";
import {
  decideNextStep,
  needsMoreSources,
  type SubmissionEnd,
  type WiderInput,
} from "../../src/internal/submission/next-step.ts";
import { contractOf, runtimeOf } from "../helpers/compile.ts";
import { counter } from "../helpers/contracts.ts";
import { NO_MATCH } from "../helpers/services/examples.ts";
import { VERIFICATION_ID as verificationId } from "../helpers/services/quick.ts";

const EXACT = expecting("exact_match", "exact_match");

const WIDER: WiderInput = {
  paths: new Set(["contracts/A.sol", "contracts/B.sol"]),
  template: { object: "0x6001", linkReferences: {}, immutableReferences: {} },
  runtimeBytecode: "0x6001",
};

function expecting(creation: ExpectedSideMatch, runtime: ExpectedSideMatch): ExpectedMatch {
  return { creation, runtime, reasons: [] };
}

function failing(customCode: string, more: Partial<JobError> = {}): SubmissionEnd {
  return { kind: "failed", verificationId, error: { customCode, message: "no", ...more } };
}

function matched(creationMatch: Match | null, runtimeMatch: Match | null): SubmissionEnd {
  return { kind: "matched", verificationId, match: { ...NO_MATCH, creationMatch, runtimeMatch } };
}

describe("job - the next step after a failed job", () => {
  for (const [customCode, withFallback, without, mostRepeats] of [
    ["no_match", "done", "done", 0],
    ["extra_file_input_bug", "send-fallback", "done", 0],
    ["internal_error", "send-again", "send-again", 1],
    ["contract_not_deployed", "send-again", "send-again", 3],
  ] as const) {
    it(`for ${customCode} is ${withFallback}, without other sources ${without}`, () => {
      assert.equal(decideNextStep(failing(customCode), EXACT, WIDER, 0), withFallback);
      assert.equal(decideNextStep(failing(customCode), EXACT, undefined, 0), without);
    });

    it(`for ${customCode} resends the same input at most ${mostRepeats} times`, () => {
      let repeats = 0;
      while (decideNextStep(failing(customCode), EXACT, undefined, repeats) === "send-again") repeats += 1;
      assert.equal(repeats, mostRepeats);
    });
  }
});

describe("job - the next step after a job that matched", () => {
  for (const [creation, runtime, expected, step] of [
    ["match", "match", EXACT, "send-fallback"],
    [null, "exact_match", EXACT, "done"],
    ["exact_match", null, EXACT, "done"],
    ["match", "match", expecting("match", "match"), "done"],
  ] as const)
    it(`creation ${creation}, runtime ${runtime}, promised ${expected.creation} and ${expected.runtime}: ${step}`, () => {
      assert.equal(decideNextStep(matched(creation, runtime), expected, WIDER, 0), step);
      assert.equal(decideNextStep(matched(creation, runtime), expected, undefined, 0), "done");
    });

  it("is none if the service had already verified it", () =>
    assert.equal(decideNextStep({ kind: "already-verified", verificationId }, EXACT, WIDER, 0), "done"));
});

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
