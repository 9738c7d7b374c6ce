import { assert } from "chai";
import {
  classifyFailure,
  detectMissingLinks,
  type FailureKind,
  isTransientFailure,
} from "../../src/internal/submission/job-failures.ts";

/** The failure codes in each service's source or recordings. */
const DOCUMENTED: Readonly<Record<string, Readonly<Record<string, FailureKind>>>> = {
  Sourcify: {
    no_match: "mismatch",
    bytecode_length_mismatch: "mismatch",
    extra_file_input_bug: "mismatch",
    compiler_error: "bad-input",
    contract_not_found_in_compiler_output: "bad-input",
    compiled_bytecode_is_zero: "bad-input",
    invalid_language: "bad-input",
    unsupported_compiler_version: "bad-input",
    contract_not_deployed: "passing",
    cannot_fetch_bytecode: "passing",
    onchain_runtime_bytecode_not_available: "passing",
    internal_error: "passing",
    no_compiler_output: "passing",
  },
  Tempo: {
    no_match: "mismatch",
    compilation_error: "bad-input",
    compilation_failed: "bad-input",
    contract_not_found_in_output: "bad-input",
    contract_not_found: "passing",
    container_error: "passing",
    timeout: "timed-out",
    internal_error: "passing",
  },
  Avalanche: {
    no_match: "mismatch",
    compiler_error: "bad-input",
    invalid_compiler_version: "bad-input",
    invalid_compilation_target: "bad-input",
    missing_or_invalid_source: "bad-input",
    compilation_timeout: "timed-out",
    too_many_requests: "passing",
    contract_not_deployed: "passing",
    internal_error: "passing",
  },
  Conflux: { constructor_args_not_abi_encoded: "mismatch", constructor_args_not_match: "mismatch" },
};

/** How often a submission is repeated after a transient failure. */
const SENT_AGAIN: Readonly<Record<string, number>> = {
  ...{ internal_error: 1, no_compiler_output: 1, container_error: 1, too_many_requests: 0 },
  ...{ contract_not_deployed: 3, cannot_fetch_bytecode: 3, contract_not_found: 3 },
  onchain_runtime_bytecode_not_available: 3,
};

describe("job - the failure codes of all known services", () => {
  for (const [service, codes] of Object.entries(DOCUMENTED))
    it(`of ${service} are permanent or transient, and repeated as often as that helps`, () => {
      for (const [customCode, kind] of Object.entries(codes)) {
        assert.equal(classifyFailure({ customCode }).kind, kind, customCode);
        assert.equal(isTransientFailure(customCode), kind === "passing" || kind === "timed-out", customCode);
        const repeats = kind === "passing" ? SENT_AGAIN[customCode] : 0;
        assert.equal(classifyFailure({ customCode }).repeats, repeats, customCode);
      }
    });

  for (const customCode of ["a_code_of_tomorrow", "", "__proto__"])
    it(`are unknown and permanent if the code is ${customCode || "empty"}`, () =>
      assert.deepEqual(classifyFailure({ customCode }), { kind: "unknown", repeats: 0 }));

  for (const [compilerErrorMessage, kind, repeats] of [
    ["Compiler not found on the server", "bad-input", 0],
    ["Failed to download solc 0.8.99: 404", "bad-input", 0],
    ["No compiler 0.8.99 is configured.", "bad-input", 0],
    ["Failed to download solc 0.8.28: socket hang up", "bad-input", 1],
    ["The compiler took longer than 180 s and was stopped", "timed-out", 0],
    ["Task timed out after 900.00 seconds", "timed-out", 0],
  ] as const)
    it(`tell a missing compiler from a failed download and a time limit: ${compilerErrorMessage}`, () => {
      const error = { customCode: "compiler_error", compilerErrorMessage };
      assert.deepEqual(classifyFailure(error), { kind, repeats });
    });

  it("are not derived from a message that quotes the sources", () => {
    const message = "ParserError: // took longer than, timed out";
    const error = { customCode: "compiler_error", message };
    assert.equal(classifyFailure(error).kind, "bad-input");
  });
});

describe("job - a service that doesn't link libraries", () => {
  for (const [customCode, message, found] of [
    ["internal_error", 'invalid hex ("__")', { upgrades: true }],
    ["internal_error", `at __$${"ab".repeat(17)}$__`, { upgrades: true }],
    ["internal_error", "out of luck", undefined],
    ["no_match", `at __$${"ab".repeat(17)}$__`, undefined],
    ["missing_or_invalid_source", "", { upgrades: false }],
  ] as const)
    it(`should ${found === undefined ? "not " : ""}be detected from ${customCode}: ${message}`, () =>
      assert.deepEqual(
        detectMissingLinks({ customCode, message } as Parameters<typeof detectMissingLinks>[0]),
        found,
      ));
});
