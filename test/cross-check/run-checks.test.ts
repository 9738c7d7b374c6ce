import { assert } from "chai";
import { type CheckRule, type Finding, failed, passed } from "../../src/internal/cross-check/check.ts";
import { runChecks } from "../../src/internal/cross-check/run-checks.ts";
import type { Check } from "../../src/internal/report/model.ts";
import { withBody } from "../helpers/cross-check/one-check.ts";
import { recordedEvidence, recording } from "../helpers/cross-check/recorded-evidence.ts";

const plain = recordedEvidence(recording("plain"));
const long = "a".repeat(1000);

function found(run: () => Finding): Check | undefined {
  const rule: CheckRule = { id: "a-rule", subject: "a", witnesses: [], proves: "a", run };
  return runChecks(plain, [rule])[0];
}

describe("cross-check - running the checks", () => {
  it("should shorten a value that a service sent, and keep a short one", () => {
    assert.equal(found(() => passed(long))?.actual, `${"a".repeat(200)}…`);
    for (const short of ["abc", "a".repeat(200)]) assert.equal(found(() => passed(short))?.actual, short);
  });

  it("should show where two long values differ", () => {
    const { expected = "", actual = "" } = found(() => failed(`${long}b`, `${long}c`)) ?? {};
    assert.match(expected, /^….{0,198}b$/);
    assert.match(actual, /^….{0,198}c$/);
  });

  it("should be unknown for a rule that throws", () => {
    const throws = found(() => {
      throw new Error("out of luck");
    });
    assert.deepInclude(throws, { status: "unknown", reason: "the check failed to run: out of luck" });
  });

  it("should not compare the recompiled code of a side that the record does not claim", () => {
    const evidence = withBody("plain", (body) => {
      body.creationMatch = null;
      body.creationBytecode.recompiledBytecode = null;
    });
    const statuses = runChecks(evidence)
      .filter(({ id }) => id === "recompiled-code" || id === "record-references")
      .map(({ status }) => status);
    assert.deepEqual(statuses, ["passed", "passed"]);
  });
});
