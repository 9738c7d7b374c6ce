import { selectOutputs } from "../../domain/output-selection.ts";
import type { Submission } from "../../domain/record.ts";
import { VerifyContractError } from "../../errors/problem.ts";

const RULES = [
  {
    key: "compilerVersion",
    pattern: /^v?\d+\.\d+\.\d+/,
    expected: "a full version such as 0.8.28+commit.7893614a",
  },
  { key: "contractIdentifier", pattern: /^.+:[^:]+$/s, expected: "path/to/File.sol:Name" },
  {
    key: "creationTransactionHash",
    pattern: /^0x[a-f0-9]{64}$/,
    expected: "0x followed by 64 lowercase hex digits",
  },
] as const;

/** The languages that Sourcify compiles. */
export const LANGUAGES = ["Solidity", "Yul", "Vyper", "Fe"];

/**
 * Rejects a submission that the service would refuse, before any sources are sent. Selects the outputs that a record
 * needs, because some services would otherwise store a record without its sources.
 *
 * @throws VerifyContractError VC106
 */
export function validateSubmission(submission: Submission): Submission {
  for (const { key, pattern, expected } of RULES) {
    const value = submission[key];
    if (value === undefined && key === "creationTransactionHash") continue;
    if (typeof value !== "string" || !pattern.test(value)) throw invalidInput(key, value, expected);
  }
  const { language } = submission.stdJsonInput;
  if (!LANGUAGES.includes(language)) {
    throw invalidInput("stdJsonInput.language", language, LANGUAGES.join(", "));
  }
  return { ...submission, stdJsonInput: selectOutputs(submission.stdJsonInput, submission) };
}

function invalidInput(option: string, value: unknown, expected: string): VerifyContractError {
  return new VerifyContractError("VC106", {
    values: { option, value: String(value).slice(0, 200) },
    facts: [["Expected", expected]],
  });
}
