import { assert } from "chai";
import {
  classifyFailure,
  detectMissingLinks,
  type FailureKind,
  isTransientFailure,
} from "../../src/internal/submission/job-failures.ts";

/** The failure codes in each service's source or recordings. */
const DOCUMENTED: Readonly<Record<string, Readonly<Partial<Record<FailureKind, readonly string[]>>>>> = {
  Sourcify: {
    mismatch: ["no_match", "bytecode_length_mismatch", "extra_file_input_bug"],
    "bad-input": [
      ...["compiler_error", "contract_not_found_in_compiler_output", "compiled_bytecode_is_zero"],
      ...["invalid_language", "unsupported_compiler_version"],
    ],
    passing: [
      ...["contract_not_deployed", "cannot_fetch_bytecode", "onchain_runtime_bytecode_not_available"],
      ...["internal_error", "no_compiler_output"],
    ],
  },
  Tempo: {
    mismatch: ["no_match"],
    "bad-input": ["compilation_error", "compilation_failed", "contract_not_found_in_output"],
    passing: ["contract_not_found", "container_error", "internal_error"],
    "timed-out": ["timeout"],
  },
  Avalanche: {
    mismatch: ["no_match"],
    "bad-input": [
      ...["compiler_error", "invalid_compiler_version", "invalid_compilation_target"],
      "missing_or_invalid_source",
    ],
    passing: ["too_many_requests", "contract_not_deployed", "internal_error"],
    "timed-out": ["compilation_timeout"],
  },
  Conflux: { mismatch: ["constructor_args_not_abi_encoded", "constructor_args_not_match"] },
};

/** How often a submission is repeated after a transient failure. */
const SENT_AGAIN: Readonly<Record<string, number>> = {
  ...{ internal_error: 1, no_compiler_output: 1, container_error: 1, too_many_requests: 0 },
  ...{ contract_not_deployed: 3, cannot_fetch_bytecode: 3, contract_not_found: 3 },
  onchain_runtime_bytecode_not_available: 3,
};

describe("job - the failure codes of all known services", () => {
  for (const [service, kinds] of Object.entries(DOCUMENTED))
    it(`of ${service} are permanent or transient, and repeated as often as that helps`, () => {
      const codes = Object.entries(kinds).flatMap(([kind, all]) => all.map((code) => [code, kind] as const));
      for (const [customCode, kind] of codes) {
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
