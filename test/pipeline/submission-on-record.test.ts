import { assert } from "chai";
import { id } from "ethers/hash";
import type { ContractRecord, Submission } from "../../src/internal/domain/record.ts";
import { submissionOnRecord } from "../../src/internal/pipeline/stages/settle.ts";
import type { PlannedSubmission } from "../../src/internal/submission/plan-submission.ts";

const CONTENTS: Readonly<Record<string, string>> = { "A.sol": "contract A {}", "B.sol": "contract B {}" };

function planned(...files: readonly string[]): PlannedSubmission {
  const sources = Object.fromEntries(files.map((file) => [file, { content: CONTENTS[file] ?? "" }]));
  const body: Submission = {
    stdJsonInput: { language: "Solidity", sources, settings: {} },
    compilerVersion: "0.8.28+commit.7893614a",
    contractIdentifier: "A.sol:A",
  };
  return { body } as PlannedSubmission;
}

function recordOf(...files: readonly string[]): ContractRecord {
  const sources = Object.fromEntries(files.map((file) => [file, { keccak256: id(CONTENTS[file] ?? "") }]));
  const compilation = { compilerVersion: "0.8.28+commit.7893614a", fullyQualifiedName: "A.sol:A" };
  return { compilation, metadata: { sources } } as unknown as ContractRecord;
}

describe("pipeline - the planned submission that matches a record", () => {
  const [first, fallback] = [planned("A.sol"), planned("A.sol", "B.sol")];
  const plan = { first, fallback, linked: undefined };

  it("should be the first one if the record has only its sources", () =>
    assert.strictEqual(submissionOnRecord(plan, recordOf("A.sol")), first.body));

  it("should be the one with all sources if the record has them all", () =>
    assert.strictEqual(submissionOnRecord(plan, recordOf("A.sol", "B.sol")), fallback.body));

  it("should be the first one if the record doesn't show which", () => {
    const unknown = { match: "exact_match" } as unknown as ContractRecord;
    assert.strictEqual(submissionOnRecord(plan, unknown), first.body);
    assert.strictEqual(submissionOnRecord({ ...plan, fallback: undefined }, recordOf("B.sol")), first.body);
  });
});
